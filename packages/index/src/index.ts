/**
 * The chain index: follows the node's active chain into tables and answers where a transaction stands, what a script's
 * history and totals are, which outputs are unspent, who spent them. It knows no HTTP and keeps no bodies.
 *
 *     const prefixer = await openIndex(store, 'regtest', randomBytes(16));
 *     const follower = await createFollower({ store, prefixer, source, onFacts });
 *     await follower.catchUp();
 *     const view = await openIndexView(store, prefixer);
 */
export type { BlockFigures, BlockRow } from './block-row.ts';
export type { ChainSource, ChainTip } from './chain-source.ts';
export { createFollower, type Follower, type FollowerOptions } from './follower.ts';
export { type HistoryRow, noTotals, type ScriptDelta, type ScriptTotals } from './history-row.ts';
export {
  type HistoryEntry,
  type IndexView,
  openIndexView,
  type SpendCandidate,
  type Spender,
  tipOfMarker,
  type UnspentCursor,
  type UnspentOutput,
} from './index-reader.ts';
export { openIndex, prefixerOf } from './open-index.ts';
export { createPrefixer, type Prefixer } from './prefixer.ts';
export { chainTables, indexFormat, keptUndo, tables } from './tables.ts';
export { compareTxNumbers, type TxNumber } from './tx-number.ts';
