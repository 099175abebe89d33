import type { Height } from '@glassblock/primitives';
import { RowBytes } from '@glassblock/primitives/records';
import { type Change, type RowKey, rowKey, type Table, type View } from '@glassblock/store';
import { type BlockEffects, effectsOf, type KeyedColumns } from './block-effects.ts';
import { bodyRows, cutBodies } from './body-rows.ts';
import type { ChainMap } from './chain-map.ts';
import { blockRowOf } from './describe-block.ts';
import type { BucketKey, Prefixer } from './prefixer.ts';
import { encodeBlockIdRow } from './rows/block/block-id-row.ts';
import { encodeBlockRow } from './rows/block/block-row.ts';
import { appendIds, idGroup } from './rows/block/ids-row.ts';
import { compareTxids, decodeTxidBucket, encodeTxidBucket, numbersIn, type TxidEntry } from './rows/block/txids-row.ts';
import type { UndoneBlock } from './rows/block/undo-row.ts';
import { chunkKey, chunkSort, firstOfChunk, scriptPartition, unspentKey } from './rows/row-keys.ts';
import { encodeCells } from './rows/script/cells-row.ts';
import {
  BucketEdit,
  cutTail,
  decodeChunk,
  type Pair,
  pairIn,
  type Tail,
  TailBuilder,
} from './rows/script/script-bucket.ts';
import {
  compareSpends,
  decodeSpendGroup,
  encodeSpendGroup,
  type SpendRecord,
  spendGroup,
} from './rows/script/spends-row.ts';
import { encodeUnspent } from './rows/script/unspent-row.ts';
import { tables } from './rows/tables.ts';
import { u32Bytes } from './tx-number.ts';

/** Finds the transaction with an id below a number. */
export type Resolver = (txids: readonly Uint8Array[], candidates: readonly number[][]) => Promise<number[]>;

/** Rows that a plan writes; the last change of a row counts. */
class RowSet {
  readonly changes: Change[] = [];

  put(table: Table, key: RowKey, value: Uint8Array | undefined): void {
    this.changes.push({ table, key, value });
  }
}

/** Returns the key of a row identified by a number. */
export const numbered = (table: Table, number: number): RowKey => rowKey(table, u32Bytes(number));

/** Reads rows of a table by number, each once, in order of first mention. */
export async function rowsByNumber(
  view: View,
  table: Table,
  numbers: Iterable<number>,
): Promise<Map<number, Uint8Array | undefined>> {
  const distinct = [...new Set(numbers)].sort((a, b) => a - b);
  const found = new Map<number, Uint8Array | undefined>();
  const step = 2_000;
  for (let i = 0; i < distinct.length; i += step) {
    const part = distinct.slice(i, i + step);
    const values = await view.getMany(
      table,
      part.map((number) => numbered(table, number)),
    );
    for (const [j, number] of part.entries()) found.set(number, values[j]);
  }
  return found;
}

