import type { Height } from '@glassblock/primitives';
import { type RowKey, rowKey, type Table, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { BucketKey, Prefixer } from '../prefixer.ts';
import { encodeBlockIdRow } from '../rows/block/block-id-row.ts';
import { appendIds, idGroup } from '../rows/block/ids-row.ts';
import { compareTxids, mergeTxids, numbersIn, type TxidEntry } from '../rows/block/txids-row.ts';
import type { UndoneBlock } from '../rows/block/undo-row.ts';
import { chunkKey } from '../rows/row-keys.ts';
import { encodeCells } from '../rows/script/cells-row.ts';
import {
  BucketWriter,
  type Pair,
  pairIn,
  soleFunding,
  type Tail,
  TailBuilder,
  tailIn,
} from '../rows/script/script-bucket.ts';
import {
  compareSpends,
  findSpender,
  SpendGroupReader,
  SpendGroupWriter,
  type SpendRecord,
  spendGroup,
} from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import { type BlockEffects, effectsOf, type KeyedColumns, prevTxidAt, type ScriptEffect } from './block-effects.ts';
import { bodyRows } from './body-rows.ts';
import { type PlanRows, runOf } from './plan-rows.ts';

/** Finds the transaction with an id below a number. */
export type Resolver = (txids: readonly Uint8Array[], candidates: readonly number[][]) => Promise<number[]>;

/** Returns the key of a row identified by a number. */
export const numbered = (table: Table, number: number): RowKey => rowKey(table, u32Bytes(number));

/** Reads rows of a table by number, each once, in ascending order. */
export async function rowsByNumber(
  view: View,
  table: Table,
  numbers: Iterable<number>,
): Promise<Map<number, Uint8Array | undefined>> {
  const distinct = distinctNumbers(numbers);
  const values = await view.getNumbered(table, distinct);
  const found = new Map<number, Uint8Array | undefined>();
  for (const [i, number] of distinct.entries()) found.set(number, values[i]);
  return found;
}

/** Returns the numbers in ascending order, each once. */
export function distinctNumbers(numbers: Iterable<number>): Uint32Array {
  const sorted = Uint32Array.from(numbers).sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]!;
  return sorted.subarray(0, count);
}

/** Returns candidate numbers of transactions with the keys of their ids, as far as buckets distinguish them. */
export async function candidatesOf(view: View, prefixer: Prefixer, keys: readonly BucketKey[]): Promise<number[][]> {
  const rows = await rowsByNumber(
    view,
    tables.txids,
    keys.map(({ bucket }) => bucket),
  );
  return keys.map(({ bucket, rest }) => numbersIn(rows.get(bucket), rest, prefixer.txidWidth));
}

/** Input of `planConnect`. */
export interface ConnectInput {
  view: View;
  prefixer: Prefixer;
  map: ChainMap;
  height: Height;
  columns: KeyedColumns;
  medianTime: number;
  resolve: Resolver;
}

/** Adds the rows for connecting a block. @returns the content of its undo row */
export async function planConnect(input: ConnectInput, rows: PlanRows): Promise<UndoneBlock> {
  const { view, prefixer, map, height, columns } = input;
  const effects = effectsOf(columns, map.next, prefixer);
  const { format } = prefixer;
  const blockRow = format.blockRow(columns, height, input.medianTime);
  rows.putNumbered(tables.blocks, height, runOf(format.encodeBlockRow(blockRow)));
  rows.put(tables.blockIds, rowKey(tables.blockIds, columns.header.hash), encodeBlockIdRow(height));
  const grown = map.extended(columns.txCount);
  rows.putNumbered(tables.firsts, Math.floor(height / 256), runOf(grown.groupRow(height)));

  const [scripts] = await Promise.all([readScripts(view, effects), putTxids(view, rows, effects, prefixer.txidWidth)]);
  const previous = await resolvePrevious(view, prefixer, columns, effects, input.resolve, scripts);
  const spends = sortedSpends(effects, previous);
  const [spenders, groups] = await Promise.all([
    spendersOfPairs(view, scripts),
    rowsByNumber(view, tables.spends, spendGroupsOf(spends)),
  ]);
  putScripts(rows, scripts, spenders);
  putSpends(rows, spends, groups);
  const consumed = effects.consumed.map(({ bucket, rest, vout, value }, i) => ({
    bucket,
    rest,
    number: previous[i]!,
    vout,
    value,
  }));
  for (const output of consumed) rows.putUnspent(output, output.number, output.vout, undefined);
  for (const output of effects.created) rows.putUnspent(output, output.number, output.vout, output.value);
  if (format.hasCells) rows.putNumbered(tables.cells, height, runOf(encodeCells(columns.txAt)));
  if (prefixer.identity.keepIds) await putIds(view, rows, columns, effects.first);
  if (prefixer.identity.keepBodies) {
    for (const { group, value } of await bodyRows(view, columns, effects.first)) {
      rows.putNumbered(tables.bodies, group, runOf(value));
    }
  }
  await format.connect?.({ view, columns, height, first: effects.first }, rows);
  const { first, txCount, created, txids } = effects;
  return { first, txCount, scripts: effects.scripts, created, consumed, txids };
}

