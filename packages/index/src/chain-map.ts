import type { Height } from '@glassblock/primitives';
import { rowKey, type View } from '@glassblock/store';
import { decodeFirstsRow, encodeFirstsRow, firstGroup } from './rows/script/firsts-row.ts';
import { tables } from './rows/tables.ts';
import { type TxNumber, u32Bytes } from './tx-number.ts';

/**
 * First transaction number of every block of one chain, which converts numbers to positions without a read. One per
 * chain
 * tip: `extended` shares the memory of a chain that only grew.
 */
export class ChainMap {
  /** Blocks in this chain. */
  readonly count: number;
  /** Transactions in this chain: the number of the next one. */
  readonly next: number;
  private readonly firsts: { values: Uint32Array; used: number };

  private constructor(firsts: { values: Uint32Array; used: number }, count: number, next: number) {
    this.firsts = firsts;
    this.count = count;
    this.next = next;
  }

  static of(firsts: readonly number[] | Uint32Array, next: number): ChainMap {
    const values = new Uint32Array(Math.max(1024, firsts.length * 2));
    values.set(firsts);
    return new ChainMap({ values, used: firsts.length }, firsts.length, next);
  }

  /** Returns this chain with one more block. */
  extended(txCount: number): ChainMap {
    let firsts = this.firsts;
    if (firsts.used !== this.count || firsts.used === firsts.values.length) {
      const values = new Uint32Array(Math.max(1024, this.count * 2));
      values.set(firsts.values.subarray(0, this.count));
      firsts = { values, used: this.count };
    }
    firsts.values[firsts.used++] = this.next;
    return new ChainMap(firsts, this.count + 1, this.next + txCount);
  }

  /** Returns this chain without its blocks at and above a height. */
  cut(height: number): ChainMap {
    return height >= this.count ? this : new ChainMap(this.firsts, height, this.firstOf(height));
  }

  /** Returns the number of a block's first transaction; for the next block, the number of transactions. */
  firstOf(height: number): number {
    return height < this.count ? this.firsts.values[height]! : this.next;
  }

  txCountOf(height: number): number {
    return this.firstOf(height + 1) - this.firstOf(height);
  }

  placeOf(number: number): TxNumber {
    const height = this.heightOf(number);
    return { height: height as Height, position: number - this.firstOf(height) };
  }

  heightOf(number: number): number {
    if (number >= this.next) throw new Error(`transaction ${number} is above this chain`);
    const { values } = this.firsts;
    let low = 0;
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (values[middle]! <= number) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Returns the number of a transaction; at or above the end for positions that do not exist. */
  numberAt({ height, position }: TxNumber): number {
    return height < this.count ? this.firstOf(height) + position : this.next;
  }

  /** Returns the row of the group with a height: first numbers of its blocks, 4 bytes each. */
  groupRow(height: number): Uint8Array {
    const start = height - (height % firstGroup);
    const length = Math.max(0, Math.min(this.count - start, firstGroup));
    return encodeFirstsRow(Array.from({ length }, (_, i) => this.firstOf(start + i)));
  }
}

/**
 * Reads the map of the chain of a view.
 * @param count blocks of that chain
 * @param next its transactions
 */
export async function readChainMap(view: View, count: number, next: number): Promise<ChainMap> {
  const firsts = new Uint32Array(count);
  let at = 0;
  for (let group = 0; at < count; group += 64) {
    const keys = Array.from({ length: 64 }, (_, i) => rowKey(tables.firsts, u32Bytes(group + i)));
    for (const value of await view.getMany(tables.firsts, keys)) {
      if (value === undefined) break;
      const known = decodeFirstsRow(value);
      for (let i = 0; i < known.length && at < count; i++) firsts[at++] = known[i]!;
    }
    if (at < Math.min(count, (group + 64) * firstGroup)) throw new Error('the table of first numbers has a gap');
  }
  return ChainMap.of(firsts, next);
}
