/**
 * The chain index: follows the node's active chain into tables and returns positions of transactions, histories and
 * totals of scripts, unspent outputs, and spenders of outputs. It has no HTTP code.
 *
 *     const prefixer = await openIndex(store, { network: 'regtest', key: randomBytes(16), ...bucketBits(bytes), .. });
 *     const follower = await createFollower({ store, prefixer, source, onFacts });
 *     await follower.catchUp();
 *     const view = await openIndexView(store, prefixer);
 */
export { type AddressBook, type BookSource, openAddressBook } from './address-book/address-book.ts';
export { type BulkOptions, type BulkProgress, bulkBuild } from './bulk/bulk-build.ts';
export { type BulkTask, type BulkTaskRunner, createBulkTaskRunner } from './bulk/bulk-task-runner.ts';
export type { BulkTaskRunnerOptions } from './bulk/bulk-task-runner-options.ts';
export type { ChainHeader, ChainSource, ChainTip } from './chain-source.ts';
export { type CheckOptions, type CheckResult, checkIndex } from './check/check-index.ts';
export type { Finding } from './check/findings.ts';
export { FactColumns, type FactRun } from './facts/fact-columns.ts';
export { createFactFollower, type FactFollower } from './facts/fact-follower.ts';
export { type FactSegment, factBytes, factLayout } from './facts/fact-segment.ts';
export { createFollower, type Follower, type FollowerOptions } from './follower.ts';
export { bitcoinFormat } from './formats/bitcoin-format.ts';
export type { ChainFormat } from './formats/chain-format.ts';
export { type IndexView, indexViewOf, openIndexView } from './index-reader.ts';
export { openIndex, prefixerOf } from './open-index.ts';
export { describeBlock } from './planning/describe-block.ts';
export { bucketBits, type IndexIdentity, Prefixer } from './prefixer.ts';
export type { HistoryEntry, UnspentCursor, UnspentOutput } from './reading/script-queries.ts';
export type { Spender, TxSpan } from './reading/tx-queries.ts';
export type { BlockFigures, BlockRow } from './rows/block/block-row.ts';
export type { StoredBody } from './rows/block/body-row.ts';
export { noTotals, type ScriptDelta, type ScriptTotals } from './rows/script/script-entries.ts';
export { chainTables, indexFormat, tables, undoDepth, updatedTables } from './rows/tables.ts';
export { tipOfMarker } from './rows/tip-marker.ts';
export { compareTxNumbers, type TxNumber } from './tx-number.ts';
