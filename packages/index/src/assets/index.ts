/**
 * Assets of Elements chains: what a block does to the supply of each asset, and the sums of it, to be connected and
 * disconnected with the block. Pure; no table holds them yet.
 *     connectAssets(totals, assetChangesOf(readElementsBlock(bytes), elementsNetworks.liquid));
 *     supplyOf(totals.get(assetId));
 */
export {
  type AssetAmount,
  type AssetChange,
  type AssetEvent,
  assetChangesOf,
  assetEventsOf,
  type BurnEvent,
  type CreatedAsset,
  type IssuanceEvent,
  type PegContext,
  type PegInEvent,
  type PegOutEvent,
} from './asset-changes.ts';
export {
  type AssetTotals,
  connectAssets,
  disconnectAssets,
  noAssetTotals,
  supplyOf,
  type TotalsByAsset,
  totalsOfChanges,
} from './asset-totals.ts';
