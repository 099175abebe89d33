import { RowReader } from '@glassblock/primitives/records';
import type { RowValues, View } from '@glassblock/store';
import { findMember, type Pair, pairAt, soleFunding, type Tail, tailAt } from '../rows/script/script-bucket.ts';
import { groupOfSpends, spenderIn } from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import type { KeyColumns } from './effect-columns.ts';
import { orderByKey } from './order-by-key.ts';
import { distinctNumbers, placeIn } from './sorted-numbers.ts';

const none = -1;

/** The bucket rows of scripts, and the places of their tails in these. */
export class ScriptTails {
  readonly keys: KeyColumns;
  /** Indexes of the scripts, by bucket and rest. */
  readonly order: Uint32Array;
  /** Buckets, ascending. */
  private readonly buckets: Uint32Array;
  private readonly values: RowValues;
  /** Where the tail of each script starts; -1 without one. */
  private readonly starts: Int32Array;
  /** Twice the number of its bytes, plus one if it is sealed. */
  private readonly lengths: Float64Array;

  /** @param buckets ascending, with their rows */
  constructor(keys: KeyColumns, order: Uint32Array, buckets: Uint32Array, values: RowValues) {
    const count = order.length;
    this.keys = keys;
    this.order = order;
    this.buckets = buckets;
    this.values = values;
    this.starts = new Int32Array(count).fill(none);
    this.lengths = new Float64Array(count);
    this.eachRange((index, from, to) => {
      if (!values.has(index)) return;
      const reader = new RowReader(values.bytes, values.startOf(index), values.endOf(index));
      for (let place = from; place < to; place++) {
        const script = order[place]!;
        const start = reader.at;
        const length = findMember(reader, keys.rest[script]!);
        if (length < 0) {
          reader.at = start;
          continue;
        }
        this.starts[script] = reader.at;
        this.lengths[script] = length;
        reader.at += Math.floor(length / 2);
      }
    });
  }

  /** Returns the tail of a script; undefined without one. */
  tailOf(script: number): Tail | undefined {
    const start = this.starts[script]!;
    if (start === none) return undefined;
    const length = this.lengths[script]!;
    return tailAt(new RowReader(this.values.bytes, start), length);
  }

  /** Returns whether entries of a script are in chunks. */
  isSealed(script: number): boolean {
    return this.lengths[script]! % 2 === 1;
  }

  /**
   * Returns the number of the transaction that created the only unspent output of a script; undefined where others are
   * possible.
   */
  soleFunding(script: number): number | undefined {
    const start = this.starts[script]!;
    if (start === none || this.isSealed(script)) return undefined;
    return soleFunding(this.values.bytes, start, start + this.lengths[script]! / 2);
  }

  /** Returns the pair that forms the tail of a script; undefined for other tails. */
  pairOf(script: number): Pair | undefined {
    const start = this.starts[script]!;
    if (start === none || this.isSealed(script)) return undefined;
    return pairAt(this.values.bytes, start, start + this.lengths[script]! / 2);
  }

  /** Calls `then` for each bucket with its row, and the range of its scripts in `order`. */
  eachBucket(then: (bucket: number, value: Uint8Array | undefined, from: number, to: number) => void): void {
    this.eachRange((index, from, to) => then(this.buckets[index]!, this.values.valueAt(index), from, to));
  }

  private eachRange(then: (index: number, from: number, to: number) => void): void {
    const { order, buckets } = this;
    const { bucket } = this.keys;
    for (let index = 0, from = 0; index < buckets.length; index++) {
      let to = from;
      while (to < order.length && bucket[order[to]!] === buckets[index]) to++;
      then(index, from, to);
      from = to;
    }
  }
}

/** Reads the bucket rows of scripts, and finds their tails. @param values memory for the rows */
export async function readTails(view: View, keys: KeyColumns, values: RowValues): Promise<ScriptTails> {
  const buckets = distinctNumbers(keys.bucket);
  const reads = view.getNumbered(tables.scripts, buckets, values);
  const order = orderByKey(keys);
  return new ScriptTails(keys, order, buckets, await reads);
}

/** Returns the number of the spending transaction of each script whose tail is a pair; -1 for others. */
export async function spendersOfPairs(view: View, tails: ScriptTails): Promise<Float64Array> {
  const count = tails.order.length;
  const spenders = new Float64Array(count).fill(none);
  const numbers = new Uint32Array(count);
  const vouts = new Uint32Array(count);
  const scripts = new Uint32Array(count);
  let pairCount = 0;
  for (let script = 0; script < count; script++) {
    const pair = tails.pairOf(script);
    if (pair === undefined) continue;
    numbers[pairCount] = pair.number;
    vouts[pairCount] = pair.vout;
    scripts[pairCount++] = script;
  }
  if (pairCount === 0) return spenders;
  const groups = numbers.subarray(0, pairCount).map(groupOfSpends);
  const distinct = distinctNumbers(groups);
  const rows = await view.getNumbered(tables.spends, distinct);
  for (let i = 0; i < pairCount; i++) {
    const row = rows.valueAt(placeIn(distinct, groups[i]!));
    spenders[scripts[i]!] = spenderIn(row, numbers[i]!, vouts[i]!);
  }
  return spenders;
}
