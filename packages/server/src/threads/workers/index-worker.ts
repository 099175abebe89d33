import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
import { createNodeClient, type NodeClient, openSequenceFeed, probeNode } from '@glassblock/node';
import { backOffMs, CodedError, isCoded, type NetworkName } from '@glassblock/primitives';
import {
  beginUse,
  damagedFiles,
  type Engine,
  hasEndedCleanly,
  markCleanEnd,
  openStore,
  removeDirectory,
  type Store,
  serveEngine,
  verifyDatabase,
} from '@glassblock/store';
import { startBulkWorkers } from '../bulk-workers.ts';
import { asDiskError, diskFault } from '../disk-room.ts';
import { openIndexEngine } from '../index-engine.ts';
import type { FromIndexWorker, IndexWorkerData, ToIndexWorker } from '../messages.ts';
import { awaitNodeFacts, zmqAddressOf } from '../node-facts.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';
import { openWorkerChain } from './worker-chain.ts';

const slowestPollMs = 15_000;
/** Chains that are both shorter and smaller are followed block by block from the start. */
const minBlocks = 1_500;
const minChainBytes = 50e6;
/** Blocks at the tip that a build leaves to following, so that a reorg does not affect it. */
const blocksLeft = 6;
const maxThreads = 4;

/** Free space, in addition to twice its write buffer, required to reopen LevelDB. */
const roomBytes = 16e6;

const data = workerData as IndexWorkerData;
const parent = parentPort!;
const report = (message: FromIndexWorker) => parent.postMessage(message);

/** Connecting a block fills the young generation again, which would grow each time: trimmed rarely after the start. */
const trimIntervalMs = 600_000;
trimHeapWhenIdle(trimIntervalMs);

const stop = new AbortController();
/** Woken while not waiting: a block may have been connected after the request for the node's tip. */
let isWoken = false;
const setWoken = () => {
  isWoken = true;
};
let wake: () => void = setWoken;
let othersRemoved: () => void = () => undefined;
/** Aborted with store.damaged when a thread finds the files damaged while they are in use. */
let interrupt = new AbortController();
/** How often the closed files were opened. */
let openings = 0;
/** False once a row or file was found damaged: the end of this use is not a clean one. */
let isSound = true;
/** The files are verified once per opening because of a row that cannot be decoded: any request may read that row. */
let isFileCheckDone = false;
parent.on('message', (message: ToIndexWorker) => {
  switch (message.type) {
    case 'stop':
      stop.abort();
      othersRemoved();
      break;
    case 'gone':
      othersRemoved();
      break;
    case 'damaged':
      interrupt.abort(new CodedError('store.damaged', message.message));
      break;
    case 'bad-row':
      void verifyInUse(message.message);
  }
  wake();
});

/** Resolves when all other threads have closed the index because of this message. */
async function othersClosed(message: FromIndexWorker): Promise<void> {
  const removed = new Promise<void>((resolve) => {
    othersRemoved = resolve;
  });
  report(message);
  if (!stop.signal.aborted) await removed;
}

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

/** Directory of LevelDB, whose files are verified; undefined without. */
const levelDirectory = data.cluster === undefined ? data.directory : undefined;
/** Failures that determine the pause after which a write refused by a cluster is retried. */
const clusterFailures = 4;

interface Opened {
  engine: Engine;
  store: Store;
  prefixer: Prefixer;
}

