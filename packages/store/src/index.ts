/**
 * Ordered tables: partition key + sort key -> value, batches, scans both ways, views bound to one commit. Engines:
 * LevelDB, memory, Apache Cassandra, and a hostile one for tests; all pass the same conformance suite. No domain knowledge.
 *
 *     const store = await openStore(await openLevelEngine({ directory, cacheBytes, writeBufferBytes }));
 *     await store.commit([{ table: blocks, key: rowKey(blocks, height), value }], tip);
 *     const view = await store.view();
 */
export { type CassandraAddress, parseCassandraUrl } from './cassandra/cassandra-url.ts';
export { openCassandraEngine } from './cassandra/open-cassandra.ts';
export { beginUse, hasEndedCleanly, markCleanEnd } from './clean-end.ts';
export type { Engine, EngineReader, EngineSnapshot, KeyRange, Row, RowChange } from './engine.ts';
export { type LevelOptions, openLevelEngine } from './engines/level-engine.ts';
export {
  type FaultyEngine,
  type HostileEngine,
  openFaultyEngine,
  openHostileEngine,
  openMemoryEngine,
} from './engines/memory-engine.ts';
export { remoteEngine, serveEngine } from './engines/remote-engine.ts';
export { writeFaultOf } from './faults.ts';
export { type DirectoryLock, lockDirectory } from './lock-directory.ts';
export { removeDirectory, removeLeftovers } from './remove-directory.ts';
export { type BytesRun, RowSlab } from './row-slab.ts';
export { RowValues } from './row-values.ts';
export { type Lease, type SharedStore, sharedViews } from './shared-views.ts';
export { StagedRows } from './staged-rows.ts';
export {
  type Change,
  openStore,
  type ScannedRow,
  type ScanOptions,
  type Store,
  type StoreOptions,
  type View,
} from './store.ts';
export { type RowKey, rowKey, type Table } from './table.ts';
export {
  damagedFiles,
  type FileFault,
  type Verification,
  type VerifyOptions,
  verifyDatabase,
} from './verify/verify-database.ts';
export { openLoggedEngine, withLoggedRows } from './write-ahead/logged-engine.ts';
export { newLogMemory } from './write-ahead/write-ahead-log.ts';