/** Returns candidate numbers of transactions with these ids, as far as buckets distinguish them. */
export async function candidatesOf(view: View, prefixer: Prefixer, txids: readonly Uint8Array[]): Promise<number[][]> {
  const keys = txids.map((txid) => prefixer.txid(txid));
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

/** Computes the rows for connecting a block and the content of its undo row. */
export async function planConnect(input: ConnectInput): Promise<{ changes: Change[]; undone: UndoneBlock }> {
  const { view, prefixer, map, height, columns } = input;
  const effects = effectsOf(columns, map.next, prefixer);
  const rows = new RowSet();
  const blockRow = encodeBlockRow(blockRowOf(columns, height, input.medianTime));
  rows.put(tables.blocks, numbered(tables.blocks, height), blockRow);
  rows.put(tables.blockIds, rowKey(tables.blockIds, columns.header.hash), encodeBlockIdRow(height));
  const grown = map.extended(columns.txCount);
  rows.put(tables.firsts, numbered(tables.firsts, Math.floor(height / 256)), grown.groupRow(height));

  const previous = await resolvePrevious(view, prefixer, effects, input.resolve);
  await putScripts(view, rows, effects);
  await putTxids(view, rows, effects, prefixer.txidWidth);
  await putSpends(view, rows, [
    ...effects.inner,
    ...effects.consumed.map(({ vout, spender, vin }, i) => ({ funding: previous[i]!, vout, spender, vin })),
  ]);
  const consumed = effects.consumed.map(({ bucket, rest, vout, value }, i) => ({
    bucket,
    rest,
    number: previous[i]!,
    vout,
    value,
  }));
  for (const output of consumed) rows.put(tables.unspent, unspentKey(output, output.number, output.vout), undefined);
  for (const output of effects.created) {
    rows.put(tables.unspent, unspentKey(output, output.number, output.vout), encodeUnspent(output.value));
  }
  rows.put(tables.cells, numbered(tables.cells, height), encodeCells(columns.txAt));
  if (prefixer.identity.keepIds) await putIds(view, rows, columns, effects.first);
  if (prefixer.identity.keepBodies) {
    for (const { group, value } of await bodyRows(view, columns, effects.first)) {
      rows.put(tables.bodies, numbered(tables.bodies, group), value);
    }
  }
  const { first, txCount, scripts, created, txids } = effects;
  return {
    changes: rows.changes,
    undone: {
      first,
      txCount,
      scripts: scripts.map(({ bucket, rest }) => ({ bucket, rest })),
      created: created.map(({ bucket, rest, number, vout }) => ({ bucket, rest, number, vout })),
      consumed,
      txids,
    },
  };
}

/** Returns the numbers of the transactions that created the consumed outputs. */
export async function resolvePrevious(
  view: View,
  prefixer: Prefixer,
  { consumed }: Pick<BlockEffects, 'consumed'>,
  resolve: Resolver,
): Promise<number[]> {
  const txids = consumed.map(({ prevTxid }) => prevTxid);
  const candidates = await candidatesOf(view, prefixer, txids);
  const numbers = candidates.map((list) => (list.length === 1 ? list[0]! : -1));
  const unclear = numbers.flatMap((number, i) => (number === -1 ? [i] : []));
  if (unclear.length === 0) return numbers;
  const resolved = await resolve(
    unclear.map((i) => txids[i]!),
    unclear.map((i) => candidates[i]!),
  );
  for (const [j, i] of unclear.entries()) numbers[i] = resolved[j]!;
  return numbers;
}

async function putScripts(view: View, rows: RowSet, { scripts }: BlockEffects): Promise<void> {
  const values = await rowsByNumber(
    view,
    tables.scripts,
    scripts.map(({ bucket }) => bucket),
  );
  const buckets = editsOf(values);
  const spenders = await spendersOfPairs(view, buckets, scripts);
  const builder = new TailBuilder();
  for (const script of scripts) {
    const bucket = buckets.get(script.bucket)!;
    const tail = bucket.get(script.rest);
    builder.start(tail, tail === undefined ? undefined : spenders.get(tail));
    for (const entry of script.entries) {
      const chunk = builder.append(entry);
      if (chunk !== undefined) rows.put(tables.chunks, chunkKey(script, chunk.firstNumber), chunk.value);
    }
    bucket.set(script.rest, builder.finish());
  }
  for (const [number, bucket] of buckets) {
    rows.put(tables.scripts, numbered(tables.scripts, number), bucket.encode());
  }
}

const editsOf = (values: ReadonlyMap<number, Uint8Array | undefined>): Map<number, BucketEdit> =>
  new Map([...values].map(([number, value]) => [number, new BucketEdit(value)]));

/** Returns the numbers of the spending transactions of those tails that are pairs. */
async function spendersOfPairs(
  view: View,
  buckets: ReadonlyMap<number, BucketEdit>,
  scripts: readonly BucketKey[],
): Promise<Map<Tail, number>> {
  const pairs: { tail: Tail; pair: Pair }[] = [];
  for (const { bucket, rest } of scripts) {
    const tail = buckets.get(bucket)?.get(rest);
    const pair = tail === undefined ? undefined : pairIn(tail);
    if (tail !== undefined && pair !== undefined) pairs.push({ tail, pair });
  }
  const rows = await rowsByNumber(
    view,
    tables.spends,
    pairs.map(({ pair }) => Math.floor(pair.number / spendGroup)),
  );
  return new Map(
    pairs.map(({ tail, pair }) => [tail, spenderIn(rows.get(Math.floor(pair.number / spendGroup)), pair)]),
  );
}

/** Returns the number of the transaction that spends a pair's output, from the row of its group. */
export function spenderIn(row: Uint8Array | undefined, { number, vout }: Pair): number {
  const records = decodeSpendGroup(Math.floor(number / spendGroup), row);
  const found = records.find((record) => record.funding === number && record.vout === vout);
  if (found === undefined) throw new Error(`the spend of output ${vout} of transaction ${number} has no record`);
  return found.spender;
}

async function putTxids(view: View, rows: RowSet, { txids, first }: BlockEffects, width: number): Promise<void> {
  const values = await rowsByNumber(
    view,
    tables.txids,
    txids.map(({ bucket }) => bucket),
  );
  const buckets = new Map<number, TxidEntry[]>();
  for (const [i, { bucket, rest }] of txids.entries()) {
    let entries = buckets.get(bucket);
    if (entries === undefined) buckets.set(bucket, (entries = decodeTxidBucket(values.get(bucket), width)));
    entries.push({ rest, number: first + i });
  }
  for (const [bucket, entries] of buckets) {
    rows.put(tables.txids, numbered(tables.txids, bucket), encodeTxidBucket(entries.sort(compareTxids), width));
  }
}

async function putSpends(view: View, rows: RowSet, spends: readonly SpendRecord[]): Promise<void> {
  const groupOf = (funding: number) => Math.floor(funding / spendGroup);
  const values = await rowsByNumber(
    view,
    tables.spends,
    spends.map(({ funding }) => groupOf(funding)),
  );
  const groups = new Map<number, SpendRecord[]>();
  for (const spend of spends) {
    const number = groupOf(spend.funding);
    let records = groups.get(number);
    if (records === undefined) groups.set(number, (records = decodeSpendGroup(number, values.get(number))));
    records.push(spend);
  }
  for (const [number, records] of groups) {
    rows.put(tables.spends, numbered(tables.spends, number), encodeSpendGroup(records.sort(compareSpends)));
  }
}

async function putIds(view: View, rows: RowSet, { txids, txCount }: KeyedColumns, first: number): Promise<void> {
  const start = Math.floor(first / idGroup);
  const [head] = await view.getMany(tables.ids, [numbered(tables.ids, start)]);
  for (let group = start; group * idGroup < first + txCount; group++) {
    const from = Math.max(group * idGroup, first);
    const to = Math.min((group + 1) * idGroup, first + txCount);
    const row = new RowBytes(32 * idGroup);
    if (group === start && head !== undefined) row.append(head);
    appendIds(row, txids, from - first, to - first);
    rows.put(tables.ids, numbered(tables.ids, group), row.copy());
  }
}

/**
 * Computes the rows for disconnecting a block, the inverse of planConnect.
 * @param map of the chain with the block
 */
export async function planDisconnect(
  view: View,
  prefixer: Prefixer,
  map: ChainMap,
  tip: { height: Height; hash: Uint8Array },
  undone: UndoneBlock,
): Promise<Change[]> {
  const { first } = undone;
  const rows = new RowSet();
  rows.put(tables.blocks, numbered(tables.blocks, tip.height), undefined);
  rows.put(tables.blockIds, rowKey(tables.blockIds, tip.hash), undefined);
  const firsts = map.cut(tip.height).groupRow(tip.height);
  rows.put(
    tables.firsts,
    numbered(tables.firsts, Math.floor(tip.height / 256)),
    firsts.length === 0 ? undefined : firsts,
  );
  await cutScripts(view, rows, undone);
  await cutTxids(view, rows, undone, prefixer.txidWidth);
  await cutSpends(view, rows, undone);
  for (const { bucket, rest, number, vout } of undone.created) {
    rows.put(tables.unspent, unspentKey({ bucket, rest }, number, vout), undefined);
  }
  for (const { bucket, rest, number, vout, value } of undone.consumed) {
    rows.put(tables.unspent, unspentKey({ bucket, rest }, number, vout), encodeUnspent(value));
  }
  rows.put(tables.cells, numbered(tables.cells, tip.height), undefined);
  if (prefixer.identity.keepIds) {
    await cutGroups(view, rows, undone, tables.ids, idGroup, (row, stored) => row.slice(0, 32 * stored));
  }
  if (prefixer.identity.keepBodies) {
    for (const { group, value } of await cutBodies(view, first, undone.txCount)) {
      rows.put(tables.bodies, numbered(tables.bodies, group), value);
    }
  }
  return rows.changes;
}

async function cutScripts(view: View, rows: RowSet, { scripts, first }: UndoneBlock): Promise<void> {
  const values = await rowsByNumber(
    view,
    tables.scripts,
    scripts.map(({ bucket }) => bucket),
  );
  const buckets = editsOf(values);
  const spenders = await spendersOfPairs(view, buckets, scripts);
  for (const script of scripts) {
    const bucket = buckets.get(script.bucket)!;
    const tail = bucket.get(script.rest);
    if (tail === undefined) throw new Error('a script of a connected block has no row');
    const left = await cutBack(view, rows, script, tail, first, spenders.get(tail));
    bucket.set(script.rest, left);
  }
  for (const [number, bucket] of buckets) {
    rows.put(tables.scripts, numbered(tables.scripts, number), bucket.encode());
  }
}

/**
 * Moves sealed chunks back into an empty tail.
 * @returns undefined if nothing is left
 */
async function cutBack(
  view: View,
  rows: RowSet,
  script: BucketKey,
  tail: Tail,
  first: number,
  spender: number | undefined,
): Promise<Tail | undefined> {
  const stored = cutTail(tail, first, spender);
  if (stored !== undefined || !tail.sealed) return stored;
  let from: Uint8Array | undefined;
  for (;;) {
    const [row] = await view.scan(tables.chunks, scriptPartition(script), {
      limit: 1,
      ...(from === undefined ? {} : { from }),
    });
    if (row === undefined) throw new Error('a script row names chunks that are not there');
    rows.put(tables.chunks, rowKey(tables.chunks, scriptPartition(script), row.sort), undefined);
    const chunk = decodeChunk(row.value);
    const isFirst = chunk.before.txCount === 0;
    const left = cutTail({ ...chunk, sealed: !isFirst }, first);
    if (left !== undefined || isFirst) return left;
    from = chunkSort(firstOfChunk(row.sort) - 1);
  }
}

async function cutTxids(view: View, rows: RowSet, { txids, first }: UndoneBlock, width: number): Promise<void> {
  const values = await rowsByNumber(
    view,
    tables.txids,
    txids.map(({ bucket }) => bucket),
  );
  for (const [bucket, value] of values) {
    const left = decodeTxidBucket(value, width).filter(({ number }) => number < first);
    rows.put(tables.txids, numbered(tables.txids, bucket), encodeTxidBucket(left, width));
  }
}

async function cutSpends(view: View, rows: RowSet, { consumed, first, txCount }: UndoneBlock): Promise<void> {
  const own = Array.from({ length: txCount }, (_, i) => first + i);
  const values = await rowsByNumber(
    view,
    tables.spends,
    [...consumed.map(({ number }) => number), ...own].map((number) => Math.floor(number / spendGroup)),
  );
  for (const [group, value] of values) {
    const left = decodeSpendGroup(group, value).filter(({ spender }) => spender < first);
    rows.put(tables.spends, numbered(tables.spends, group), encodeSpendGroup(left));
  }
}

/** Truncates the first group of a block's transactions and removes the others. */
async function cutGroups(
  view: View,
  rows: RowSet,
  { first, txCount }: UndoneBlock,
  table: Table,
  size: number,
  cut: (row: Uint8Array, stored: number) => Uint8Array,
): Promise<void> {
  const start = Math.floor(first / size);
  const stored = first % size;
  for (let group = start; group * size < first + txCount; group++) {
    let value: Uint8Array | undefined;
    if (group === start && stored > 0) {
      const [row] = await view.getMany(table, [numbered(table, group)]);
      if (row === undefined) throw new Error(`a group of ${table.name} is missing`);
      value = cut(row, stored);
    }
    rows.put(table, numbered(table, group), value);
  }
}
