import { isDeepStrictEqual } from 'node:util';
import { RowReader } from '@glassblock/primitives/records';
import { type RowKey, rowKey, type ScannedRow, type Table, type View } from '@glassblock/store';
import type { BucketKey } from '../prefixer.ts';
import { firstOfChunk, scriptPartition, unspentOf } from '../rows/row-keys.ts';
import {
  bucketMember,
  decodeChunk,
  pairIn,
  type Tail,
  tailBytes,
  tailIn,
  totalsAfter,
} from '../rows/script/script-bucket.ts';
import { EntryReader, RunningTotals } from '../rows/script/script-entries.ts';
import { decodeUnspent } from '../rows/script/unspent-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { Findings } from './findings.ts';

/** The rows of one script: its tail, its sealed parts newest first, its unspent outputs. */
export interface ScriptRows {
  script: BucketKey;
  tail: Tail;
  /** Undefined if the script has none. */
  chunks: AsyncIterable<ScannedRow> | undefined;
  unspent: AsyncIterable<ScannedRow> | undefined;
}

/** Totals computed from a script's rows. */
export interface ScriptSums {
  txCount: number;
  fundedCount: number;
  spentCount: number;
}

/** Returns a copy of running totals. */
export const copyOf = (totals: RunningTotals): RunningTotals => {
  const copy = new RunningTotals();
  copy.set(totals);
  return copy;
};

/** Returns the scripts of a bucket row, in order. */
export function tailsOf(value: Uint8Array | undefined): [rest: number, tail: Tail][] {
  const tails: [number, Tail][] = [];
  const reader = new RowReader(value ?? new Uint8Array(0));
  while (!reader.isDone) {
    const { rest, lengthAndSealed } = bucketMember.read(reader);
    const tail = tailIn(value, rest);
    if (tail === undefined) throw new Error('its scripts are not in order');
    tails.push([rest, tail]);
    reader.take(Math.floor(lengthAndSealed / 2));
  }
  return tails;
}

const bucketKey = ({ bucket }: BucketKey): RowKey => rowKey(tables.scripts, u32Bytes(bucket));

/**
 * Compares the rows of a script: parts are consecutive, totals are sums of the entries, and unspent outputs are the
 * received ones minus the spent ones.
 */
export async function checkScript(rows: ScriptRows, next: number, findings: Findings): Promise<ScriptSums | undefined> {
  const { script, tail } = rows;
  const key = bucketKey(script);
  const after = findings.read(tables.scripts, key, () => totalsAfter(tail));
  if (after === undefined) return undefined;
  const lowest = await checkEntries(tables.scripts, key, tail, next, findings);
  if (tail.sealed && tail.bytes.length === 0) findings.add(tables.scripts, key, 'a tail has no entries');
  await checkChunks(rows, lowest, findings);
  await checkUnspent(rows, after, next, findings);
  const { txCount, fundedCount, spentCount } = after;
  return { txCount, fundedCount, spentCount };
}

/**
 * Checks the entries of a part.
 * @returns number of the first entry
 */
async function checkEntries(
  table: Table,
  key: RowKey,
  { bytes, before }: Tail,
  below: number,
  findings: Findings,
): Promise<number> {
  const reader = new EntryReader(bytes, 0, bytes.length, copyOf(before));
  let first = -1;
  let last = -1;
  findings.read(table, key, () => {
    while (reader.next()) {
      if (reader.number <= last) throw new Error('its entries are not in order');
      if (reader.number >= below) throw new Error(`it names transaction ${reader.number}`);
      if (reader.totals.open < 0 || reader.totals.balance < 0) throw new Error('more is spent than was received');
      if (first < 0) first = reader.number;
      last = reader.number;
    }
  });
  return first < 0 ? below : first;
}

async function checkChunks({ script, tail, chunks }: ScriptRows, lowest: number, findings: Findings): Promise<void> {
  let before = tail.before;
  let below = lowest;
  for await (const { sort, value } of chunks ?? []) {
    const key = rowKey(tables.chunks, scriptPartition(script), sort);
    if (!tail.sealed) {
      findings.add(tables.chunks, key, 'its script has no sealed parts');
      continue;
    }
    const chunk = findings.read(tables.chunks, key, () => decodeChunk(value));
    if (chunk === undefined) return;
    const first = await checkEntries(tables.chunks, key, chunk, below, findings);
    if (first !== firstOfChunk(sort)) findings.add(tables.chunks, key, 'its first entry is not the one of its key');
    if (chunk.bytes.length < tailBytes) findings.add(tables.chunks, key, 'it was sealed before it was full');
    const after = findings.read(tables.chunks, key, () => totalsAfter({ ...chunk, before: copyOf(chunk.before) }));
    if (after !== undefined && !isDeepStrictEqual(after.totals(), before.totals())) {
      findings.add(tables.chunks, key, 'the totals after it are not those before the next newer part');
    }
    before = chunk.before;
    below = first;
  }
  if (tail.sealed && !isDeepStrictEqual(before.totals(), new RunningTotals().totals())) {
    const oldest = rowKey(tables.scripts, u32Bytes(script.bucket));
    findings.add(tables.scripts, oldest, `a script of it (${hexOf(script)}) lacks its oldest sealed part in chunks`);
  }
}

