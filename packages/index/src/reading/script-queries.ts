import { rowKey } from '@glassblock/store';
import type { BucketKey } from '../prefixer.ts';
import { chunkSort, firstOfChunk, scriptPartition, unspentOf, unspentSort } from '../rows/row-keys.ts';
import { decodeChunk, pairIn, type Tail, TailBuilder, tailIn, totalsAfter } from '../rows/script/script-bucket.ts';
import { EntryReader, noTotals, type ScriptDelta, type ScriptTotals } from '../rows/script/script-entries.ts';
import { spenderIn, spendGroup } from '../rows/script/spends-row.ts';
import { decodeUnspent } from '../rows/script/unspent-row.ts';
import { tables } from '../rows/tables.ts';
import { type TxNumber, u32Bytes } from '../tx-number.ts';
import { groupRows, type IndexSnapshot } from './index-snapshot.ts';

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

/** Position in a list of unspent outputs; it and everything before it are excluded. */
export interface UnspentCursor {
  number: TxNumber;
  vout: number;
}

/** Returns the totals over all transactions of a script. */
export async function scriptTotals(snapshot: IndexSnapshot, scriptHash: Uint8Array): Promise<ScriptTotals> {
  const tail = await tailOf(snapshot, snapshot.prefixer.script(scriptHash));
  return tail === undefined ? noTotals : totalsAfter(tail).totals();
}

/** Returns the history of a script, newest first; `before` excludes itself and everything newer. */
export async function scriptHistory(
  snapshot: IndexSnapshot,
  scriptHash: Uint8Array,
  { before, limit }: { before?: TxNumber; limit: number },
): Promise<HistoryEntry[]> {
  const { map } = snapshot;
  return historyBelow(snapshot, scriptHash, before === undefined ? map.next : map.numberAt(before), limit);
}

/** Returns the entry of one transaction in a script's history; undefined when there is none. */
export async function scriptHistoryEntry(
  snapshot: IndexSnapshot,
  scriptHash: Uint8Array,
  number: TxNumber,
): Promise<HistoryEntry | undefined> {
  const { map } = snapshot;
  const wanted = map.numberAt(number);
  const [entry] = await historyBelow(snapshot, scriptHash, wanted + 1, 1);
  return entry !== undefined && map.numberAt(entry.number) === wanted ? entry : undefined;
}

/** Returns unspent outputs, newest transactions first, by output index within one. */
export async function unspentPage(
  snapshot: IndexSnapshot,
  scriptHash: Uint8Array,
  { after, limit }: { after?: UnspentCursor; limit: number },
): Promise<UnspentOutput[]> {
  const { view, prefixer, map } = snapshot;
  const key = prefixer.script(scriptHash);
  const tail = await tailOf(snapshot, key);
  if (tail === undefined) return [];
  // stops at the last open output, so that deleted rows of a busy script are not scanned
  const open = totalsAfter(tail).open;
  const rows = await view.scan(tables.unspent, scriptPartition(key), {
    limit: Math.min(limit, open),
    ...(after === undefined ? {} : { from: unspentSort(map.numberAt(after.number), after.vout + 1) }),
  });
  return rows.map(({ sort, value }) => {
    const { number, vout } = unspentOf(sort);
    return { number: map.placeOf(number), vout, value: decodeUnspent(value) };
  });
}

/** Entries below a number, newest first: those of the tail, then those of the sealed chunks. */
async function historyBelow(
  snapshot: IndexSnapshot,
  scriptHash: Uint8Array,
  before: number,
  limit: number,
): Promise<HistoryEntry[]> {
  const { view, prefixer } = snapshot;
  const key = prefixer.script(scriptHash);
  const found = await tailOf(snapshot, key);
  if (found === undefined || limit <= 0 || before <= 0) return [];
  const tail = await withAllEntries(snapshot, found);
  const entries = entriesOf(snapshot, tail, before).reverse();
  let from: Uint8Array | undefined = chunkSort(before - 1);
  while (tail.sealed && entries.length < limit && from !== undefined) {
    const max = Math.ceil((limit - entries.length) / 60) + 1;
    const rows = await view.scan(tables.chunks, scriptPartition(key), { from, limit: max });
    for (const { value } of rows) entries.push(...entriesOf(snapshot, decodeChunk(value), before).reverse());
    const last = rows.at(-1);
    const lowest = last === undefined ? 0 : firstOfChunk(last.sort);
    from = rows.length < max || lowest === 0 ? undefined : chunkSort(lowest - 1);
  }
  return entries.slice(0, limit);
}

async function tailOf({ view }: IndexSnapshot, key: BucketKey): Promise<Tail | undefined> {
  return tailIn(await view.get(tables.scripts, rowKey(tables.scripts, u32Bytes(key.bucket))), key.rest);
}

/** Returns a tail with all its entries: a pair gets the second one from the table of spends. */
async function withAllEntries(snapshot: IndexSnapshot, tail: Tail): Promise<Tail> {
  const pair = pairIn(tail);
  if (pair === undefined) return tail;
  const [row] = await groupRows(snapshot, tables.spends, spendGroup, [pair.number]);
  const builder = new TailBuilder();
  builder.start(tail, spenderIn(row, pair.number, pair.vout));
  return { ...tail, bytes: builder.everyEntry() };
}

function entriesOf({ map }: IndexSnapshot, { bytes, before }: Tail, end: number): HistoryEntry[] {
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
    entries.push({ number: map.placeOf(reader.number), delta, totals: reader.totals.totals() });
  }
  return entries;
}
