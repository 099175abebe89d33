import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type BulkProgress,
  bucketBits,
  bulkBuild,
  type ChainSource,
  createFollower,
  openIndex,
  type Prefixer,
  tipOfMarker,
} from '@glassblock/index';
import {
  blockFilesPlace,
  createBlockSource,
  createNodeClient,
  type NodeClient,
  openSequenceFeed,
} from '@glassblock/node';
import { backOffMs, CodedError, isCoded, type NetworkName, networks } from '@glassblock/primitives';
import { type Engine, openLevelEngine, openMemoryEngine, openStore, type Store, serveEngine } from '@glassblock/store';
import { startBulkWorkers } from './bulk-workers.ts';
import { asDiskError, diskFault } from './disk-room.ts';
import type { FromIndexWorker, IndexWorkerData, ToIndexWorker } from './messages.ts';
import { awaitNodeFacts, zmqAddressOf } from './node-facts.ts';
import { chainSourceOf } from './node-sources.ts';

const slowestPollMs = 15_000;
/** Shorter chains are followed block by block from the start. */
const minBlocks = 1_500;
/** Blocks at the tip that a build leaves to following, so that a reorg does not affect it. */
const blocksLeft = 6;
const maxThreads = 4;

/** Expected chain sizes of the index layout: a factor of four either way costs little. */
const expectedBytes: Partial<Record<NetworkName, number>> = {
  mainnet: 850e9,
  testnet: 200e9,
  testnet4: 20e9,
  signet: 40e9,
};
const minBytes = 500e6;
/** Free space, in addition to twice its write buffer, required to reopen LevelDB. */
const roomBytes = 16e6;

const data = workerData as IndexWorkerData;
const parent = parentPort!;
const report = (message: FromIndexWorker) => parent.postMessage(message);

const stop = new AbortController();
/** Woken while not waiting: a block may have been connected after the node was asked for its tip. */
let isWoken = false;
const setWoken = () => {
  isWoken = true;
};
let wake: () => void = setWoken;
let othersRemoved: () => void = () => undefined;
parent.on('message', ({ type }: ToIndexWorker) => {
  if (type === 'stop') stop.abort();
  othersRemoved();
  wake();
});

/** Waits until woken or timed out. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      isWoken = false;
      wake = setWoken;
      resolve();
    };
    const timer = setTimeout(done, ms);
    wake = done;
    if (isWoken) done();
  });

/**
 * Wakes the thread at each block that the node announces by ZMQ. Without ZMQ, and until the node answers, polling finds
 * them.
 * @returns undefined when there is none, or the thread stops before
 */
async function openBlockFeed(client: NodeClient): Promise<{ close(): void } | undefined> {
  const facts = await awaitNodeFacts(client, stop.signal, (error) => {
    // following the chain reports that the node is away
    if (!isCoded(error)) throw error;
  });
  const address = facts === undefined ? undefined : zmqAddressOf(data.node, facts);
  if (address === undefined || stop.signal.aborted) return undefined;
  return openSequenceFeed(address, {
    message({ type }) {
      if (type !== 'connected' && type !== 'disconnected') return;
      report({ type: 'block-seen' });
      wake();
    },
    lost: () => wake(),
    failed(error) {
      throw error;
    },
  });
}

interface Opened {
  engine: Engine;
  store: Store;
  prefixer: Prefixer;
}

async function open(): Promise<Opened> {
  const { directory, cacheBytes, writeBufferBytes } = data;
  const engine =
    directory === undefined ? openMemoryEngine() : await openLevelEngine({ directory, cacheBytes, writeBufferBytes });
  const store = await openStore(engine);
  try {
    const prefixer = await openIndex(store, {
      network: data.network,
      key: randomBytes(16),
      ...bucketBits(expectedBytes[data.network] ?? minBytes),
      keepIds: data.keepIds,
      keepBodies: data.keepBodies,
    });
    return { engine, store, prefixer };
  } catch (error) {
    await store.close();
    throw error;
  }
}

let nodeHeight: number | null = null;
let tipHeight: number | null = null;
const progress = (synced: boolean, build?: BulkProgress) =>
  report({ type: 'progress', height: tipHeight, nodeHeight, synced, build });

async function main(): Promise<void> {
  let opened = await open();
  const client = createNodeClient({ ...data.node, connections: 6 });
  const feed = openBlockFeed(client);
  try {
    if (data.enginePort !== undefined) serveEngine(opened.engine, data.enginePort);
    const network = networks[data.network];
    const blocks = createBlockSource(client, true, blockFilesPlace(data.node, network));
    const base = chainSourceOf(client, blocks, network);
    const source = {
      ...base,
      async tip() {
        const tip = await base.tip();
        nodeHeight = tip.height;
        return tip;
      },
    };
    report({ type: 'opened' });
    while (!stop.signal.aborted) {
      try {
        if (data.directory !== undefined) {
          await buildFirst(opened.store, opened.prefixer, source, (build) => progress(false, build));
        }
        await follow(opened, source);
      } catch (error) {
        // LevelDB rejects all writes after a failed one until it is reopened
        if (!isCoded(error, 'store.write-failed')) throw error;
        reportError(error);
        opened = await reopened(opened);
      }
    }
  } finally {
    stop.abort();
    // ends a probe of the node that is under way
    await client.close();
    (await feed)?.close();
    await opened.store.close();
    data.enginePort?.close();
  }
}

