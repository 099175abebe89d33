import { tables } from '@glassblock/index';
import {
  type CassandraAddress,
  type Engine,
  type LevelOptions,
  openCassandraEngine,
  openLevelEngine,
  openMemoryEngine,
} from '@glassblock/store';

/** Where the rows of an index are. */
export interface IndexStorage extends Omit<LevelOptions, 'directory'> {
  /** Directory of LevelDB; absent: in memory. */
  directory: string | undefined;
  /** Keyspace that is used instead of LevelDB; the directory has the temporary files of the first build then. */
  cluster?: CassandraAddress | undefined;
  /** The keyspace must exist: it is only read. */
  isReader?: boolean;
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
export async function openIndexEngine({ directory, cluster, isReader, ...options }: IndexStorage): Promise<Engine> {
  if (cluster !== undefined) {
    return openCassandraEngine(cluster, Object.values(tables), { isReader: isReader === true });
  }
  return directory === undefined ? openMemoryEngine() : openLevelEngine({ ...options, directory });
}