async function open(): Promise<Opened> {
  const engine = await openIndexEngine(data);
  const store = await openStore(engine);
  try {
    const prefixer = await openIndex(
      store,
      {
        network: data.network,
        key: randomBytes(16),
        ...bucketBits(chain.expectedBytes),
        keepIds: data.keepIds,
        keepBodies: data.keepBodies,
      },
      chain.format,
    );
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

const client = createNodeClient({ ...data.node, connections: 6 });
const chain = openWorkerChain(data, client);

async function main(): Promise<void> {
  const feed = openBlockFeed(client);
  let opened: Opened | undefined;
  try {
    opened = await openSound();
    if (opened === undefined) return;
    if (data.enginePort !== undefined) serveEngine(opened.engine, data.enginePort);
    const base = chain.source;
    const source = {
      ...base,
      async tip() {
        const tip = await base.tip();
        nodeHeight = tip.height;
        return tip;
      },
    };
    const chainBytes = async () => (await probeNode(client)).sizeOnDisk;
    report({ type: 'opened' });
    patrolling = patrol();
    while (opened !== undefined && !stop.signal.aborted) {
      interrupt = new AbortController();
      const signal = AbortSignal.any([stop.signal, interrupt.signal]);
      try {
        if (data.directory !== undefined && data.format === 'bitcoin') {
          const { store, prefixer } = opened;
          await buildFirst(store, prefixer, source, chainBytes, signal, (build) => progress(false, build));
        }
        await follow(opened, source, signal);
        if (interrupt.signal.aborted) throw interrupt.signal.reason;
      } catch (error) {
        // LevelDB rejects all writes after a failed one until it is reopened
        if (isCoded(error, 'store.write-failed')) {
          reportError(error);
          opened = await reopened(opened);
        } else if (isPossibleDamage(error) && levelDirectory !== undefined) {
          const damaged = opened;
          opened = undefined;
          opened = await repaired(damaged, error);
        } else throw error;
      }
    }
  } catch (error) {
    isSound = false;
    throw error;
  } finally {
    stop.abort();
    await patrolling;
    // ends a probe of the node that is under way
    await client.close();
    (await feed)?.close();
    await opened?.store.close();
    if (opened !== undefined && isSound && levelDirectory !== undefined) await markCleanEnd(levelDirectory);
    data.enginePort?.close();
  }
}

/** True for errors that make the index closed and opened again, rebuilt if necessary. */
const isPossibleDamage = (error: unknown): error is CodedError =>
  isCoded(error, 'store.damaged') || isCoded(error, 'index.bad-row');

const verifyReportMs = 1_000;
/** Failed reads although all checksums are right, before the index is rebuilt nevertheless. */
const maxUnexplained = 3;
let unexplained = 0;
/** A second rebuild would not help: the fault is in the program or the machine. */
let isRebuiltUnexplained = false;

/**
 * Opens the index. After an end that was not clean, or a read that found it damaged, its files are verified first; a
 * damaged index is removed, so that it is built again.
 * @param suspicion error of the read
 * @returns undefined when stopped, or when the node is pruned and cannot give the blocks again
 */
async function openSound(suspicion?: CodedError): Promise<Opened | undefined> {
  if (levelDirectory === undefined) return open();
  let isVerified = false;
  let isRemoved = false;
  let fault: CodedError | undefined;
  if (suspicion !== undefined || !(await hasEndedCleanly(levelDirectory))) {
    isVerified = true;
    fault = await faultOfFiles(levelDirectory);
    if (fault === undefined && suspicion !== undefined) {
      await breakAfter(++unexplained);
      if (unexplained > maxUnexplained && !isRebuiltUnexplained) {
        isRebuiltUnexplained = true;
        fault = suspicion;
      }
    }
  }
  while (!stop.signal.aborted) {
    if (fault !== undefined) {
      if (!(await removeDamaged(levelDirectory, fault))) return undefined;
      isRemoved = true;
      fault = undefined;
    }
    await beginUse(levelDirectory);
    isSound = true;
    isFileCheckDone = false;
    openings++;
    try {
      return await open();
    } catch (error) {
      if (isCoded(error, 'store.locked') || isRemoved) throw error;
      // a damaged file may also look like an index of another format or network
      if (!isVerified) fault = await faultOfFiles(levelDirectory);
      isVerified = true;
      if (fault === undefined && isCoded(error, 'store.damaged')) fault = error;
      if (fault === undefined) throw error;
    }
  }
  return undefined;
}

/** Verifies the files of the closed index. @returns store.damaged; undefined if they are right, or when stopped */
async function faultOfFiles(directory: string): Promise<CodedError | undefined> {
  let done = { bytes: 0, allBytes: 0 };
  const timer = setInterval(() => report({ type: 'verifying', ...done }), verifyReportMs);
  try {
    const verification = await verifyDatabase(directory, {
      signal: stop.signal,
      onProgress(bytes, allBytes) {
        done = { bytes, allBytes };
      },
    });
    if (verification.faults.length > 0) return damagedFiles(directory, verification);
    verifiedMs = performance.now();
    return undefined;
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Removes a damaged index once the node has answered that it can give all blocks again.
 * @returns false when stopped before, or when the node is pruned
 */
async function removeDamaged(directory: string, { message }: CodedError): Promise<boolean> {
  await othersClosed({ type: 'damaged', message: `${message}: the index is rebuilt from the node` });
  const facts = await awaitNodeFacts(client, stop.signal, (error) => {
    if (!isCoded(error)) throw error;
    reportError(error);
  });
  if (facts === undefined || stop.signal.aborted) return false;
  if (facts.pruned) {
    await othersClosed({
      type: 'damaged',
      message: `${message}: the index cannot be rebuilt, as the node is pruned`,
    });
    return false;
  }
  for (const path of [directory, `${directory}.build`]) {
    if (existsSync(path)) await removeDirectory(path);
  }
  await mkdir(directory);
  return true;
}

/** Closes an index whose files a read found damaged, and opens it again, rebuilt if they are. */
async function repaired({ store }: Opened, error: CodedError): Promise<Opened | undefined> {
  isSound = false;
  await othersClosed({ type: 'damaged', message: error.message });
  await store.close();
  return openedAgain(error);
}

/** Verifies and opens the closed index after an error, rebuilt if necessary. @returns undefined as `openSound` */
async function openedAgain(error: CodedError): Promise<Opened | undefined> {
  if (stop.signal.aborted) return undefined;
  isSound = false;
  tipHeight = null;
  const again = await openSound(error);
  if (again === undefined) return undefined;
  report({ type: 'opened' });
  progress(false);
  return again;
}

/** After a start, and once a day: a disk may damage files without a change of their times. */
const patrolEveryMs = 24 * 3_600_000;
/** A table has 2 MB or more: at most about 100 MB/s are read. */
const patrolPauseMs = 20;
let patrolling: Promise<void> | undefined;
/** Time of the last verification of the closed index, by `performance.now`. */
let verifiedMs = Number.NEGATIVE_INFINITY;

/** Verifies the tables of the open index from time to time until stopped. */
async function patrol(): Promise<void> {
  while (levelDirectory !== undefined && !stop.signal.aborted) {
    try {
      if (performance.now() - verifiedMs > patrolEveryMs) await verifyOpen(levelDirectory, patrolPauseMs);
    } catch (error) {
      // stopped, or the files are removed or rebuilt at this moment
      if (typeof (error as NodeJS.ErrnoException).code !== 'string' && !stop.signal.aborted) throw error;
    }
    await delay(patrolEveryMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

/** Verifies the tables of the open index; damaged ones end its use. @returns whether they are right */
async function verifyOpen(directory: string, pauseMs?: number): Promise<boolean> {
  const verified = openings;
  const verification = await verifyDatabase(directory, {
    isOpen: true,
    ...(pauseMs === undefined ? {} : { pauseMs }),
    signal: stop.signal,
  });
  // opened again, perhaps rebuilt, meanwhile: these are other files
  if (verified !== openings || verification.faults.length === 0) return true;
  isSound = false;
  interrupt.abort(damagedFiles(directory, verification));
  wake();
  return false;
}

/** Verifies the tables of the open index after a row could not be decoded. */
async function verifyInUse(message: string): Promise<void> {
  isSound = false;
  if (isFileCheckDone || levelDirectory === undefined) return;
  isFileCheckDone = true;
  try {
    if (!(await verifyOpen(levelDirectory))) return;
    if (isRebuiltUnexplained) report({ type: 'bad-row', message });
    else interrupt.abort(new CodedError('index.bad-row', message));
    wake();
  } catch (error) {
    if (!stop.signal.aborted) report({ type: 'bad-row', message: `${message}; ${String(error)}` });
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
async function follow({ store, prefixer }: Opened, source: ChainSource, signal: AbortSignal): Promise<void> {
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
  while (!signal.aborted) {
    try {
      await follower.catchUp(signal);
      progress(!signal.aborted);
      failures = 0;
    } catch (error) {
      if (!isPassing(error)) throw error;
      reportError(error);
      if (error.code === 'index.bad-row') void verifyInUse(error.message);
      failures++;
    }
    if (!signal.aborted) await (failures === 0 ? pause(data.pollMs) : breakAfter(failures));
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
async function reopened(opened: Opened): Promise<Opened | undefined> {
  if (levelDirectory === undefined) {
    // a store on a cluster resumes by itself
    await breakAfter(clusterFailures);
    return opened;
  }
  for (;;) {
    await diskTakesWrites(levelDirectory);
    if (stop.signal.aborted) return opened;
    await othersClosed({ type: 'release' });
    await opened.store.close();
    if (stop.signal.aborted) return opened;
    try {
      const again = await open();
      report({ type: 'opened' });
      progress(false);
      return again;
    } catch (error) {
      if (isPossibleDamage(error)) return openedAgain(error);
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
  chainBytes: () => Promise<number>,
  signal: AbortSignal,
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
  while (!signal.aborted) {
    try {
      const { height } = await source.tip();
      const target = height - blocksLeft;
      const isSmall = target < minBlocks && (target < 1 || (await chainBytes()) < minChainBytes);
      if (isSmall && !existsSync(bulkDirectory)) return;
      await mkdir(bulkDirectory, { recursive: true });
      await buildOnce(store, prefixer, source, bulkDirectory, target, signal, onProgress);
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
  signal: AbortSignal,
  onProgress: (progress: BulkProgress) => void,
): Promise<void> {
  const { network, node, cacheBytes, writeBufferBytes } = data;
  const threads = Math.max(1, Math.min(maxThreads, availableParallelism()));
  const shared = {
    network: network as NetworkName,
    node,
    connections: 4,
    directory: data.directory!,
    cluster: data.cluster,
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
      signal,
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
