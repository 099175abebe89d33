/**
 * The public API: REST routes, live messages, errors, and configuration of the web app. Types, validation, OpenAPI,
 * docs and tests derive from one declaration. It has no business logic; the web app imports only types.
 *     import { endpoints, type AnswerOf } from '@glassblock/contract';
 *     type Tip = AnswerOf<typeof endpoints.tipHeight>;
 */

export {
  type AnswerKind,
  type AnswerOf,
  type CacheRule,
  type Endpoint,
  endpoint,
  type ParamsOf,
  type QueryOf,
} from './endpoint.ts';
export { type EndpointId, endpoints } from './endpoints.ts';
export { type ErrorCode, type ErrorForm, type ErrorRow, errorCatalog } from './errors.ts';
export type { Field, FieldKind, FieldRule } from './fields.ts';
export { openApi } from './openapi/openapi.ts';
export {
  Acceleration,
  AccelerationQuote,
  AccelerationRecord,
  AccelerationStats,
  AccelerationSums,
  AccelerationTotal,
  MinedAcceleration,
} from './shapes/acceleration-shapes.ts';
export { AuditScore, BlockAudit, type BlockHealth, TxAudit } from './shapes/audit-shapes.ts';
export { FeeCalibration, FeeForecast } from './shapes/forecast-shapes.ts';
export { MempoolAt } from './shapes/history-shapes.ts';
export type {
  ChannelLifetime,
  LifetimeEvent,
  LightningEvents,
  NodePolicies,
  NodeUptime,
  PairPolicies,
} from './shapes/lightning/lightning-history-shapes.ts';
export type {
  ChannelLine,
  ChannelSplices,
  ClosingEvidence,
  CountryNodes,
  GeographyState,
  GeoNode,
  IspNodes,
  IspRanking,
  LightningChannel,
  LightningChannelHit,
  LightningCountry,
  LightningDay,
  LightningFeeHistogram,
  LightningHits,
  LightningImport,
  LightningLatest,
  LightningLookups,
  LightningNode,
  LightningNodeDay,
  LightningNodeHit,
  LightningRankings,
  LightningSources,
  LightningStat,
  LightningWorld,
  NodeAddressPlaces,
  NodeChannel,
  NodeGroups,
  PenaltyRow,
  RankedNode,
  TxChannels,
} from './shapes/lightning/lightning-shapes.ts';
export type {
  BlockFeeRates,
  BlockFees,
  BlockRewards,
  BlockSizesWeights,
  DifficultyRecord,
  MiningPoolHashrate,
  MiningPoolName,
  MiningPoolPage,
  MiningPoolRank,
  MiningPoolsRanking,
  NetworkHashrate,
  RewardStats,
} from './shapes/mining-shapes.ts';
export { Conversions, HistoricalPrice } from './shapes/price-shapes.ts';
export { ProofRecords } from './shapes/proof-shapes.ts';
export { Fate, RbfHistory, type RbfTree, RbfTrees } from './shapes/replacement-shapes.ts';
export * from './shapes/shapes.ts';
export { type AboutList, type AboutValue, aboutImages, aboutLists } from './shapes/site/about-shapes.ts';
export {
  Board,
  boardsPath,
  mainSite,
  plainWidgets,
  Widget,
  type WidgetOf,
  type WidgetType,
} from './shapes/site/board-shapes.ts';
export {
  type EnterpriseColor,
  type EnterpriseImage,
  EnterpriseInfo,
  enterpriseColors,
  enterpriseImages,
  enterprisePath,
} from './shapes/site/enterprise-shapes.ts';
export { StratumJob } from './shapes/stratum-shapes.ts';
export * from './shapes/tx-shapes.ts';
export { ServiceWallet, Treasuries, WatchedWallet } from './shapes/wallet-shapes.ts';
export { type ClientCommand, type Feed, feeds, parseClientFrame } from './socket/client-frame.ts';
export {
  type CompressedChange,
  type CompressedTx,
  type HostHealth,
  type MempoolTransactionsDelta,
  type MempoolTxidsDelta,
  type ProjectedBlockDelta,
  type ProjectedBlockFull,
  type ScriptNews,
  type ServerFrame,
  type SpentOutputsNews,
  socketLimits,
  type TrackedTxNews,
  type TxPosition,
} from './socket/socket.ts';
export { WebConfig } from './web-config.ts';
