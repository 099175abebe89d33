/**
 * Liquid beyond its chain: the federation's scripts and outputs on the parent chain, and the registry of assets. Chain
 * tables are those of `@glassblock/index`; the server connects both.
 *     depositScripts(fedpegScript, claimScript).p2wsh;
 *     searchRegistry(parseRegistry(json).assets, 'usdt', 15);
 *
 * Errors: liquid.bad-tweak (a federation key that cannot be tweaked), liquid.bad-registry (a registry that is no object,
 * or a file that cannot be read).
 */
export { type DeficitPeriod, type DeficitPoint, deficitHistory, type SupplyChange } from './audit/deficit-history.ts';
export {
  auditFederation,
  balancesByScript,
  type ClaimedDeposit,
  type FederationAudit,
  type FederationFacts,
  type Holding,
  type HoldingState,
  type ParentChain,
  type ParentOutpoint,
  type ParentOutput,
  type ParentSpender,
  reserveAt,
} from './audit/federation-audit.ts';
export {
  type FederationPayment,
  matchPegOuts,
  type PegOutOutcome,
  type RedemptionKind,
  type RequestedPegOut,
  type UnmatchedReason,
} from './audit/peg-out-matching.ts';
export {
  type DepositScripts,
  depositScripts,
  federationScriptOf,
  timelockOf,
  tweakFederationScript,
} from './federation/federation-script.ts';
export { type AssetIcons, parseAssetIcons, readAssetIcons } from './registry/asset-icons.ts';
export { type FeaturedAssets, type FeaturedGroup, parseFeaturedAssets } from './registry/featured-assets.ts';
export {
  type AssetSortDirection,
  type AssetSortField,
  assetOrder,
  isContractOf,
  type ParsedRegistry,
  parseRegistry,
  type RegistryAsset,
  readRegistry,
  searchRegistry,
} from './registry/registry.ts';
export { type RegistryTexts, registryTexts } from './registry/registry-texts.ts';
export type { WatchedContent, WatchOptions } from './registry/watched-content.ts';
export { openWatchedFile } from './registry/watched-file.ts';
export { type Fetch, openWatchedUrl } from './registry/watched-url.ts';
export { atOnce, type Slices } from './slices.ts';
