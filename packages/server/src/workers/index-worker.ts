import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
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
import { createBlockSource, createNodeClient } from '@glassblock/node';
import { CodedError, isCoded, type NetworkName, networks } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore, type Store, serveEngine } from '@glassblock/store';
import { startBulkHands } from './bulk-hands.ts';
import type { FromIndexWorker, IndexWorkerData, ToWorker } from './messages.ts';
import { chainSourceOf } from './node-sources.ts';

const pollMs = 1_000;
const slowestPollMs = 15_000;
/** Chains shorter than this are followed block by block from the start. */
const leastBlocks = 1_500;
/** Blocks at the tip that a build leaves to following, so that a reorganisation does not reach into it. */
const blocksLeft = 6;
const mostThreads = 4;

/** Sizes of the chains that an index is laid out for: a factor of four either way costs little. */
const expectedBytes: Partial<Record<NetworkName, number>> = {
  mainnet: 850e9,
  testnet: 200e9,
  testnet4: 20e9,
  signet: 40e9,
};
const leastBytes = 500e6;

const data = workerData as IndexWorkerData;
const parent = parentPort!;
const tell = (message: FromIndexWorker) => parent.postMessage(message);

const stop = new AbortController();
let wake: () => void = () => undefined;
parent.on('message', (message: ToWorker) => {
  if (message.type === 'stop') stop.abort();
  wake();
});

/** Waits, or less when woken. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

async function main(): Promise<void> {
  const engine =
    data.directory === undefined
      ? openMemoryEngine()
      : await openLevelEngine({
          directory: data.directory,
          cacheBytes: data.cacheBytes,
          writeBufferBytes: data.writeBufferBytes,
        });
  const store = await openStore(engine);
  const client = createNodeClient({ ...data.node, connections: 6 });
  try {
    const prefixer = await openIndex(store, {
      network: data.network,
      key: randomBytes(16),
      ...bucketBits(expectedBytes[data.network] ?? leastBytes),
      keepIds: data.keepIds,
      keepBodies: data.keepBodies,
    });
    if (data.enginePort !== undefined) serveEngine(engine, data.enginePort);
    let nodeHeight: number | null = null;
    const base = chainSourceOf(client, createBlockSource(client, true), networks[data.network]);
    const source = {
      ...base,
      async tip() {
        const tip = await base.tip();
        nodeHeight = tip.height;
        return tip;
      },
    };
    let tipHeight: number | null = null;
    const progress = (synced: boolean, build?: BulkProgress) =>
      tell({ type: 'progress', height: tipHeight, nodeHeight, synced, build });
    tell({ type: 'opened' });
    if (data.directory !== undefined) await buildFirst(store, prefixer, source, (build) => progress(false, build));
    let lastProgress = 0;
    const follower = await createFollower({
      store,
      prefixer,
      source,
      onFacts(facts, tip) {
        tipHeight = tip?.height ?? null;
        tell({ type: 'facts', facts });
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
      let wait = pollMs;
      try {
        await follower.catchUp(stop.signal);
        progress(!stop.signal.aborted);
        failures = 0;
      } catch (error) {
        if (!isCoded(error)) throw error;
        tell({ type: 'trouble', code: error.code, message: error.message, expected: error.code.startsWith('node.') });
        failures++;
        wait = Math.min(slowestPollMs, 250 * 2 ** Math.min(failures, 8));
      }
      if (!stop.signal.aborted) await pause(wait);
    }
  } finally {
    await client.close();
    await store.close();
    data.enginePort?.close();
  }
}

/** Builds a new index of a long chain in one go; what the node does meanwhile to it is waited out. */
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
      if (target < leastBlocks && !existsSync(bulkDirectory)) return;
      await mkdir(bulkDirectory, { recursive: true });
      await buildOnce(store, prefixer, source, bulkDirectory, target, onProgress);
      return;
    } catch (error) {
      if (!isCoded(error)) throw error;
      if (error.code === 'index.temporary-file') await rm(bulkDirectory, { recursive: true, force: true });
      tell({ type: 'trouble', code: error.code, message: error.message, expected: error.code.startsWith('node.') });
      failures++;
      await pause(Math.min(slowestPollMs, 250 * 2 ** Math.min(failures, 8)));
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
  const threads = Math.max(1, Math.min(mostThreads, availableParallelism()));
  const shared = {
    network,
    node,
    connections: 4,
    directory: data.directory!,
    cacheBytes,
    writeBufferBytes,
    bulkDirectory,
  };
  const { hands, close } = startBulkHands(threads, shared, (error) => {
    throw error;
  });
  try {
    await bulkBuild(
      {
        store,
        prefixer,
        source,
        hands,
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
    tell({ type: 'refused', code: coded.code, message: coded.message });
  })
  .finally(() => parent.close());
