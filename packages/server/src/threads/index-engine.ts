import { tables } from '@glassblock/index';
import {
  type CassandraAddress,
  type Engine,
  type LevelOptions,
  openCassandraEngine,
  openLevelEngine,
  openLoggedEngine,
  openMemoryEngine,
  withLoggedRows,
} from '@glassblock/store';

/** Where the rows of an index are. */
export interface IndexStorage extends Omit<LevelOptions, 'directory'> {
  /** Directory of LevelDB; absent: in memory. */
  directory: string | undefined;
  /** Keyspace that is used instead of LevelDB; the directory has the temporary files of the first build then. */
  cluster?: CassandraAddress | undefined;
  /** Another thread or process writes: the rows exist, and are only read. */
  isReader?: boolean;
  /** Memory of the write-ahead log of LevelDB, for all threads that open it after the first build; see `newLogMemory`. */
  logMemory?: SharedArrayBuffer | undefined;
}

/** Most bytes of a write buffer; up to two of them are in memory. */
const maxWriteBufferBytes = 32e6;

/** Returns the sizes of the caches of an index, in bytes. @param memoryBytes of its network */
export function cacheSizes(memoryBytes: number): Pick<LevelOptions, 'cacheBytes' | 'writeBufferBytes'> {
  const cacheBytes = Math.floor(memoryBytes / 8);
  return { cacheBytes, writeBufferBytes: Math.min(maxWriteBufferBytes, cacheBytes) };
}

/** Returns the bytes of the rows that the thread of an index caches. @param memoryBytes of its network */
export const rowCacheBytes = (memoryBytes: number): number => Math.floor(memoryBytes / 16);

/** Returns the keyspace of a network. */
export const keyspaceOf = (cluster: CassandraAddress | undefined, network: string): CassandraAddress | undefined =>
  cluster && { ...cluster, keyspace: `${cluster.keyspace}_${network}` };

/** Opens the rows of an index. @throws {CodedError} store.locked, store.damaged, store.read-failed, store.missing */
export async function openIndexEngine(storage: IndexStorage): Promise<Engine> {
  const { directory, cluster, isReader = false, logMemory, ...options } = storage;
  if (cluster !== undefined) return openCassandraEngine(cluster, Object.values(tables), { isReader });
  if (directory === undefined) return openMemoryEngine();
  const engine = await openLevelEngine({ ...options, directory });
  if (logMemory === undefined) return engine;
  return isReader ? withLoggedRows(engine, logMemory) : openLoggedEngine(engine, directory, logMemory);
}
