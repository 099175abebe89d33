import type { MessagePort } from 'node:worker_threads';
import type { BulkProgress, ChainFormat } from '@glassblock/index';
import type { Fact } from '@glassblock/journal';
import type { BlockArrival, MempoolEntry, MempoolFrame, PresenceMemory } from '@glassblock/mempool';
import type { NodeAddress } from '@glassblock/node';
import type { NetworkName } from '@glassblock/primitives';
import type { ElementsNetworkName } from '@glassblock/primitives/elements';
import type { CassandraAddress } from '@glassblock/store';
import type { ThreadFailure } from './thread-error.ts';

/** Start data of an index thread. */
export interface IndexWorkerData {
  network: NetworkName | ElementsNetworkName;
  format: ChainFormat['name'];
  node: NodeAddress;
  /** Directory of LevelDB; absent: in memory, served through the port. */
  directory: string | undefined;
  /** Keyspace that is used instead of LevelDB. */
  cluster?: CassandraAddress | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** Bytes of rows that are cached, except on a cluster: others can write to it. */
  rowCacheBytes: number;
  /** See `newLogMemory`. */
  logMemory: SharedArrayBuffer;
  /** Memory for sorting during the build. */
  sortBytes: number;
  /** Store transaction ids, so that lists need no bodies. */
  keepIds: boolean;
  /** Store the transactions themselves. */
  keepBodies: boolean;
  /** Interval at which the node is polled for new blocks, also where it announces them by ZMQ. */
  pollMs: number;
  /** Port for readers of the memory engine. */
  enginePort: MessagePort | undefined;
}

/** Start data of an address book thread. */
export interface AddressWorkerData {
  network: NetworkName | ElementsNetworkName;
  node: NodeAddress;
  /** Directory of LevelDB; absent: in memory. */
  directory: string | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** Port for calls. */
  callsPort: MessagePort;
}

/** Start data of a bulk build thread. */
export interface BulkWorkerData {
  network: NetworkName;
  node: NodeAddress;
  connections: number;
  directory: string;
  cluster?: CassandraAddress | undefined;
  cacheBytes: number;
  writeBufferBytes: number;
  /** Directory of intermediate records. */
  bulkDirectory: string;
  /** Shared by all writers: see LevelOptions. */
  fence: SharedArrayBuffer;
  /** Port for tasks. */
  tasks: MessagePort;
}

/** Start data of a mempool thread. */
export interface MempoolWorkerData {
  network: NetworkName;
  node: NodeAddress;
  viewPort: MessagePort;
  /** Counts the entries of the mempool, for the main thread. */
  presence: PresenceMemory;
}

/** An index or an address book, which may share a thread: the worker of a thread of its own, and its start data. */
export type SharedTask =
  | { file: 'index-worker.ts'; data: IndexWorkerData }
  | { file: 'address-worker.ts'; data: AddressWorkerData };

/** The worker of a thread of a network, in `workers`, and its start data. */
export type ThreadTask = SharedTask | { file: 'mempool-worker.ts'; data: MempoolWorkerData };

/** Message to a shared thread: starts a task, with the port instead of a parent port, or ends the thread after the last task. */
export type ToSharedWorker = (SharedTask & { port: MessagePort }) | 'end';

/** Message to an index thread. */
export type ToIndexWorker =
  | { type: 'stop' }
  /** All other threads of this process have closed the index. */
  | { type: 'gone' }
  /** A read found the files damaged. */
  | { type: 'damaged'; message: string }
  /** A row cannot be decoded: the files may be damaged. */
  | { type: 'bad-row'; message: string };

/** Message to an address book thread. */
export type ToAddressWorker = { type: 'wake' } | { type: 'stop' };

/** Message to a mempool thread. */
export type ToMempoolWorker =
  | { type: 'wake' }
  /** Display id of a block that the clients have, see `MempoolRunner.blockSent`. */
  | { type: 'block-sent'; id: string }
  | { type: 'stop' }
  /** Port on which another thread sends queries, as the main thread does. */
  | { type: 'reader'; viewPort: MessagePort }
  /** The directory of the network is locked by this process: persistent data is stored there. */
  | { type: 'keep'; directory: string; contentBytes: number }
  /** All fee deltas of accelerations, sats. */
  | { type: 'fee-deltas'; sats: ReadonlyMap<string, number> }
  /** Those of the requested ids that are in the chain. */
  | { type: 'mined'; txids: readonly string[] };

/** A failure as it crosses threads. `expected`: the node's, not a bug. */
export interface WorkerError {
  type: 'trouble';
  code: string;
  message: string;
  expected: boolean;
}

/** Message from an index thread. */
export type FromIndexWorker =
  /** The store may be opened; also after `release`. */
  | { type: 'opened' }
  /** All other threads must close the store, so that it can be reopened. */
  | { type: 'release' }
  | { type: 'refused'; code: string; message: string }
  /** The index is not open: its files are verified. */
  | { type: 'verifying'; bytes: number; allBytes: number }
  /** The files are damaged: all other threads must close the store; `opened` follows when it is rebuilt. */
  | { type: 'damaged'; message: string }
  /** A row cannot be decoded, and the checksums of all files are right. */
  | { type: 'bad-row'; message: string }
  /** The node announced that it connected or disconnected a block. */
  | { type: 'block-seen' }
  | { type: 'facts'; facts: readonly Fact[]; nodeHeight: number | null }
  | {
      type: 'progress';
      height: number | null;
      nodeHeight: number | null;
      synced: boolean;
      /** The initial build, while it runs. */
      build: BulkProgress | undefined;
    }
  | WorkerError
  | ThreadFailure;

/** Message from an address book thread. */
export type FromAddressWorker =
  /** @param height of the last block in the book */
  { type: 'progress'; height: number } | WorkerError;

/** A block that the mempool connected, with its arrival unless an audit would not be fair. */
export interface MempoolBlock {
  hash: string;
  arrival: BlockArrival | undefined;
}

/** Message from a mempool thread. */
export type FromMempoolWorker =
  /** @param entries of added transactions, see `MempoolView.attachEntries` */
  | { type: 'facts'; facts: readonly Fact[]; entries: readonly MempoolEntry[] }
  | { type: 'frame'; frame: MempoolFrame }
  | { type: 'block'; block: MempoolBlock }
  /** Ids in replacement trees that may have been mined since the last run. */
  | { type: 'unresolved'; txids: readonly string[] }
  /** A file of a store is damaged. */
  | { type: 'storage-damaged'; store: string; loss: string }
  | WorkerError
  | ThreadFailure;
