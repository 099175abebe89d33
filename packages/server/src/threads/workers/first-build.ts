import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type BulkProgress, bulkBuild, type ChainSource, type Prefixer, tipOfMarker } from '@glassblock/index';
import type { CodedError, NetworkName } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import { startBulkWorkers } from '../bulk-workers.ts';
import { asDiskError } from '../disk-room.ts';
import type { IndexWorkerData } from '../messages.ts';
import { isPassing } from './index-errors.ts';

/** Chains that are both shorter and smaller are followed block by block from the start. */
const minBlocks = 1_500;
const minChainBytes = 50e6;
/** Blocks at the tip that a build leaves to following, so that a reorg does not affect it. */
const blocksLeft = 6;
const maxThreads = 4;

/** The index that is built, and its chain. */
export interface FirstBuild {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Returns the size of the node's blocks. */
  chainBytes(): Promise<number>;
}

/** Callbacks of a build. */
export interface FirstBuildEvents {
  onProgress(progress: BulkProgress): void;
  /** Called with an error after which the build is tried again. */
  onError(error: CodedError): void;
  /** Waits longer with each failure. */
  pauseAfter(failures: number): Promise<void>;
  /** Waits until the disk of a directory accepts writes again. */
  diskTakesWrites(directory: string): Promise<void>;
}

/**
 * Builds a new index of a long chain; retries after errors of the node.
 * @param directory of the index; the build has its own beside it
 * @throws unrecoverable errors, and store.write-failed
 */
export async function buildFirst(
  data: IndexWorkerData,
  directory: string,
  index: FirstBuild,
  signal: AbortSignal,
  { onProgress, onError, pauseAfter, diskTakesWrites }: FirstBuildEvents,
): Promise<void> {
  const bulkDirectory = `${directory}.build`;
  const view = await index.store.view();
  const isNew = tipOfMarker(view.tip) === undefined;
  await view.close();
  if (!isNew) {
    await rm(bulkDirectory, { recursive: true, force: true });
    return;
  }
  let failures = 0;
  while (!signal.aborted) {
    try {
      const { height } = await index.source.tip();
      const target = height - blocksLeft;
      const isSmall = target < minBlocks && (target < 1 || (await index.chainBytes()) < minChainBytes);
      if (isSmall && !existsSync(bulkDirectory)) return;
      await mkdir(bulkDirectory, { recursive: true });
      await buildOnce(data, { directory, bulkDirectory, target }, index, signal, onProgress);
      return;
    } catch (raised) {
      const error = asDiskError(raised);
      if (!isPassing(error)) throw error;
      if (error.code === 'index.temporary-file') await rm(bulkDirectory, { recursive: true, force: true });
      onError(error);
      failures++;
      if (error.code === 'index.disk') await diskTakesWrites(directory);
      else await pauseAfter(failures);
    }
  }
}

async function buildOnce(
  { network, node, cluster, cacheBytes, writeBufferBytes, sortBytes }: IndexWorkerData,
  { directory, bulkDirectory, target }: { directory: string; bulkDirectory: string; target: number },
  { store, prefixer, source }: FirstBuild,
  signal: AbortSignal,
  onProgress: (progress: BulkProgress) => void,
): Promise<void> {
  const threads = Math.max(1, Math.min(maxThreads, availableParallelism()));
  const shared = {
    network: network as NetworkName,
    node,
    connections: 4,
    directory,
    cluster,
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
        memoryBytes: sortBytes,
        onProgress,
        nowMs: () => performance.now(),
      },
      signal,
    );
  } finally {
    await close();
  }
}