async function checkUnspent(
  { script, unspent }: ScriptRows,
  after: RunningTotals,
  next: number,
  findings: Findings,
): Promise<void> {
  let count = 0;
  let sum = 0;
  for await (const { sort, value } of unspent ?? []) {
    const key = rowKey(tables.unspent, scriptPartition(script), sort);
    count++;
    sum += findings.read(tables.unspent, key, () => decodeUnspent(value)) ?? 0;
    if (unspentOf(sort).number >= next) findings.add(tables.unspent, key, 'it is of a block above the tip');
  }
  if (count === after.open && sum === after.balance) return;
  const fault = `the script has ${count} unspent outputs of ${sum} sats, its history has ${after.open} of ${after.balance}`;
  findings.add(tables.unspent, { partition: scriptPartition(script), sort: new Uint8Array(0) }, fault);
}

const hexOf = (script: BucketKey): string => Buffer.from(scriptPartition(script)).toString('hex');

const pageRows = 256;

/**
 * The same for one script, with its own reads.
 * @param max unspent outputs above which they are not counted
 */
export async function checkOneScript(
  view: View,
  script: BucketKey,
  tail: Tail,
  next: number,
  max: number,
  findings: Findings,
): Promise<void> {
  const totals = findings.read(tables.scripts, bucketKey(script), () => totalsAfter(tail));
  if (totals === undefined || totals.open > max || totals.txCount > max) return;
  const paged = (table: Table) => pages(view, table, scriptPartition(script));
  await checkScript({ script, tail, chunks: paged(tables.chunks), unspent: paged(tables.unspent) }, next, findings);
}

async function* pages(view: View, table: Table, partition: Uint8Array): AsyncIterable<ScannedRow> {
  let from: Uint8Array | undefined;
  for (;;) {
    const rows = await view.scan(table, partition, { limit: pageRows, ...(from === undefined ? {} : { from }) });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    from = new Uint8Array([...last.sort, 0]);
  }
}

/**
 * Returns the entries of a script between two numbers, from tail and sealed parts.
 * @param spender of the output if the tail is a single output
 */
export async function entriesBetween(
  view: View,
  script: BucketKey,
  tail: Tail,
  from: number,
  to: number,
  spender: number | undefined,
  findings: Findings,
): Promise<Map<number, FoundEntry>> {
  const found = new Map<number, FoundEntry>();
  const pair = pairIn(tail);
  if (pair !== undefined) {
    const key = bucketKey(script);
    const { number, value } = pair;
    const place = { table: tables.scripts, key };
    found.set(number, { ...place, fundedCount: 1, fundedSum: value, spentCount: 0, spentSum: 0 });
    if (spender !== undefined)
      found.set(spender, { ...place, fundedCount: 0, fundedSum: 0, spentCount: 1, spentSum: value });
    return new Map([...found].filter(([at]) => at >= from && at < to));
  }
  let lowest = collect(tables.scripts, bucketKey(script), tail, from, to, found, findings);
  if (!tail.sealed || lowest <= from) return found;
  let sort: Uint8Array | undefined = u32Bytes(0xffffffff - (to - 1));
  while (lowest > from && sort !== undefined) {
    const rows: ScannedRow[] = await view.scan(tables.chunks, scriptPartition(script), { from: sort, limit: 8 });
    for (const row of rows) {
      if (lowest <= from) break;
      const key = rowKey(tables.chunks, scriptPartition(script), row.sort);
      const chunk = findings.read(tables.chunks, key, () => decodeChunk(row.value));
      lowest = chunk === undefined ? from : collect(tables.chunks, key, chunk, from, to, found, findings);
    }
    const last = rows.at(-1);
    sort = last === undefined || rows.length < 8 ? undefined : new Uint8Array([...last.sort, 0]);
  }
  return found;
}

/** A decoded entry and its row. */
export interface FoundEntry {
  table: Table;
  key: RowKey;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
}

/**
 * Collects the entries of a part.
 * @returns number of the first entry
 */
function collect(
  table: Table,
  key: RowKey,
  { bytes, before }: Tail,
  from: number,
  to: number,
  into: Map<number, FoundEntry>,
  findings: Findings,
): number {
  const reader = new EntryReader(bytes, 0, bytes.length, copyOf(before));
  let first: number | undefined;
  findings.read(table, key, () => {
    while (reader.next()) {
      const { number, fundedCount, fundedSum, spentCount, spentSum } = reader;
      first ??= number;
      if (number >= from && number < to) into.set(number, { table, key, fundedCount, fundedSum, spentCount, spentSum });
    }
  });
  return first ?? from;
}
