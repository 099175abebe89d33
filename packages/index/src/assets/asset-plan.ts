import { displayHash, hashFromDisplay } from '@glassblock/primitives';
import type { AssetId, ElementsBlock } from '@glassblock/primitives/elements';
import { rowKey, type View } from '@glassblock/store';
import type { PlanRows } from '../planning/plan-rows.ts';
import {
  assetBlockRow,
  assetRow,
  assetTxSortKey,
  decodeAssetTxRow,
  encodeAssetTxRow,
} from '../rows/asset/asset-rows.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import { type AssetChange, assetChangesOf, type IssuanceEvent, type PegContext } from './asset-changes.ts';
import { type AssetTotals, addTotals, noAssetTotals, totalsOfChanges } from './asset-totals.ts';
import { planPegs, planPegsRemoval } from './peg-plan.ts';

/** A block whose assets are connected. */
export interface AssetBlock {
  readonly view: View;
  readonly block: Pick<ElementsBlock, 'txs'>;
  readonly height: number;
  /** Number of its first transaction. */
  readonly first: number;
  readonly context: PegContext;
}

const txKey = (id: AssetId, number: number) => rowKey(tables.assetTxs, id, assetTxSortKey.encode({ number }));
const blockKey = (height: number) => rowKey(tables.assetBlocks, u32Bytes(height));

/** Returns the totals of an asset after its newest transaction. */
export async function newestTotals(view: View, id: AssetId): Promise<AssetTotals> {
  const [row] = await view.scan(tables.assetTxs, id, { limit: 1 });
  return row === undefined ? noAssetTotals : decodeAssetTxRow(row.value);
}

/** Adds the rows of the assets that a block issues, burns or pegs. */
export async function planAssets(input: AssetBlock, rows: PlanRows): Promise<void> {
  const { view, block, height, first, context } = input;
  const changes = assetChangesOf(block, context);
  if (changes.length === 0) return;
  const totals = new Map<string, AssetTotals>();
  for (const id of assetsOf(changes)) totals.set(id, await newestTotals(view, hashFromDisplay(id)));
  for (const change of changes) {
    const number = first + change.position;
    for (const [id, delta] of totalsOfChanges([change])) {
      const next = addTotals(totals.get(id)!, delta);
      totals.set(id, next);
      rows.put(tables.assetTxs, txKey(hashFromDisplay(id), number), encodeAssetTxRow(next));
    }
    for (const event of change.events) {
      if (event.kind === 'issuance') putAsset(rows, event, number);
    }
  }
  await planPegs({ view, changes, first, nativeAsset: context.nativeAsset }, rows);
  const assetIds = [...totals.keys()].map(hashFromDisplay);
  rows.put(tables.assetBlocks, blockKey(height), assetBlockRow.encode({ assetIds }));
}

/** Ids in the order of their first event. */
const assetsOf = (changes: readonly AssetChange[]): Set<string> =>
  new Set(changes.flatMap(({ events }) => events.map(({ assetId }) => displayHash(assetId))));

function putAsset(rows: PlanRows, { assetId, vin, created }: IssuanceEvent, number: number): void {
  const { entropy, tokenId, contractHash, prevTxid, prevVout } = created!;
  const value = assetRow.encode({ number, vin, entropy, tokenId, contractHash, prevTxid, prevVout });
  rows.put(tables.assets, rowKey(tables.assets, assetId), value);
}

/** Removes the rows of a block's assets: reverses `planAssets`. */
export async function planAssetsRemoval(
  { view, height, first }: Pick<AssetBlock, 'view' | 'height' | 'first'>,
  rows: PlanRows,
): Promise<void> {
  const stored = await view.get(tables.assetBlocks, blockKey(height));
  if (stored === undefined) return;
  rows.put(tables.assetBlocks, blockKey(height), undefined);
  await planPegsRemoval(view, first, rows);
  for (const id of assetBlockRow.decode(stored).assetIds) {
    const asset = await view.get(tables.assets, rowKey(tables.assets, id));
    if (asset !== undefined && assetRow.decode(asset).number >= first) {
      rows.put(tables.assets, rowKey(tables.assets, id), undefined);
    }
    // the rows of the block at the tip are the newest
    const until = first === 0 ? {} : { until: assetTxSortKey.encode({ number: first - 1 }) };
    for (const { sort } of await view.scan(tables.assetTxs, id, until)) {
      rows.put(tables.assetTxs, rowKey(tables.assetTxs, id, sort), undefined);
    }
  }
}
