/**
 * Mirror of the node's mempool: transactions, linearized clusters, projected blocks, recommended fees, and removal
 * reasons. One owner; everything else queries `MempoolView` or reads the journal. It has no socket code.
 * Example:
 *     const engine = createMempoolEngine({ source, now, onFacts, onFrame });
 *     const runner = startMempoolRunner({ engine, source, openFeed, idOf, nowMs, onError });
 *     const [entry] = await engine.view.entries([txid]);
 */
export type { BlockArrival } from './audit/block-arrival.ts';
export { createIncomingRate, type IncomingRate } from './blocks/incoming-rate.ts';
export type { ProjectedFigures } from './blocks/project.ts';
export { type RecommendedFees, recommendedFees } from './blocks/recommended-fees.ts';
export { Presence, type PresenceMemory, presencePlaces } from './columns/presence.ts';
export type { BlockDelta, CompressedChange, CompressedTx } from './deltas.ts';
export { createMempoolEngine, type EngineOptions, type MempoolEngine } from './engine.ts';
export { BlockOrder, type ChunkView } from './graph/block-order.ts';
export type {
  BlockUpdate,
  MempoolEntry,
  MempoolFrame,
  MempoolScript,
  MempoolTotals,
  MempoolView,
  Relative,
  StrippedTx,
} from './mempool-view.ts';
export type { MempoolChanges } from './mirror/mirror.ts';
export {
  type MempoolEvent,
  type MempoolRunner,
  type RunnerOptions,
  startMempoolRunner,
} from './mirror/runner.ts';
export type { MempoolSource, NodeMempoolInfo, Outpoint } from './mirror/source.ts';
export { presentOnlyView } from './queries/present-only-view.ts';
export type { RawContents } from './raw-contents.ts';
export {
  defaultReplacementLimits,
  type ReplacementChanges,
  type ReplacementLimits,
} from './replacements/replacement-forest.ts';
export type { RbfTree, ReplacementTx } from './replacements/replacement-tree.ts';
export {
  createReplacements,
  type RbfSummary,
  type Replacements,
  type ReplacementsOptions,
} from './replacements/replacements.ts';
export { feeBands, type MempoolSample } from './samples/sample-bytes.ts';
export { openSamples, type Samples, type SampleWindow, sampleWindows } from './samples/samples.ts';
export { openSummaries, type Summaries } from './summaries/summaries.ts';
export type { MempoolSummary } from './summaries/summary-bytes.ts';
