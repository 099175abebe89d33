import { type Height, orderByNumber, settled } from '@glassblock/primitives';
import { RowReader } from '@glassblock/primitives/records';
import { type RowKey, type RowValues, rowKey, type Table, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { Prefixer } from '../prefixer.ts';
import { encodeBlockIdRow } from '../rows/block/block-id-row.ts';
import { appendIds, idGroup } from '../rows/block/ids-row.ts';
import { mergeTxids, numbersIn, type TxidEntry } from '../rows/block/txids-row.ts';
import type { UndoneBlock } from '../rows/block/undo-row.ts';
import { chunkKey } from '../rows/row-keys.ts';
import { encodeCells } from '../rows/script/cells-row.ts';
import { BucketWriter, type EntryInput, TailBuilder } from '../rows/script/script-bucket.ts';
import { groupOfSpends, SpendGroupReader, SpendGroupWriter, spendGroup } from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import { type BlockEffects, type ConsumedColumns, effectsOf, type KeyedColumns, prevTxidAt } from './block-effects.ts';
import { bodyRows } from './body-rows.ts';
import { type OutputColumns, type SpendColumns, spendColumns } from './effect-columns.ts';
import { orderByKey } from './order-by-key.ts';
import { type PlanRows, runOf } from './plan-rows.ts';
import { readTails, type ScriptTails, spendersOfPairs } from './script-tails.ts';
import { distinctNumbers, placeIn } from './sorted-numbers.ts';

/** Finds the transaction with an id below a number. */
export type Resolver = (txids: readonly Uint8Array[], candidates: readonly number[][]) => Promise<number[]>;

/** Returns the key of a row identified by a number. */
export const numbered = (table: Table, number: number): RowKey => rowKey(table, u32Bytes(number));

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
  const { view, prefixer, columns } = input;
  const effects = effectsOf(columns, input.map.next, prefixer);
  const { first, scripts, created, consumed } = effects;
  // rows that need no others are written while these are read
  const [tails] = await settled([
    readTails(view, scripts.keys, rows.scripts),
    written(() => {
      putBlock(input, rows);
      putUnspent(rows, created);
    }),
  ]);
  const [numbers, spenders] = await settled([
    resolvePrevious(view, prefixer, columns, consumed, input.resolve, tails),
    spendersOfPairs(view, tails),
    putTxids(view, rows, effects, prefixer.txidWidth),
  ]);
  const spends = sortedSpends(effects, numbers);
  const groups = distinctNumbers(spends.funding.map(groupOfSpends));
  const [spendRows] = await settled([
    view.getNumbered(tables.spends, groups, rows.spends),
    written(() => {
      removeUnspent(rows, { ...consumed, number: numbers });
      putScripts(rows, effects, tails, spenders);
    }),
  ]);
  putSpends(rows, spends, groups, spendRows);
  if (prefixer.identity.keepIds) await putIds(view, rows, columns, first);
  if (prefixer.identity.keepBodies) {
    for (const { group, value } of await bodyRows(view, columns, first)) {
      rows.putNumbered(tables.bodies, group, runOf(value));
    }
  }
  await prefixer.format.connect?.({ view, columns, height: input.height, first }, rows);
  return undoneBlock(effects, numbers);
}

/** Adds rows at once; an error rejects. */
async function written(putRows: () => void): Promise<void> {
  putRows();
}

/** Returns what disconnects a block. @param numbers of the transactions that created the consumed outputs */
export function undoneBlock(
  { first, txCount, scripts, created, consumed, txids }: BlockEffects,
  numbers: Uint32Array,
): UndoneBlock {
  return {
    first,
    txCount,
    scripts: scripts.keys,
    created: { bucket: created.bucket, rest: created.rest, number: created.number, vout: created.vout },
    consumed: {
      bucket: consumed.bucket,
      rest: consumed.rest,
      number: numbers,
      vout: consumed.vout,
      value: consumed.value,
    },
    txids: txids.bucket,
  };
}

