import type { NodeAddress } from '@glassblock/node';
import type { NetworkName } from '@glassblock/primitives';
import type { IndexStorage } from '../threads/index-engine.ts';
import type { MempoolReaderData } from '../threads/mempool-thread.ts';
import type { IndexReaders } from './chain/index/index-readers.ts';

/** State of one network in a read thread. */
export interface ReadNetworkData {
  network: NetworkName;
  node: NodeAddress;
  /** LevelDB of the index; its block cache is that of the index thread. */
  index: Pick<IndexStorage, 'cacheBytes' | 'writeBufferBytes' | 'logMemory'> & { directory: string };
  /** Bytes for block bodies of this thread. */
  bodiesBytes: number;
  /** See `readStateReader`. */
  state: SharedArrayBuffer;
  mempool: MempoolReaderData;
}

/** Access to one network for read threads. */
export interface ReadAccess {
  readonly readers: IndexReaders;
  /** Returns the start data of one thread, with a port of its own. */
  threadData(): ReadNetworkData;
}

/** Returns the bytes for block bodies in each of the threads that answer, the main thread included. */
export const bodiesBytesOf = (memoryBytes: number, readThreads: number): number =>
  Math.floor(memoryBytes / 4 / (readThreads + 1));
