import type { Height } from '@glassblock/primitives';
import { rowKey, type Table, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { BucketKey, Prefixer } from '../prefixer.ts';
import { idGroup } from '../rows/block/ids-row.ts';
import { cutTxids } from '../rows/block/txids-row.ts';
import type { UndoneBlock } from '../rows/block/undo-row.ts';
import { chunkSort, firstOfChunk, scriptPartition } from '../rows/row-keys.ts';
import { BucketWriter, cutTail, decodeChunk, type Tail, writeTail } from '../rows/script/script-bucket.ts';
import { SpendGroupReader, SpendGroupWriter, spendGroup } from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import { distinctNumbers, eachBucket, numbered, readTails, rowsByNumber, spendersOfPairs } from './block-plan.ts';
import { cutBodies } from './body-rows.ts';
import { type PlanRows, runOf } from './plan-rows.ts';

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
  await Promise.all([
    removeEntries(view, rows, undone),
    removeTxids(view, rows, undone, prefixer.txidWidth),
    removeSpends(view, rows, undone),
  ]);
  for (const { bucket, rest, number, vout } of undone.created) {
    rows.putUnspent({ bucket, rest }, number, vout, undefined);
  }
  for (const { bucket, rest, number, vout, value } of undone.consumed) {
    rows.putUnspent({ bucket, rest }, number, vout, value);
  }
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
  const { order, buckets, tails } = await readTails(view, scripts);
  const spenders = await spendersOfPairs(view, { tails });
  const left = new Map<number, Tail>();
  for (const [index, script] of scripts.entries()) {
    const tail = tails[index];
    if (tail === undefined) throw new Error('a script of a connected block has no row');
    const stored = cutTail(tail, first, spenders.get(index));
    const before = stored ?? (tail.sealed ? await tailFromChunks(view, rows, script, first) : undefined);
    if (before !== undefined) left.set(index, before);
  }
  const writer = new BucketWriter();
  eachBucket(order, scripts, (bucket, from, to) => {
    writer.start(buckets.get(bucket));
    for (let place = from; place < to; place++) {
      const index = order[place]!;
      const { rest } = scripts[index]!;
      writer.seek(rest);
      const tail = left.get(index);
      if (tail !== undefined) writeTail(writer.row, rest, tail);
    }
    rows.putNumbered(tables.scripts, bucket, writer.finish());
  });
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
  const buckets = await rowsByNumber(
    view,
    tables.txids,
    txids.map(({ bucket }) => bucket),
  );
  for (const [bucket, value] of buckets) {
    cutTxids(rows.scratch.clear(), value, first, width);
    rows.putNumbered(tables.txids, bucket, rows.scratch.length === 0 ? undefined : rows.scratch);
  }
}

async function removeSpends(view: View, rows: PlanRows, { consumed, first, txCount }: UndoneBlock): Promise<void> {
  const groups = distinctNumbers(spendGroupsOf(consumed, first, txCount));
  const values = await view.getNumbered(tables.spends, groups);
  const writer = new SpendGroupWriter();
  for (const [i, group] of groups.entries()) {
    const value = values[i];
    if (value === undefined) continue;
    const reader = new SpendGroupReader(group, value);
    writer.start();
    while (reader.next()) {
      if (reader.spender < first) writer.add(reader.funding, reader.vout, reader.spender, reader.vin);
    }
    rows.putNumbered(tables.spends, group, writer.row.length === 0 ? undefined : writer.row);
  }
}

/** Yields the groups of spent transactions and of the block's own. */
function* spendGroupsOf(consumed: UndoneBlock['consumed'], first: number, txCount: number): Generator<number> {
  for (const { number } of consumed) yield Math.floor(number / spendGroup);
  for (let number = first; number < first + txCount; number++) yield Math.floor(number / spendGroup);
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
