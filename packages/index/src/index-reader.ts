import { displayHash, equalBytes } from '@glassblock/primitives';
import { rowKey, type Store, type View } from '@glassblock/store';
import { spenderIn } from './block-plan.ts';
import { ChainMap, readChainMap } from './chain-map.ts';
import type { ChainTip } from './chain-source.ts';
import type { BucketKey, Prefixer } from './prefixer.ts';
import { decodeBlockIdRow } from './rows/block/block-id-row.ts';
import { type BlockRow, decodeBlockRow } from './rows/block/block-row.ts';
import type { StoredBody } from './rows/block/body-row.ts';
import { bodyGroup, bodyIn } from './rows/block/body-row.ts';
import { idAt, idGroup, idIn } from './rows/block/ids-row.ts';
import { decodeStaleBody, type StaleBody } from './rows/block/stale-body.ts';
import { numbersIn } from './rows/block/txids-row.ts';
import { chunkSort, firstOfChunk, scriptPartition, unspentOf, unspentSort } from './rows/row-keys.ts';
import { cellIn, cellTxs } from './rows/script/cells-row.ts';
import { decodeChunk, pairIn, type Tail, TailBuilder, tailIn, totalsAfter } from './rows/script/script-bucket.ts';
import { EntryReader, noTotals, type ScriptDelta, type ScriptTotals } from './rows/script/script-entries.ts';
import { decodeSpendGroup, type SpendRecord, spendGroup } from './rows/script/spends-row.ts';
import { decodeUnspent } from './rows/script/unspent-row.ts';
import { tables } from './rows/tables.ts';
import { tipOfMarker } from './rows/tip-marker.ts';
import { type TxNumber, u32Bytes } from './tx-number.ts';

/** A transaction in a script's history: its effect, and the totals after it. */
export interface HistoryEntry {
  number: TxNumber;
  delta: ScriptDelta;
  totals: ScriptTotals;
}

/** An output that the chain has not spent. */
export interface UnspentOutput {
  number: TxNumber;
  vout: number;
  value: number;
}

/** The input that spends an output. */
export interface Spender {
  number: TxNumber;
  vin: number;
}

/** Position in a list of unspent outputs; it and everything before it are excluded. */
export interface UnspentCursor {
  number: TxNumber;
  vout: number;
}

/** Position of a transaction in its serialized block: `skip` transactions precede it in those bytes. */
export interface TxSpan {
  offset: number;
  size: number;
  skip: number;
}

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

/** Opens a view of the index; the caller closes it. */
export async function openIndexView(store: Store, prefixer: Prefixer): Promise<IndexView> {
  const view = await store.view();
  try {
    return indexViewOn(view, prefixer, await chainMapOf(store, view));
  } catch (error) {
    await view.close();
    throw error;
  }
}

const knownMaps = new WeakMap<Store, { hash: string; map: ChainMap }>();

/** Returns the map of the chain of a view; reuses the last one if the chain only grew by a block. */
export async function chainMapOf(store: Store, view: View): Promise<ChainMap> {
  const tip = tipOfMarker(view.tip);
  if (tip === undefined) return ChainMap.of([], 0);
  const hash = displayHash(tip.hash);
  const known = knownMaps.get(store);
  if (known?.hash === hash) return known.map;
  let map: ChainMap | undefined;
  if (known?.map.count === tip.height) {
    const row = await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(tip.height)));
    const block = row === undefined ? undefined : decodeBlockRow(row);
    if (block !== undefined && displayHash(block.header.prevHash) === known.hash) {
      map = known.map.extended(block.txCount);
    }
  }
  map ??= await readChainMap(view, tip.height + 1, tip.next);
  knownMaps.set(store, { hash, map });
  return map;
}