/** Writes the rows of a block itself. */
function putBlock({ prefixer: { format }, map, height, columns, medianTime }: ConnectInput, rows: PlanRows): void {
  const blockRow = format.blockRow(columns, height, medianTime);
  rows.putNumbered(tables.blocks, height, runOf(format.encodeBlockRow(blockRow)));
  rows.put(tables.blockIds, rowKey(tables.blockIds, columns.header.hash), encodeBlockIdRow(height));
  const grown = map.extended(columns.txCount);
  rows.putNumbered(tables.firsts, Math.floor(height / 256), runOf(grown.groupRow(height)));
  if (format.hasCells) rows.putNumbered(tables.cells, height, runOf(encodeCells(columns.txAt)));
}

/** Writes outputs that become unspent. */
export function putUnspent(rows: PlanRows, { bucket, rest, number, vout, value }: OutputColumns): void {
  for (let i = 0; i < vout.length; i++) rows.putUnspent(bucket[i]!, rest[i]!, number[i]!, vout[i]!, value[i]!);
}

/** Removes outputs that are not unspent any more. */
export function removeUnspent(rows: PlanRows, { bucket, rest, number, vout }: Omit<OutputColumns, 'value'>): void {
  for (let i = 0; i < vout.length; i++) rows.putUnspent(bucket[i]!, rest[i]!, number[i]!, vout[i]!, undefined);
}

/** Returns the numbers of the transactions that created the consumed outputs. @param tails of their scripts, if read */
export async function resolvePrevious(
  view: View,
  prefixer: Prefixer,
  columns: KeyedColumns,
  consumed: ConsumedColumns,
  resolve: Resolver,
  tails?: ScriptTails,
): Promise<Uint32Array> {
  const numbers = new Uint32Array(consumed.input.length);
  const open: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = tails?.soleFunding(consumed.script[i]!);
    if (number === undefined) open.push(i);
    else numbers[i] = number;
  }
  if (open.length === 0) return numbers;
  const keyOf = (i: number) => 16 * consumed.input[i]!;
  const buckets = Uint32Array.from(open, (i) => prefixer.txidBucketAt(columns.prevKeys, keyOf(i)));
  const distinct = distinctNumbers(buckets);
  const rows = await view.getNumbered(tables.txids, distinct);
  const unclear: number[] = [];
  const candidates: number[][] = [];
  for (const [j, i] of open.entries()) {
    const row = rows.valueAt(placeIn(distinct, buckets[j]!));
    const list = numbersIn(row, prefixer.txidRestAt(columns.prevKeys, keyOf(i)), prefixer.txidWidth);
    if (list.length === 1) numbers[i] = list[0]!;
    else {
      unclear.push(i);
      candidates.push(list);
    }
  }
  if (unclear.length === 0) return numbers;
  const txids = unclear.map((i) => prevTxidAt(columns, consumed.input[i]!));
  for (const [k, number] of (await resolve(txids, candidates)).entries()) numbers[unclear[k]!] = number;
  return numbers;
}

function putScripts(rows: PlanRows, { scripts }: BlockEffects, tails: ScriptTails, spenders: Float64Array): void {
  const entry: EntryInput = { number: 0, fundedCount: 0, fundedSum: 0, spentCount: 0, spentSum: 0, spentVout: 0 };
  tails.eachBucket((bucket, value, from, to) => {
    bucketWriter.start(value);
    for (let place = from; place < to; place++) {
      const script = tails.order[place]!;
      const rest = tails.keys.rest[script]!;
      const spender = spenders[script]!;
      tailBuilder.start(tails.tailOf(script), spender < 0 ? undefined : spender);
      for (let at = scripts.firstEntry(script); at >= 0; at = scripts.nextEntry(at)) {
        const chunk = tailBuilder.append(scripts.readEntry(at, entry));
        if (chunk !== undefined) rows.put(tables.chunks, chunkKey({ bucket, rest }, chunk.firstNumber), chunk.value);
      }
      bucketWriter.seek(rest);
      tailBuilder.writeTo(bucketWriter.row, rest);
    }
    rows.putNumbered(tables.scripts, bucket, bucketWriter.finish());
  });
}

const bucketWriter = new BucketWriter();
const tailBuilder = new TailBuilder();

