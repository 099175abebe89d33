import { type Height, settled } from '@glassblock/primitives';
import { RowReader } from '@glassblock/primitives/records';
import { rowKey, type Table, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { BucketKey, Prefixer } from '../prefixer.ts';
import { idGroup } from '../rows/block/ids-row.ts';
import { cutTxids } from '../rows/block/txids-row.ts';
import type { UndoneBlock } from '../rows/block/undo-row.ts';
import { chunkSort, firstOfChunk, scriptPartition } from '../rows/row-keys.ts';
import { BucketWriter, cutTail, decodeChunk, type Tail, writeTail } from '../rows/script/script-bucket.ts';
import { groupOfSpends, SpendGroupReader, SpendGroupWriter } from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import { numbered, putUnspent, removeUnspent } from './block-plan.ts';
import { cutBodies } from './body-rows.ts';
import { type PlanRows, runOf } from './plan-rows.ts';
import { readTails, type ScriptTails, spendersOfPairs } from './script-tails.ts';
import { distinctNumbers } from './sorted-numbers.ts';

/**
 * Adds the rows for disconnecting a block, the inverse of planConnect.
 * @param opened the tables and the chain with the block
 */
export async function planDisconnect(
  { view, map }: { view: View; map: ChainMap },
  prefixer: Prefixer,
  tip: { height: Height; hash: Uint8Array },
  undone: UndoneBlock,
  rows: PlanRows,
): Promise<void> {
  const { first } = undone;
  rows.putNumbered(tables.blocks, tip.height, undefined);
  rows.put(tables.blockIds, rowKey(tables.blockIds, tip.hash), undefined);
  const firsts = map.cut(tip.height).groupRow(tip.height);
  rows.putNumbered(tables.firsts, Math.floor(tip.height / 256), firsts.length === 0 ? undefined : runOf(firsts));
  await settled([
    removeEntries(view, rows, undone),
    removeTxids(view, rows, undone, prefixer.txidWidth),
    removeSpends(view, rows, undone),
  ]);
  removeUnspent(rows, undone.created);
  putUnspent(rows, undone.consumed);
  rows.putNumbered(tables.cells, tip.height, undefined);
  if (prefixer.identity.keepIds) {
    await cutGroups(view, rows, undone, tables.ids, idGroup, (row, stored) => row.subarray(0, 32 * stored));
  }
  if (prefixer.identity.keepBodies) {
    for (const { group, value } of await cutBodies(view, first, undone.txCount)) {
      rows.putNumbered(tables.bodies, group, runOf(value));
    }
  }
  await prefixer.format.disconnect?.({ view, height: tip.height, first }, rows);
}

async function removeEntries(view: View, rows: PlanRows, { scripts, first }: UndoneBlock): Promise<void> {
  const tails = await readTails(view, scripts, rows.scripts);
  const spenders = await spendersOfPairs(view, tails);
  const emptied = await tailsFromChunks(view, rows, tails, first);
  const writer = new BucketWriter();
  tails.eachBucket((bucket, value, from, to) => {
    writer.start(value);
    for (let place = from; place < to; place++) {
      const script = tails.order[place]!;
      const rest = scripts.rest[script]!;
      const tail = tails.tailOf(script);
      if (tail === undefined) throw new Error('a script of a connected block has no row');
      const spender = spenders[script]!;
      const left = emptied.get(script) ?? cutTail(tail, first, spender < 0 ? undefined : spender);
      writer.seek(rest);
      if (left !== undefined) writeTail(writer.row, rest, left);
    }
    rows.putNumbered(tables.scripts, bucket, writer.finish());
  });
}

/** Returns the tails of scripts whose entries after the last chunk are all removed. */
async function tailsFromChunks(
  view: View,
  rows: PlanRows,
  tails: ScriptTails,
  first: number,
): Promise<Map<number, Tail>> {
  const found = new Map<number, Tail>();
  for (const script of tails.order) {
    if (!tails.isSealed(script)) continue;
    if (cutTail(tails.tailOf(script)!, first) !== undefined) continue;
    const { bucket, rest } = tails.keys;
    const tail = await tailFromChunks(view, rows, { bucket: bucket[script]!, rest: rest[script]! }, first);
    if (tail !== undefined) found.set(script, tail);
  }
  return found;
}

/**
 * Moves sealed chunks back into an empty tail.
 * @returns undefined if nothing is left
 */
async function tailFromChunks(view: View, rows: PlanRows, script: BucketKey, first: number): Promise<Tail | undefined> {
  let from: Uint8Array | undefined;
  for (;;) {
    const [row] = await view.scan(tables.chunks, scriptPartition(script), {
      limit: 1,
      ...(from === undefined ? {} : { from }),
    });
    if (row === undefined) throw new Error('a script row refers to missing chunks');
    rows.put(tables.chunks, rowKey(tables.chunks, scriptPartition(script), row.sort), undefined);
    const chunk = decodeChunk(row.value);
    const isFirst = chunk.before.txCount === 0;
    const left = cutTail({ ...chunk, sealed: !isFirst }, first);
    if (left !== undefined || isFirst) return left;
    from = chunkSort(firstOfChunk(row.sort) - 1);
  }
}

async function removeTxids(view: View, rows: PlanRows, { txids, first }: UndoneBlock, width: number): Promise<void> {
  const buckets = distinctNumbers(txids);
  const values = await view.getNumbered(tables.txids, buckets);
  for (const [i, bucket] of buckets.entries()) {
    cutTxids(rows.scratch.clear(), values.valueAt(i), first, width);
    rows.putNumbered(tables.txids, bucket, rows.scratch.length === 0 ? undefined : rows.scratch);
  }
}

async function removeSpends(view: View, rows: PlanRows, undone: UndoneBlock): Promise<void> {
  const { first } = undone;
  const groups = changedSpendGroups(undone);
  const values = await view.getNumbered(tables.spends, groups, rows.spends);
  const writer = new SpendGroupWriter();
  for (const [i, group] of groups.entries()) {
    if (!values.has(i)) continue;
    const reader = new SpendGroupReader(group, new RowReader(values.bytes, values.startOf(i), values.endOf(i)));
    writer.start();
    while (reader.next()) {
      if (reader.spender < first) writer.add(reader.funding, reader.vout, reader.spender, reader.vin);
    }
    rows.putNumbered(tables.spends, group, writer.row.length === 0 ? undefined : writer.row);
  }
}

/** Returns the groups of spent transactions and of the block's own. */
function changedSpendGroups({ consumed, first, txCount }: UndoneBlock): Uint32Array {
  const spent = consumed.number;
  const numbers = new Uint32Array(spent.length + txCount);
  numbers.set(spent);
  for (let i = 0; i < txCount; i++) numbers[spent.length + i] = first + i;
  return distinctNumbers(numbers.map(groupOfSpends));
}

/** Truncates the first group of a block's transactions and removes the others. */
async function cutGroups(
  view: View,
  rows: PlanRows,
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
    rows.putNumbered(table, group, runOf(value));
  }
}
