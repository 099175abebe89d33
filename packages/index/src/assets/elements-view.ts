import { type CodedError, equalBytes } from '@glassblock/primitives';
import type { AssetId } from '@glassblock/primitives/elements';
import { rowKey, type Store, type View } from '@glassblock/store';
import { chainMapOf, type IndexView, indexViewOn } from '../index-reader.ts';
import type { Prefixer } from '../prefixer.ts';
import { decodingRows } from '../reading/bad-row.ts';
import type { IndexSnapshot } from '../reading/index-snapshot.ts';
import { assetRow, assetTxSortKey, decodeAssetTxRow } from '../rows/asset/asset-rows.ts';
import { federationRow, federationSortKey, pegKinds, pegRow, pegSortKey } from '../rows/asset/peg-rows.ts';
import { tables } from '../rows/tables.ts';
import type { TxNumber } from '../tx-number.ts';
import { newestTotals } from './asset-plan.ts';
import type { AssetTotals } from './asset-totals.ts';
import { federationPartition } from './federation-plan.ts';
import { countPegs, pegPartition } from './peg-plan.ts';

/** How an asset was created. 32 bytes each, internal order. */
export interface AssetCreation {
  readonly number: TxNumber;
  readonly vin: number;
  readonly entropy: Uint8Array;
  readonly tokenId: AssetId;
  /** Undefined when the issuer committed to none. */
  readonly contractHash: Uint8Array | undefined;
  readonly prevTxid: Uint8Array;
  readonly prevVout: number;
}

/** A transaction in the history of an asset, and the totals after it. */
export interface AssetTx {
  readonly number: TxNumber;
  readonly totals: AssetTotals;
}

/** A peg-in, a peg-out or a burn of the pegged asset. */
export interface PegEntry {
  readonly number: TxNumber;
  readonly kind: (typeof pegKinds)[number];
  /** Input of a peg-in, else output. */
  readonly index: number;
  readonly amount: bigint;
  /** Output of the parent chain that a peg-in claims; undefined otherwise. */
  readonly parent: { readonly txid: Uint8Array; readonly vout: number } | undefined;
  /** Claim script of a peg-in, script to be paid of a peg-out; empty for a burn. */
  readonly script: Uint8Array;
}

/** The federation's script on the parent chain from a block on. */
export interface FederationEntry {
  readonly height: number;
  readonly script: Uint8Array;
}

/** The index of an Elements chain at one tip. */
export interface ElementsView extends IndexView {
  /** Returns how an asset was created; undefined for one that was not issued, such as the pegged asset. */
  asset(id: AssetId): Promise<AssetCreation | undefined>;
  /** Returns the totals of an asset at the tip; zeros for an unknown one. */
  assetTotals(id: AssetId): Promise<AssetTotals>;
  /** Returns transactions that issued, burned or pegged an asset, newest first; `before` excludes itself and newer ones. */
  assetHistory(id: AssetId, options: { before?: TxNumber; limit: number }): Promise<AssetTx[]>;
  /** Returns the number of peg-ins, peg-outs and burns of the pegged asset. */
  pegCount(): Promise<number>;
  /** Returns them, newest first. */
  pegs(options: { skip: number; limit: number }): Promise<PegEntry[]>;
  /** Returns the scripts of dynamic federations, newest first; the script before the first is that of the network. */
  federations(): Promise<FederationEntry[]>;
}

/**
 * Returns the index of an Elements chain as a view of its store shows it; the owner of the view closes it.
 * @throws as `openIndexView`
 */
export async function elementsViewOf(store: Store, prefixer: Prefixer, view: View): Promise<ElementsView> {
  const onBadRow = (error: CodedError) => store.reportBadRow(error);
  const map = await decodingRows(() => chainMapOf(store, view, prefixer.format), onBadRow);
  const snapshot: IndexSnapshot = { view, prefixer, map };
  const decoding = <T>(work: () => Promise<T>) => decodingRows(work, onBadRow);
  return {
    ...indexViewOn(snapshot, onBadRow),
    asset: (id) => decoding(() => creationOf(snapshot, id)),
    assetTotals: (id) => decoding(() => newestTotals(view, id)),
    assetHistory: (id, options) => decoding(() => historyOf(snapshot, id, options)),
    pegCount: () => decoding(() => countPegs(view)),
    pegs: (options) => decoding(() => pegsOf(snapshot, options)),
    federations: () => decoding(() => federationsOf(view)),
  };
}

async function creationOf({ view, map }: IndexSnapshot, id: AssetId): Promise<AssetCreation | undefined> {
  const row = await view.get(tables.assets, rowKey(tables.assets, id));
  if (row === undefined) return undefined;
  const { number, contractHash, ...creation } = assetRow.decode(row);
  const hasContract = !equalBytes(contractHash, new Uint8Array(32));
  return { ...creation, number: map.placeOf(number), contractHash: hasContract ? contractHash : undefined };
}

async function historyOf(
  { view, map }: IndexSnapshot,
  id: AssetId,
  { before, limit }: { before?: TxNumber; limit: number },
): Promise<AssetTx[]> {
  const below = before === undefined ? map.next : map.numberAt(before);
  if (below === 0 || limit <= 0) return [];
  const from = assetTxSortKey.encode({ number: below - 1 });
  const rows = await view.scan(tables.assetTxs, id, { from, limit });
  return rows.map(({ sort, value }) => ({
    number: map.placeOf(assetTxSortKey.decode(sort).number),
    totals: decodeAssetTxRow(value),
  }));
}

async function pegsOf(
  { view, map }: IndexSnapshot,
  { skip, limit }: { skip: number; limit: number },
): Promise<PegEntry[]> {
  const newest = (await countPegs(view)) - 1 - skip;
  if (newest < 0 || limit <= 0) return [];
  const from = pegSortKey.encode({ number: newest });
  const rows = await view.scan(tables.pegs, pegPartition, { from, limit });
  return rows.map(({ value }) => {
    const { tx, kind, index, amount, parentTxid, parentVout, script } = pegRow.decode(value);
    const name = pegKinds[kind]!;
    const parent = name === 'peg-in' ? { txid: parentTxid, vout: parentVout } : undefined;
    return { number: map.placeOf(tx), kind: name, index, amount, parent, script };
  });
}

async function federationsOf(view: View): Promise<FederationEntry[]> {
  const rows = await view.scan(tables.federations, federationPartition, {});
  return rows.map(({ sort, value }) => ({
    height: federationSortKey.decode(sort).height,
    script: federationRow.decode(value).script,
  }));
}
