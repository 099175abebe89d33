/**
 * The index of an Elements chain: the format with which `openIndex` and the follower read its blocks, and the view with
 * its assets. The effect of a block on the supply of each asset is computed from the block alone.
 *
 *     const prefixer = await openIndex(store, identity, elementsFormat(elementsNetworks.liquid));
 *     const view = await elementsViewOf(store, prefixer, await store.view());
 *     supplyOf(await view.assetTotals(assetId));
 */
export {
  type AssetChange,
  type AssetEvent,
  assetChangesOf,
  assetEventsOf,
  type PegContext,
} from './assets/asset-changes.ts';
export { type AssetTotals, addTotals, noAssetTotals, supplyOf, totalsOfChanges } from './assets/asset-totals.ts';
export {
  type AssetCreation,
  type AssetTx,
  type ElementsView,
  elementsViewOf,
  type FederationEntry,
  type PegEntry,
} from './assets/elements-view.ts';
export { checkElementsIndex, type ElementsCheckOptions } from './check/check-elements.ts';
export { writeElementsSpent } from './formats/elements-columns.ts';
export { elementsFormat } from './formats/elements-format.ts';