/** Returns the numbers of the transactions that created the consumed outputs. @param scripts their rows, if read */
export async function resolvePrevious(
  view: View,
  prefixer: Prefixer,
  columns: KeyedColumns,
  { consumed }: Pick<BlockEffects, 'consumed'>,
  resolve: Resolver,
  scripts?: TouchedScripts,
): Promise<number[]> {
  const numbers = consumed.map(({ script }) => scripts?.soleFunding[script] ?? unknownNumber);
  const open = numbers.flatMap((number, i) => (number === unknownNumber ? [i] : []));
  if (open.length === 0) return numbers;
  const candidates = await candidatesOf(
    view,
    prefixer,
    open.map((i) => prefixer.txidAt(columns.prevKeys, 16 * consumed[i]!.input)),
  );
  const unclear: number[] = [];
  for (const [j, i] of open.entries()) {
    const list = candidates[j]!;
    if (list.length === 1) numbers[i] = list[0]!;
    else unclear.push(j);
  }
  if (unclear.length === 0) return numbers;
  const resolved = await resolve(
    unclear.map((j) => prevTxidAt(columns, consumed[open[j]!]!.input)),
    unclear.map((j) => candidates[j]!),
  );
  for (const [k, j] of unclear.entries()) numbers[open[j]!] = resolved[k]!;
  return numbers;
}

const unknownNumber = -1;

/** Scripts of a block with their bucket rows. */
export interface TouchedScripts {
  readonly scripts: readonly ScriptEffect[];
  /** Indexes of scripts, by bucket and rest. */
  readonly order: Uint32Array;
  /** Rows of the buckets. */
  readonly buckets: ReadonlyMap<number, Uint8Array | undefined>;
  /** Tails before the block. */
  readonly tails: readonly (Tail | undefined)[];
  /** Numbers of the transactions that created the only unspent output before the block; -1 where others are possible. */
  readonly soleFunding: Float64Array;
}

/** Reads the bucket rows of scripts, and their tails. */
async function readScripts(view: View, { scripts }: { scripts: readonly ScriptEffect[] }): Promise<TouchedScripts> {
  const { order, buckets, tails } = await readTails(view, scripts);
  const soleNumbers = new Float64Array(scripts.length);
  for (let i = 0; i < scripts.length; i++) soleNumbers[i] = soleFunding(tails[i]) ?? unknownNumber;
  return { scripts, order, buckets, tails, soleFunding: soleNumbers };
}

/** Reads the bucket rows of scripts, which it sorts, and finds their tails. */
export async function readTails(
  view: View,
  scripts: readonly BucketKey[],
): Promise<Pick<TouchedScripts, 'order' | 'buckets' | 'tails'>> {
  const order = orderByKey(scripts);
  const buckets = await rowsByNumber(
    view,
    tables.scripts,
    scripts.map(({ bucket }) => bucket),
  );
  const tails = scripts.map(({ bucket, rest }) => tailIn(buckets.get(bucket), rest));
  return { order, buckets, tails };
}

/** More than the scripts of any block. */
const indexRoom = 2 ** 20;

/**
 * Returns the indexes of distinct keys by bucket and rest: buckets are sorted as numbers with the index in their last
 * bits, several times faster than with a comparator.
 */
export function orderByKey(keys: readonly BucketKey[]): Uint32Array {
  const packed = new Float64Array(keys.length);
  for (let i = 0; i < keys.length; i++) packed[i] = keys[i]!.bucket * indexRoom + i;
  packed.sort();
  const order = new Uint32Array(keys.length);
  for (let at = 0; at < order.length; at++) order[at] = packed[at]! % indexRoom;
  eachBucket(order, keys, (_, from, to) => {
    if (to - from > 1) order.subarray(from, to).sort((a, b) => keys[a]!.rest - keys[b]!.rest);
  });
  return order;
}

function putScripts(
  rows: PlanRows,
  { scripts, order, buckets, tails }: TouchedScripts,
  spenders: ReadonlyMap<number, number>,
): void {
  eachBucket(order, scripts, (bucket, from, to) => {
    bucketWriter.start(buckets.get(bucket));
    for (let place = from; place < to; place++) {
      const index = order[place]!;
      const script = scripts[index]!;
      tailBuilder.start(tails[index], spenders.get(index));
      for (const entry of script.entries) {
        const chunk = tailBuilder.append(entry);
        if (chunk !== undefined) rows.put(tables.chunks, chunkKey(script, chunk.firstNumber), chunk.value);
      }
      bucketWriter.seek(script.rest);
      tailBuilder.writeTo(bucketWriter.row, script.rest);
    }
    rows.putNumbered(tables.scripts, bucket, bucketWriter.finish());
  });
}

const bucketWriter = new BucketWriter();
const tailBuilder = new TailBuilder();