export function indexViewOn(view: View, prefixer: Prefixer, map: ChainMap): IndexView {
  const { keepIds, keepBodies } = prefixer.identity;
  const place = (number: number) => map.placeOf(number);

  async function blocksAt(heights: readonly number[]) {
    const known = heights.filter((height) => height >= 0 && height < map.count);
    const rows = await view.getMany(
      tables.blocks,
      known.map((height) => rowKey(tables.blocks, u32Bytes(height))),
    );
    const byHeight = new Map(known.map((height, i) => [height, rows[i]]));
    return heights.map((height) => {
      const row = byHeight.get(height);
      return row === undefined ? undefined : decodeBlockRow(row);
    });
  }

  /** Returns the rows of the groups with these numbers, in order. */
  async function groupRows(
    table: typeof tables.ids | typeof tables.spends | typeof tables.bodies,
    size: number,
    numbers: readonly number[],
  ): Promise<(Uint8Array | undefined)[]> {
    const groups = [...new Set(numbers.map((number) => Math.floor(number / size)))];
    const rows = await view.getMany(
      table,
      groups.map((group) => rowKey(table, u32Bytes(group))),
    );
    const byGroup = new Map(groups.map((group, i) => [group, rows[i]]));
    return numbers.map((number) => byGroup.get(Math.floor(number / size)));
  }

  const isHere = (number: number) => number < map.next;

  async function idRows(numbers: readonly number[]): Promise<(Uint8Array | undefined)[]> {
    if (!keepIds) return numbers.map(() => undefined);
    const rows = await groupRows(tables.ids, idGroup, numbers);
    return rows.map((row, i) => (row === undefined ? undefined : idAt(row, numbers[i]! % idGroup)));
  }

  async function tailOf(key: BucketKey): Promise<Tail | undefined> {
    return tailIn(await view.get(tables.scripts, rowKey(tables.scripts, u32Bytes(key.bucket))), key.rest);
  }

  function entriesOf({ bytes, before }: Tail, end: number): HistoryEntry[] {
    const reader = new EntryReader(bytes, 0, bytes.length, before);
    const entries: HistoryEntry[] = [];
    while (reader.next() && reader.number < end) {
      const { fundedCount, spentCount } = reader;
      const delta = {
        fundedCount,
        fundedSum: BigInt(reader.fundedSum),
        spentCount,
        spentSum: BigInt(reader.spentSum),
      };
      entries.push({ number: place(reader.number), delta, totals: reader.totals.totals() });
    }
    return entries;
  }

  /** Returns a tail with all its entries: a pair gets the second one from the table of spends. */
  async function spelledOut(tail: Tail): Promise<Tail> {
    const pair = pairIn(tail);
    if (pair === undefined) return tail;
    const [row] = await groupRows(tables.spends, spendGroup, [pair.number]);
    const builder = new TailBuilder();
    builder.start(tail, spenderIn(row, pair));
    return { ...tail, bytes: builder.everyEntry() };
  }

  async function history(hash: Uint8Array, before: number, limit: number): Promise<HistoryEntry[]> {
    const key = prefixer.script(hash);
    const found = await tailOf(key);
    if (found === undefined || limit <= 0 || before <= 0) return [];
    const tail = await spelledOut(found);
    const entries = entriesOf(tail, before).reverse();
    let from: Uint8Array | undefined = chunkSort(before - 1);
    while (tail.sealed && entries.length < limit && from !== undefined) {
      const max = Math.ceil((limit - entries.length) / 60) + 1;
      const rows = await view.scan(tables.chunks, scriptPartition(key), { from, limit: max });
      for (const { value } of rows) entries.push(...entriesOf(decodeChunk(value), before).reverse());
      const last = rows.at(-1);
      const lowest = last === undefined ? 0 : firstOfChunk(last.sort);
      from = rows.length < max || lowest === 0 ? undefined : chunkSort(lowest - 1);
    }
    return entries.slice(0, limit);
  }

  return {
    tip: tipOfMarker(view.tip),
    txCount: map.next,
    blocksAt,
    async blockByHash(hash) {
      const at = await view.get(tables.blockIds, rowKey(tables.blockIds, hash));
      if (at !== undefined) {
        const [row] = await blocksAt([decodeBlockIdRow(at)]);
        if (row !== undefined && equalBytes(row.header.hash, hash)) return { row, stale: false };
      }
      const stale = await view.get(tables.stale, rowKey(tables.stale, hash));
      return stale === undefined ? undefined : { row: decodeBlockRow(stale), stale: true };
    },
    async staleBody(hash) {
      const row = await view.get(tables.staleBodies, rowKey(tables.staleBodies, hash));
      return row === undefined ? undefined : decodeStaleBody(row);
    },
    async locate(txid) {
      const { bucket, rest } = prefixer.txid(txid);
      const row = await view.get(tables.txids, rowKey(tables.txids, u32Bytes(bucket)));
      let numbers = numbersIn(row, rest, prefixer.txidWidth).filter(isHere);
      if (keepIds && numbers.length > 0) {
        const rows = await groupRows(tables.ids, idGroup, numbers);
        numbers = numbers.filter((number, i) => rows[i] !== undefined && idIn(rows[i], number % idGroup, txid));
      }
      return numbers.reverse().map(place);
    },
    async totals(hash) {
      const tail = await tailOf(prefixer.script(hash));
      return tail === undefined ? noTotals : totalsAfter(tail).totals();
    },
    history: (hash, { before, limit }) => history(hash, before === undefined ? map.next : map.numberAt(before), limit),
    async historyEntry(hash, number) {
      const wanted = map.numberAt(number);
      const [entry] = await history(hash, wanted + 1, 1);
      return entry !== undefined && map.numberAt(entry.number) === wanted ? entry : undefined;
    },
    async unspentPage(hash, { after, limit }) {
      const key = prefixer.script(hash);
      const tail = await tailOf(key);
      if (tail === undefined) return [];
      // stops at the last open output, so that deleted rows of a busy script are not scanned
      const open = totalsAfter(tail).open;
      const rows = await view.scan(tables.unspent, scriptPartition(key), {
        limit: Math.min(limit, open),
        ...(after === undefined ? {} : { from: unspentSort(map.numberAt(after.number), after.vout + 1) }),
      });
      return rows.map(({ sort, value }) => {
        const { number, vout } = unspentOf(sort);
        return { number: place(number), vout, value: decodeUnspent(value) };
      });
    },
    async spendersOf(txs) {
      const numbers = txs.map(({ number }) => map.numberAt(number));
      const rows = await groupRows(tables.spends, spendGroup, numbers);
      const decoded = new Map<Uint8Array, SpendRecord[]>();
      return numbers.map((number, i) => {
        const row = rows[i];
        if (row === undefined) return new Map();
        let records = decoded.get(row);
        if (records === undefined) {
          decoded.set(row, (records = decodeSpendGroup(Math.floor(number / spendGroup), row)));
        }
        const own = records.filter(({ funding }) => funding === number);
        return new Map(own.map(({ vout, spender, vin }) => [vout, { number: place(spender), vin }]));
      });
    },
    txids: (numbers) => idRows(numbers.map((number) => map.numberAt(number))),
    async spans(numbers) {
      const heights = [...new Set(numbers.map(({ height }) => height))];
      const rows = await view.getMany(
        tables.cells,
        heights.map((height) => rowKey(tables.cells, u32Bytes(height))),
      );
      const byHeight = new Map(heights.map((height, i) => [height, rows[i]]));
      return numbers.map(({ height, position }) => {
        const row = byHeight.get(height);
        const cell = row === undefined || height >= map.count ? undefined : cellIn(row, position);
        if (cell === undefined) return undefined;
        return { ...cell, offset: firstOffsetOf(map.txCountOf(height)) + cell.offset, skip: position % cellTxs };
      });
    },
    async bodies(numbers) {
      if (!keepBodies) return numbers.map(() => undefined);
      const dense = numbers.map((number) => map.numberAt(number));
      const rows = await groupRows(tables.bodies, bodyGroup, dense);
      return rows.map((row, i) => (row === undefined ? undefined : bodyIn(row, dense[i]! % bodyGroup)));
    },
    close: () => view.close(),
  };
}

/** Returns the offset of a block's first transaction, after header and count. */
const firstOffsetOf = (txCount: number): number => 80 + (txCount < 0xfd ? 1 : txCount < 0x10000 ? 3 : 5);
