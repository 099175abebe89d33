import { equalBytes, type Height } from '@glassblock/primitives';
import { rowKey, type Store, type View } from '@glassblock/store';
import { type BlockRow, decodeBlockRow } from './block-row.ts';
import type { ChainTip } from './chain-source.ts';
import { decodeHistoryRow, type HistoryRow, noTotals, type ScriptTotals } from './history-row.ts';
import { decodeUnspentValue } from './plan-block.ts';
import type { Prefixer } from './prefixer.ts';
import { tables } from './tables.ts';
import { compareTxNumbers, decodeTxNumber, encodeTxNumber, type TxNumber, u32At, u32Bytes } from './tx-number.ts';

/** A transaction in a script's history. */
export interface HistoryEntry extends HistoryRow {
  number: TxNumber;
}

/** An output that the chain has not spent. The id of its transaction is in the body of `number`. */
export interface UnspentOutput {
  number: TxNumber;
  vout: number;
  value: number;
}

/** A possible spender of an outpoint: prefixes may collide, the body of `number` decides. */
export interface SpendCandidate {
  number: TxNumber;
  vin: number;
}

/** The input that spends an output. */
export interface Spender {
  number: TxNumber;
  vin: number;
}

/** Where a page of unspent outputs goes on: this one and everything before it in the order are left out. */
export interface UnspentCursor {
  number: TxNumber;
  vout: number;
}

/** All answers of one view see the chain up to the same tip. Numbers must not outlive it. */
export interface IndexView {
  readonly tip: ChainTip | undefined;
  /** Blocks of the active chain; undefined where there is none. */
  blocksAt(heights: readonly number[]): Promise<(BlockRow | undefined)[]>;
  /** A block of the active chain or a stale one. */
  blockByHash(hash: Uint8Array): Promise<{ row: BlockRow; stale: boolean } | undefined>;
  /** Where a transaction may stand, newest first: the body decides. Nearly always none or one. */
  locate(txid: Uint8Array): Promise<TxNumber[]>;
  /** Totals over all transactions of a script. */
  totals(scriptHash: Uint8Array): Promise<ScriptTotals>;
  /** Newest first; `before` excludes itself and everything newer. */
  history(scriptHash: Uint8Array, options: { before?: TxNumber; limit: number }): Promise<HistoryEntry[]>;
  /** The entry of one transaction in a script's history. */
  historyEntry(scriptHash: Uint8Array, number: TxNumber): Promise<HistoryEntry | undefined>;
  unspent(scriptHash: Uint8Array, limit: number): Promise<UnspentOutput[]>;
  /** Who may have spent each output of a transaction, by output index. */
  spenders(txid: Uint8Array): Promise<Map<number, SpendCandidate[]>>;
  /** Unspent outputs: newest transactions first, inside one by output index. */
  unspentPage(scriptHash: Uint8Array, options: { after?: UnspentCursor; limit: number }): Promise<UnspentOutput[]>;
  /** Who has spent the outputs of each transaction, by output index. Exact. */
  spendersOf(txs: readonly { number: TxNumber; txid: Uint8Array }[]): Promise<Map<number, Spender>[]>;
  /** Ids of transactions, internal byte order, without a look at their bodies; undefined where the index keeps none. */
  txids(numbers: readonly TxNumber[]): Promise<(Uint8Array | undefined)[]>;
  close(): Promise<void>;
}

/** Opens a view of the index. Close it. */
export async function openIndexView(store: Store, prefixer: Prefixer): Promise<IndexView> {
  const view = await store.view();
  return indexViewOn(view, prefixer);
}

/** The tip that a store's marker names; undefined while no block is indexed. */
export function tipOfMarker(marker: Uint8Array | undefined): ChainTip | undefined {
  if (marker === undefined || marker.length === 0) return undefined;
  return { height: u32At(marker) as Height, hash: marker.slice(4) };
}

export function indexViewOn(view: View, prefixer: Prefixer): IndexView {
  const blocksAt = async (heights: readonly number[]) => {
    const keys = heights.map((height) => rowKey(tables.blocks, u32Bytes(height)));
    const rows = await view.getMany(tables.blocks, keys);
    return rows.map((row) => (row === undefined ? undefined : decodeBlockRow(row)));
  };
  return {
    tip: tipOfMarker(view.tip),
    blocksAt,
    async blockByHash(hash) {
      const at = await view.get(tables.blockIds, rowKey(tables.blockIds, hash));
      if (at !== undefined) {
        const [row] = await blocksAt([u32At(at)]);
        if (row !== undefined && equalBytes(row.header.hash, hash)) return { row, stale: false };
      }
      const stale = await view.get(tables.stale, rowKey(tables.stale, hash));
      return stale === undefined ? undefined : { row: decodeBlockRow(stale), stale: true };
    },
    async locate(txid) {
      const rows = await view.scan(tables.txids, prefixer.txid(txid), { reverse: true });
      return rows.map(({ sort }) => decodeTxNumber(sort));
    },
    async totals(scriptHash) {
      const [row] = await view.scan(tables.history, prefixer.script(scriptHash), { reverse: true, limit: 1 });
      return row === undefined ? noTotals : decodeHistoryRow(row.value).totals;
    },
    async history(scriptHash, { before, limit }) {
      const rows = await view.scan(tables.history, prefixer.script(scriptHash), {
        reverse: true,
        limit,
        ...(before === undefined ? {} : { until: encodeTxNumber(before) }),
      });
      return rows.map(({ sort, value }) => ({ number: decodeTxNumber(sort), ...decodeHistoryRow(value) }));
    },
    async historyEntry(scriptHash, number) {
      const key = rowKey(tables.history, prefixer.script(scriptHash), encodeTxNumber(number));
      const row = await view.get(tables.history, key);
      return row === undefined ? undefined : { number, ...decodeHistoryRow(row) };
    },
    async unspent(scriptHash, limit) {
      const rows = await view.scan(tables.unspent, prefixer.script(scriptHash), { limit });
      return rows.map(({ sort, value }) => ({
        number: decodeTxNumber(value),
        vout: u32At(sort, 8),
        value: decodeUnspentValue(value),
      }));
    },
    async spenders(txid) {
      const rows = await view.scan(tables.spends, prefixer.txid(txid));
      const byOutput = new Map<number, SpendCandidate[]>();
      for (const { sort, value } of rows) {
        const vout = u32At(sort);
        const candidates = byOutput.get(vout) ?? [];
        candidates.push({ number: decodeTxNumber(sort, 4), vin: u32At(value) });
        byOutput.set(vout, candidates);
      }
      return byOutput;
    },
    async unspentPage(scriptHash, { after, limit }) {
      const rows = await this.unspent(scriptHash, 100_000);
      rows.sort((a, b) => compareTxNumbers(b.number, a.number) || a.vout - b.vout);
      const isLater = ({ number, vout }: UnspentOutput) => {
        if (after === undefined) return true;
        const order = compareTxNumbers(number, after.number);
        return order < 0 || (order === 0 && vout > after.vout);
      };
      return rows.filter(isLater).slice(0, limit);
    },
    async spendersOf(txs) {
      const found: Map<number, Spender>[] = [];
      for (const { txid } of txs) {
        const byOutput = await this.spenders(txid);
        found.push(new Map([...byOutput].map(([vout, [first]]) => [vout, first!])));
      }
      return found;
    },
    txids: async (numbers) => numbers.map(() => undefined),
    close: () => view.close(),
  };
}