/** Reads the buckets of the txids of a block, and adds its transactions to them. */
async function putTxids(view: View, rows: PlanRows, { txids, first }: BlockEffects, width: number): Promise<void> {
  const buckets = distinctNumbers(txids.bucket);
  const stored = await view.getNumbered(tables.txids, buckets);
  const order = orderByKey(txids);
  let next = 0;
  for (let i = 0; i < buckets.length; i++) {
    const bucket = buckets[i]!;
    const added: TxidEntry[] = [];
    for (; next < order.length && txids.bucket[order[next]!] === bucket; next++) {
      const position = order[next]!;
      added.push({ rest: txids.rest[position]!, number: first + position });
    }
    mergeTxids(rows.scratch.clear(), stored.valueAt(i), added, width);
    rows.putNumbered(tables.txids, bucket, rows.scratch);
  }
}

/** Returns the spends of a block by number and index of the output. @param numbers of the consumed outputs */
function sortedSpends({ inner, consumed }: BlockEffects, numbers: Uint32Array): SpendColumns {
  const innerCount = inner.vout.length;
  const count = innerCount + numbers.length;
  const [funding, vout] = [new Uint32Array(count), new Uint32Array(count)];
  funding.set(inner.funding);
  funding.set(numbers, innerCount);
  vout.set(inner.vout);
  vout.set(consumed.vout, innerCount);
  const sorted = spendColumns(count);
  const order = orderByNumber(funding, (a, b) => vout[a]! - vout[b]!);
  for (let to = 0; to < count; to++) {
    const from = order[to]!;
    const isInner = from < innerCount;
    const spends = isInner ? inner : consumed;
    const at = isInner ? from : from - innerCount;
    sorted.funding[to] = funding[from]!;
    sorted.vout[to] = vout[from]!;
    sorted.spender[to] = spends.spender[at]!;
    sorted.vin[to] = spends.vin[at]!;
  }
  return sorted;
}

/**
 * Merges sorted spends with the rows of their groups.
 * @param groups ascending, with their rows
 */
function putSpends(rows: PlanRows, spends: SpendColumns, groups: Uint32Array, stored: RowValues): void {
  let next = 0;
  for (let i = 0; i < groups.length; i++) {
    const reader = new RowReader(stored.bytes, stored.startOf(i), stored.endOf(i));
    next = mergeSpends(groups[i]!, reader, spends, next);
    rows.putNumbered(tables.spends, groups[i]!, spendWriter.row);
  }
}

/**
 * Merges the spends of a group with its stored ones into `spendWriter`.
 * @param from index of the first one
 * @returns index after the last one
 */
function mergeSpends(group: number, stored: RowReader, spends: SpendColumns, from: number): number {
  const { funding, vout } = spends;
  const reader = new SpendGroupReader(group, stored);
  const end = spendGroup * (group + 1);
  spendWriter.start();
  let next = from;
  let isStored = reader.next();
  for (;;) {
    const isOwn = next < funding.length && funding[next]! < end;
    if (!isStored && !isOwn) return next;
    const order = isStored && isOwn ? reader.funding - funding[next]! || reader.vout - vout[next]! : 0;
    if (isStored && (!isOwn || order < 0)) {
      spendWriter.add(reader.funding, reader.vout, reader.spender, reader.vin);
      isStored = reader.next();
    } else if (isOwn) {
      spendWriter.add(funding[next]!, vout[next]!, spends.spender[next]!, spends.vin[next]!);
      next++;
    }
  }
}

const spendWriter = new SpendGroupWriter();

async function putIds(view: View, rows: PlanRows, { txids, txCount }: KeyedColumns, first: number): Promise<void> {
  const start = Math.floor(first / idGroup);
  const head = await view.get(tables.ids, numbered(tables.ids, start));
  for (let group = start; group * idGroup < first + txCount; group++) {
    const from = Math.max(group * idGroup, first);
    const to = Math.min((group + 1) * idGroup, first + txCount);
    const row = rows.scratch.clear();
    if (group === start && head !== undefined) row.append(head);
    appendIds(row, txids, from - first, to - first);
    rows.putNumbered(tables.ids, group, row);
  }
}