function reportError({ code, message }: CodedError): void {
  report({ type: 'trouble', code, message, expected: code.startsWith('node.') });
}

/** Back-off up to a quarter of a minute. */
const breakAfter = (failures: number) => pause(backOffMs(failures, { firstMs: 500, maxMs: slowestPollMs }));

/**
 * Follows the chain until stopped.
 * @throws unrecoverable errors, and store.write-failed
 */
async function follow({ store, prefixer }: Opened, source: ChainSource): Promise<void> {
  let lastProgress = 0;
  const follower = await createFollower({
    store,
    prefixer,
    source,
    onFacts(facts, tip) {
      tipHeight = tip?.height ?? null;
      report({ type: 'facts', facts, nodeHeight });
      if (Date.now() - lastProgress > 250) {
        lastProgress = Date.now();
        progress(false);
      }
    },
  });
  tipHeight = follower.tip?.height ?? null;
  progress(false);
  let failures = 0;
  while (!stop.signal.aborted) {
    try {
      await follower.catchUp(stop.signal);
      progress(!stop.signal.aborted);
      failures = 0;
    } catch (error) {
      if (!isPassing(error)) throw error;
      reportError(error);
      failures++;
    }
    if (!stop.signal.aborted) await (failures === 0 ? pause(data.pollMs) : breakAfter(failures));
  }
}

/** True for errors that may be transient. */
const isPassing = (error: unknown): error is CodedError =>
  isCoded(error) && error.code !== 'store.write-failed' && error.code !== 'store.damaged';

/** Waits until the disk accepts writes again. */
async function diskTakesWrites(directory: string): Promise<void> {
  for (let failures = 1; !stop.signal.aborted; failures++) {
    await breakAfter(failures);
    const fault = diskFault(dirname(directory), 2 * data.writeBufferBytes + roomBytes);
    if (fault === undefined) return;
    report({ type: 'trouble', code: 'store.write-failed', message: fault, expected: false });
  }
}

/** Waits for the disk, then closes the store in all threads and reopens it. Reads continue until then. */
async function reopened(opened: Opened): Promise<Opened> {
  if (data.directory === undefined) return opened;
  for (;;) {
    await diskTakesWrites(data.directory);
    if (stop.signal.aborted) return opened;
    const removed = new Promise<void>((resolve) => {
      othersRemoved = resolve;
    });
    report({ type: 'let-go' });
    await removed;
    await opened.store.close();
    if (stop.signal.aborted) return opened;
    try {
      const again = await open();
      report({ type: 'opened' });
      progress(false);
      return again;
    } catch (error) {
      if (!isPassing(error) && !isCoded(error, 'store.write-failed')) throw error;
      reportError(error);
    }
  }
}

/** Builds a new index of a long chain; waits out errors of the node. */
async function buildFirst(
  store: Store,
  prefixer: Prefixer,
  source: ChainSource,
  onProgress: (progress: BulkProgress) => void,
): Promise<void> {
  const bulkDirectory = `${data.directory}.build`;
  const view = await store.view();
  const isNew = tipOfMarker(view.tip) === undefined;
  await view.close();
  if (!isNew) {
    await rm(bulkDirectory, { recursive: true, force: true });
    return;
  }
  let failures = 0;
  while (!stop.signal.aborted) {
    try {
      const { height } = await source.tip();
      const target = height - blocksLeft;
      if (target < minBlocks && !existsSync(bulkDirectory)) return;
      await mkdir(bulkDirectory, { recursive: true });
      await buildOnce(store, prefixer, source, bulkDirectory, target, onProgress);
      return;
    } catch (raised) {
      const error = asDiskError(raised);
      if (!isPassing(error)) throw error;
      if (error.code === 'index.temporary-file') await rm(bulkDirectory, { recursive: true, force: true });
      reportError(error);
      failures++;
      if (error.code === 'index.disk') await diskTakesWrites(data.directory!);
      else await breakAfter(failures);
    }
  }
}

async function buildOnce(
  store: Store,
  prefixer: Prefixer,
  source: ChainSource,
  bulkDirectory: string,
  target: number,
  onProgress: (progress: BulkProgress) => void,
): Promise<void> {
  const { network, node, cacheBytes, writeBufferBytes } = data;
  const threads = Math.max(1, Math.min(maxThreads, availableParallelism()));
  const shared = {
    network,
    node,
    connections: 4,
    directory: data.directory!,
    cacheBytes,
    writeBufferBytes,
    bulkDirectory,
  };
  const { workers, close } = startBulkWorkers(threads, shared, (error) => {
    throw error;
  });
  try {
    await bulkBuild(
      {
        store,
        prefixer,
        source,
        workers,
        directory: bulkDirectory,
        target,
        memoryBytes: data.sortBytes,
        onProgress,
        nowMs: () => performance.now(),
      },
      stop.signal,
    );
  } finally {
    await close();
  }
}

main()
  .catch((error: unknown) => {
    const coded = error instanceof CodedError ? error : undefined;
    if (coded === undefined) throw error;
    report({ type: 'refused', code: coded.code, message: coded.message });
  })
  .finally(() => parent.close());
