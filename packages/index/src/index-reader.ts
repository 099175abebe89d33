import { type CodedError, displayHash } from '@glassblock/primitives';
import { rowKey, type Store, type View } from '@glassblock/store';
import { ChainMap, readChainMap } from './chain-map.ts';
import type { ChainTip } from './chain-source.ts';
import type { ChainFormat } from './formats/chain-format.ts';
import type { Prefixer } from './prefixer.ts';
import { decodingRows } from './reading/bad-row.ts';
import { blockByHash, blocksAt, staleBody } from './reading/block-queries.ts';
import type { IndexSnapshot } from './reading/index-snapshot.ts';
import {
  type HistoryEntry,
  scriptHistory,
  scriptHistoryEntry,
  scriptTotals,
  type UnspentCursor,
  type UnspentOutput,
  unspentPage,
} from './reading/script-queries.ts';
import {
  locateTx,
  type Spender,
  spansOf,
  spendersOf,
  storedBodies,
  storedTxids,
  type TxSpan,
} from './reading/tx-queries.ts';
import type { BlockRow } from './rows/block/block-row.ts';
import type { StoredBody } from './rows/block/body-row.ts';
import type { StaleBody } from './rows/block/stale-body.ts';
import type { ScriptTotals } from './rows/script/script-entries.ts';
import { tables } from './rows/tables.ts';
import { tipOfMarker } from './rows/tip-marker.ts';
import { type TxNumber, u32Bytes } from './tx-number.ts';

/** A view: all answers are for the same tip. Transaction numbers are only valid for one view. */
export interface IndexView {
  readonly tip: ChainTip | undefined;
  /** Transactions up to the tip. */
  readonly txCount: number;
  /** Returns blocks of the active chain; undefined where there is none. */
  blocksAt(heights: readonly number[]): Promise<(BlockRow | undefined)[]>;
  /** Returns a block of the active chain or a stale one. */
  blockByHash(hash: Uint8Array): Promise<{ row: BlockRow; stale: boolean } | undefined>;
  /** Returns a stale block and its spent outputs, as far as they were stored. */
  staleBody(hash: Uint8Array): Promise<StaleBody | undefined>;
  /** Returns candidate positions of a transaction, newest first: exact with stored ids, otherwise the body decides. */
  locate(txid: Uint8Array): Promise<TxNumber[]>;
  /** Totals over all transactions of a script. */
  totals(scriptHash: Uint8Array): Promise<ScriptTotals>;
  /** Newest first; `before` excludes itself and everything newer. */
  history(scriptHash: Uint8Array, options: { before?: TxNumber; limit: number }): Promise<HistoryEntry[]>;
  /** The entry of one transaction in a script's history. */
  historyEntry(scriptHash: Uint8Array, number: TxNumber): Promise<HistoryEntry | undefined>;
  /** Returns unspent outputs, newest transactions first, by output index within one. */
  unspentPage(scriptHash: Uint8Array, options: { after?: UnspentCursor; limit: number }): Promise<UnspentOutput[]>;
  /** Returns the spenders of each transaction's outputs, by output index. */
  spendersOf(txs: readonly { number: TxNumber }[]): Promise<Map<number, Spender>[]>;
  /** Returns txids in internal byte order, without reading bodies; undefined if the index does not store them. */
  txids(numbers: readonly TxNumber[]): Promise<(Uint8Array | undefined)[]>;
  /** Returns the positions of transactions in their serialized blocks. */
  spans(numbers: readonly TxNumber[]): Promise<(TxSpan | undefined)[]>;
  /** Returns stored bodies; undefined if the index does not store them. */
  bodies(numbers: readonly TxNumber[]): Promise<(StoredBody | undefined)[]>;
  close(): Promise<void>;
}

/**
 * Opens a view of the index; the caller closes it. Its methods report rows that cannot be decoded to the store.
 * @throws {CodedError} index.bad-row, also from the methods; errors of the store
 */
export async function openIndexView(store: Store, prefixer: Prefixer): Promise<IndexView> {
  const view = await store.view();
  try {
    return await indexViewOf(store, prefixer, view);
  } catch (error) {
    await view.close();
    throw error;
  }
}

/**
 * Returns the index as a view of its store shows it; the owner of the view closes it.
 * @throws as `openIndexView`
 */
export async function indexViewOf(store: Store, prefixer: Prefixer, view: View): Promise<IndexView> {
  const onBadRow = (error: CodedError) => store.reportBadRow(error);
  const map = await decodingRows(() => chainMapOf(store, view, prefixer.format), onBadRow);
  return indexViewOn({ view, prefixer, map }, onBadRow);
}

const knownMaps = new WeakMap<Store, { marker: Uint8Array | undefined; hash: string; map: ChainMap }>();

/** Returns the map of the chain of a view; reuses the last one if the chain only grew by a block. */
export async function chainMapOf(store: Store, view: View, format: ChainFormat): Promise<ChainMap> {
  const tip = tipOfMarker(view.tip);
  if (tip === undefined) return ChainMap.of([], 0);
  const known = knownMaps.get(store);
  // readers that share a view share its marker
  if (known !== undefined && known.marker === view.tip) return known.map;
  const hash = displayHash(tip.hash);
  if (known?.hash === hash) {
    known.marker = view.tip;
    return known.map;
  }
  let map: ChainMap | undefined;
  if (known?.map.count === tip.height) {
    const row = await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(tip.height)));
    const block = row === undefined ? undefined : format.decodeBlockRow(row);
    if (block !== undefined && displayHash(block.header.prevHash) === known.hash) {
      map = known.map.extended(block.txCount);
    }
  }
  map ??= await readChainMap(view, tip.height + 1, tip.next);
  knownMaps.set(store, { marker: view.tip, hash, map });
  return map;
}

/** Returns the view of a snapshot. */
export function indexViewOn(snapshot: IndexSnapshot, onBadRow?: (error: CodedError) => void): IndexView {
  const { view, map } = snapshot;
  const decoding = <T>(work: () => Promise<T>) => decodingRows(work, onBadRow);
  return {
    tip: tipOfMarker(view.tip),
    txCount: map.next,
    blocksAt: (heights) => decoding(() => blocksAt(snapshot, heights)),
    blockByHash: (hash) => decoding(() => blockByHash(snapshot, hash)),
    staleBody: (hash) => decoding(() => staleBody(snapshot, hash)),
    locate: (txid) => decoding(() => locateTx(snapshot, txid)),
    totals: (scriptHash) => decoding(() => scriptTotals(snapshot, scriptHash)),
    history: (scriptHash, page) => decoding(() => scriptHistory(snapshot, scriptHash, page)),
    historyEntry: (scriptHash, number) => decoding(() => scriptHistoryEntry(snapshot, scriptHash, number)),
    unspentPage: (scriptHash, page) => decoding(() => unspentPage(snapshot, scriptHash, page)),
    spendersOf: (txs) => decoding(() => spendersOf(snapshot, txs)),
    txids: (numbers) => decoding(() => storedTxids(snapshot, numbers)),
    spans: (numbers) => decoding(() => spansOf(snapshot, numbers)),
    bodies: (numbers) => decoding(() => storedBodies(snapshot, numbers)),
    close: () => view.close(),
  };
}
