import type { MessagePort } from 'node:worker_threads';
import type { BulkProgress } from '@glassblock/index';
import type { Fact } from '@glassblock/journal';
import type { BlockArrival, MempoolFrame } from '@glassblock/mempool';
import type { NodeAddress } from '@glassblock/node';
import type { NetworkName } from '@glassblock/primitives';

/** What an index thread is started with. */
export interface IndexWorkerData {
  network: NetworkName;
  node: NodeAddress;
  /** Directory of LevelDB; absent: in memory, served through the port. */
  directory: string | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** What sorting may take while the index is built. */
  sortBytes: number;
  /** Keep the ids of transactions, so that lists name them without their bodies. */
  keepIds: boolean;
  /** Keep the transactions themselves. */
  keepBodies: boolean;
  /** Readers of the memory engine come through this port. */
  enginePort: MessagePort | undefined;
}

/** What a thread that keeps the book of addresses is started with. */
export interface AddressWorkerData {
  network: NetworkName;
  node: NodeAddress;
  /** Directory of LevelDB; absent: in memory. */
  directory: string | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** Questions come through this port. */
  callsPort: MessagePort;
}

/** What a thread that helps to build an index is started with. */
export interface BulkWorkerData {
  network: NetworkName;
  node: NodeAddress;
  connections: number;
  directory: string;
  cacheBytes: number;
  writeBufferBytes: number;
  /** Where records wait for their tables. */
  bulkDirectory: string;
  /** Shared by all that write: see LevelOptions. */
  fence: SharedArrayBuffer;
  /** Tasks come through this port. */
  tasks: MessagePort;
}

/** What a mempool thread is started with. */
export interface MempoolWorkerData {
  network: NetworkName;
  node: NodeAddress;
  viewPort: MessagePort;
}

/** `gone`: this process lets go of the index except for the thread that is told. */
export type ToWorker = { type: 'wake' } | { type: 'stop' } | { type: 'gone' };

export type ToMempoolWorker =
  | { type: 'wake' }
  | { type: 'stop' }
  /** The directory of the network is this process's: what outlives a run is kept there. */
  | { type: 'keep'; directory: string; contentBytes: number }
  /** Sats that are paid for transactions beside their fees, all of them. */
  | { type: 'fee-deltas'; sats: ReadonlyMap<string, number> }
  /** Of the ids that it asked for these are in the chain. */
  | { type: 'mined'; txids: readonly string[] };

/** A failure as it crosses threads. `expected`: the node's, not ours. */
export interface WorkerError {
  type: 'trouble';
  code: string;
  message: string;
  expected: boolean;
}

export type FromIndexWorker =
  /** The store may be opened; also after `let-go`. */
  | { type: 'opened' }
  /** The store must be closed by all others, so that it can be opened anew. */
  | { type: 'let-go' }
  | { type: 'refused'; code: string; message: string }
  | { type: 'facts'; facts: readonly Fact[]; nodeHeight: number | null }
  | {
      type: 'progress';
      height: number | null;
      nodeHeight: number | null;
      synced: boolean;
      /** The first build, while it is under way. */
      build: BulkProgress | undefined;
    }
  | WorkerError;

export type FromAddressWorker =
  /** @param height  of the last block in the book */
  { type: 'progress'; height: number } | WorkerError;

export type FromMempoolWorker =
  | { type: 'facts'; facts: readonly Fact[] }
  | { type: 'frame'; frame: MempoolFrame }
  | { type: 'block-seen' }
  /** A block is taken over: what was expected of it, where that is a fair question. */
  | { type: 'block'; block: { hash: string; arrival: BlockArrival | undefined } }
  /** Ids in trees of replacements that may have been mined since the last run. */
  | { type: 'unresolved'; txids: readonly string[] }
  | WorkerError;