/** Calls `then` for each bucket of an order with the range of its scripts in it. */
export function eachBucket(
  order: Uint32Array,
  scripts: readonly BucketKey[],
  then: (bucket: number, from: number, to: number) => void,
): void {
  for (let from = 0; from < order.length; ) {
    const { bucket } = scripts[order[from]!]!;
    let to = from + 1;
    while (to < order.length && scripts[order[to]!]!.bucket === bucket) to++;
    then(bucket, from, to);
    from = to;
  }
}

/** Returns the numbers of the spending transactions of those tails that are pairs, by index. */
export async function spendersOfPairs(
  view: View,
  { tails }: Pick<TouchedScripts, 'tails'>,
): Promise<Map<number, number>> {
  const pairs: Pair[] = [];
  const indexes: number[] = [];
  for (let index = 0; index < tails.length; index++) {
    const tail = tails[index];
    const pair = tail === undefined ? undefined : pairIn(tail);
    if (pair === undefined) continue;
    pairs.push(pair);
    indexes.push(index);
  }
  const spenders = new Map<number, number>();
  if (pairs.length === 0) return spenders;
  const groups = pairs.map(({ number }) => Math.floor(number / spendGroup));
  const rows = await rowsByNumber(view, tables.spends, groups);
  for (let i = 0; i < pairs.length; i++) spenders.set(indexes[i]!, spenderIn(rows.get(groups[i]!), pairs[i]!));
  return spenders;
}

/** Returns the number of the transaction that spends a pair's output, from the row of its group. */
export function spenderIn(row: Uint8Array | undefined, { number, vout }: Pair): number {
  const spender = findSpender(row, number, vout);
  if (spender === undefined) throw new Error(`the spend of output ${vout} of transaction ${number} has no record`);
  return spender;
}

async function putTxids(view: View, rows: PlanRows, { txids, first }: BlockEffects, width: number): Promise<void> {
  const buckets = await rowsByNumber(
    view,
    tables.txids,
    txids.map(({ bucket }) => bucket),
  );
  const added = new Map<number, TxidEntry[]>();
  for (const [i, { bucket, rest }] of txids.entries()) {
    const entry = { rest, number: first + i };
    const entries = added.get(bucket);
    if (entries === undefined) added.set(bucket, [entry]);
    else entries.push(entry);
  }
  for (const [bucket, entries] of added) {
    if (entries.length > 1) entries.sort(compareTxids);
    mergeTxids(rows.scratch.clear(), buckets.get(bucket), entries, width);
    rows.putNumbered(tables.txids, bucket, rows.scratch);
  }
}

/** Returns the spends of a block by number and index of the output. */
function sortedSpends({ inner, consumed }: BlockEffects, previous: readonly number[]): SpendRecord[] {
  const spends: SpendRecord[] = [...inner];
  for (const [i, { vout, spender, vin }] of consumed.entries()) {
    spends.push({ funding: previous[i]!, vout, spender, vin });
  }
  return spends.sort(compareSpends);
}

function* spendGroupsOf(spends: readonly SpendRecord[]): Generator<number> {
  for (const { funding } of spends) yield Math.floor(funding / spendGroup);
}

/** Writes sorted spends with the rows of their groups. */
function putSpends(
  rows: PlanRows,
  spends: readonly SpendRecord[],
  groups: ReadonlyMap<number, Uint8Array | undefined>,
): void {
  for (let next = 0; next < spends.length; ) {
    const group = Math.floor(spends[next]!.funding / spendGroup);
    next = mergeSpends(group, groups.get(group) ?? noBytes, spends, next);
    rows.putNumbered(tables.spends, group, spendWriter.row);
  }
}

/**
 * Merges the spends of a group with its stored ones into `spendWriter`.
 * @param from index of the first one
 * @returns index after the last one
 */
function mergeSpends(group: number, stored: Uint8Array, spends: readonly SpendRecord[], from: number): number {
  const reader = new SpendGroupReader(group, stored);
  const end = spendGroup * (group + 1);
  spendWriter.start();
  let next = from;
  let isStored = reader.next();
  for (;;) {
    const spend = spends[next];
    const isOwn = spend !== undefined && spend.funding < end;
    if (!isStored && !isOwn) return next;
    if (isStored && (!isOwn || compareSpends(reader, spend) < 0)) {
      spendWriter.add(reader.funding, reader.vout, reader.spender, reader.vin);
      isStored = reader.next();
    } else if (isOwn) {
      spendWriter.add(spend.funding, spend.vout, spend.spender, spend.vin);
      next++;
    }
  }
}

const spendWriter = new SpendGroupWriter();
const noBytes = new Uint8Array(0);

async function putIds(view: View, rows: PlanRows, { txids, txCount }: KeyedColumns, first: number): Promise<void> {
  const start = Math.floor(first / idGroup);
  const [head] = await view.getNumbered(tables.ids, [start]);
  for (let group = start; group * idGroup < first + txCount; group++) {
    const from = Math.max(group * idGroup, first);
    const to = Math.min((group + 1) * idGroup, first + txCount);
    const row = rows.scratch.clear();
    if (group === start && head !== undefined) row.append(head);
    appendIds(row, txids, from - first, to - first);
    rows.putNumbered(tables.ids, group, row);
  }
}
