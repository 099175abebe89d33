import type { EntryInput } from '../rows/script/script-bucket.ts';
import type { KeyColumns } from './effect-columns.ts';

const none = -1;

/**
 * The scripts that a block touches, and an entry for each of its transactions that does: columns, because objects for
 * tens of thousands of scripts would be copied by the collections of the young generation.
 */
export class ScriptEffects {
  /** Number of scripts. */
  count = 0;
  /** Number of entries of all scripts. */
  private entryCount = 0;
  private readonly bucket: Uint32Array;
  private readonly rest: Float64Array;
  /** Open hash table of the indexes of scripts. */
  private readonly slots: Int32Array;
  /** Indexes of the first and the last entry of each script. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** Entries: index of the next one of the same script, and the fields of `EntryInput`. */
  private readonly next: Int32Array;
  private readonly number: Uint32Array;
  private readonly fundedCount: Uint32Array;
  private readonly fundedSum: Float64Array;
  private readonly spentCount: Uint32Array;
  private readonly spentSum: Float64Array;
  private readonly spentVout: Uint32Array;

  /** @param room inputs and outputs of the block: each adds a script and an entry at most */
  constructor(room: number) {
    this.bucket = new Uint32Array(room);
    this.rest = new Float64Array(room);
    let size = 16;
    while (size < 2 * room) size *= 2;
    this.slots = new Int32Array(size).fill(none);
    this.first = new Int32Array(room);
    this.last = new Int32Array(room);
    this.next = new Int32Array(room);
    this.number = new Uint32Array(room);
    this.fundedCount = new Uint32Array(room);
    this.fundedSum = new Float64Array(room);
    this.spentCount = new Uint32Array(room);
    this.spentSum = new Float64Array(room);
    this.spentVout = new Uint32Array(room);
  }

  /** Keys of the scripts. */
  get keys(): KeyColumns {
    return { bucket: this.bucket.subarray(0, this.count), rest: this.rest.subarray(0, this.count) };
  }

  /** Returns the index of a script, which is added if it is new. */
  indexOf(bucket: number, rest: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    // the rest is the result of a cipher: its low bits are evenly distributed
    let slot = rest & mask;
    for (; slots[slot] !== none; slot = (slot + 1) & mask) {
      const index = slots[slot]!;
      if (this.rest[index] === rest && this.bucket[index] === bucket) return index;
    }
    const index = this.count++;
    slots[slot] = index;
    this.bucket[index] = bucket;
    this.rest[index] = rest;
    this.first[index] = this.last[index] = none;
    return index;
  }

  /** Adds an output to the entry of a transaction, whose number is not below those of earlier calls. */
  addFunded(script: number, number: number, value: number): void {
    const entry = this.entryOf(script, number);
    this.fundedCount[entry]!++;
    this.fundedSum[entry]! += value;
  }

  /** Adds an input to the entry of a transaction, whose number is not below those of earlier calls. */
  addSpent(script: number, number: number, value: number, vout: number): void {
    const entry = this.entryOf(script, number);
    this.spentCount[entry]!++;
    this.spentSum[entry]! += value;
    this.spentVout[entry] = vout;
  }

  private entryOf(script: number, number: number): number {
    const last = this.last[script]!;
    if (last !== none && this.number[last] === number) return last;
    const entry = this.entryCount++;
    this.number[entry] = number;
    this.next[entry] = none;
    if (last === none) this.first[script] = entry;
    else this.next[last] = entry;
    this.last[script] = entry;
    return entry;
  }

  /** Returns the index of the first entry of a script. */
  firstEntry(script: number): number {
    return this.first[script]!;
  }

  /** Returns the index of the next entry of the same script; -1 after the last. */
  nextEntry(entry: number): number {
    return this.next[entry]!;
  }

  /** Copies an entry into an object, which it returns. */
  readEntry(entry: number, to: EntryInput): EntryInput {
    to.number = this.number[entry]!;
    to.fundedCount = this.fundedCount[entry]!;
    to.fundedSum = this.fundedSum[entry]!;
    to.spentCount = this.spentCount[entry]!;
    to.spentSum = this.spentSum[entry]!;
    to.spentVout = this.spentVout[entry]!;
    return to;
  }
}
