/**
 * The Lightning network: the graph as several sources report it, the life cycle of channels on the chain, closing
 * reasons with evidence, statistics and history. It has no HTTP routes or wire shapes, and is not a wallet.
 *     const graph = new Graph();
 *     const snapshot = graph.beginSnapshot(0);
 *     for (const channel of reported) snapshot.channel(channel);
 *     snapshot.finish();
 *     new GraphSearch(graph).findNodes('harbor');
 * Errors of sources, each with one sentence: lightning.unreachable, .certificate, .bad-macaroon, .bad-file, .not-ready,
 * .bad-answer, .empty-graph, .other-network; of geographic files: lightning.bad-geography.
 */
export { maxRowsEach, type PastPolicy } from './changes/change-log.ts';
export { GraphChanges } from './changes/graph-changes.ts';
export { ReachObserver, uptimeOf } from './changes/reach.ts';
export { type AddressPlace, AddressPlaces, type GeographyFiles } from './geography/address-places.ts';
export { type MmdbValue, writeMmdb } from './geography/mmdb-writer.ts';
export { NodePlaces } from './geography/node-places.ts';
export {
  channelsOnMap,
  nodeChannelsOnMap,
  type PlaceStatistics,
  placeStatistics,
} from './geography/place-statistics.ts';
export { channelStatus } from './graph/channel-columns.ts';
export { parseChannelId, parseShortId, shortIdOf } from './graph/channel-id.ts';
export { closingReasons } from './graph/closure-columns.ts';
export { featuresOf } from './graph/features.ts';
export { minUpdateTime } from './graph/gossip.ts';
export { Graph } from './graph/graph.ts';
export { GraphSearch } from './graph/search.ts';
export { type DatedStatistics, LightningHistory } from './history.ts';
export type { Attribution } from './life-cycle/attribution.ts';
export type { ChainBlock, ChannelOutput, LightningChain, Spender, TxPosition } from './life-cycle/chain.ts';
export type { ClosingCost } from './life-cycle/closing-cost.ts';
export type { ClosingEvidence } from './life-cycle/closing-reason.ts';
export { ChainFollower } from './life-cycle/follow-chain.ts';
export { createClnSource } from './sources/cln-source.ts';
export { followSources, refreshMs, type SourceState } from './sources/follow-sources.ts';
export { type LndAddress, lndGet, lndJson, lndMessages } from './sources/lnd-http.ts';
export { createLndSource } from './sources/lnd-source.ts';
export { type GraphStatistics, graphStatistics } from './statistics/graph-statistics.ts';
export { everyNodeDay } from './statistics/node-days.ts';
export { importTopology, type TopologyFiles } from './topology/import-topology.ts';
export { createTopologyTarget, type TopologyProgress, type TopologyTarget } from './topology/topology-target.ts';
