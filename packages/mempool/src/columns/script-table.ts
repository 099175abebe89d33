import { addressKey, isSats, scriptHash, type TxOutput, toHex, wordAt } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import { seededHash } from '../memory/seeded-hash.ts';
import { type AddressHead, addressHead, type HeadSpan, noHead } from './address-heads.ts';
import { HashTable } from './hash-table.ts';

/** Effect of one transaction on one script. Amounts in sats. */
export interface ScriptTouch {
  hash: Uint8Array;
  head: AddressHead;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
}

/** Effect of all mempool transactions on one script. */
export interface ScriptTotals {
  txCount: number;
  fundedCount: number;
  fundedSum: number;
  spentCount: number;
  spentSum: number;
}

const opReturn = 0x6a;
/** Words of the script hash that are compared: collisions in this many bits are infeasible. */
const keyWords = 4;

/**
 * Returns each script that a transaction touches, once, in the order of prevouts and outputs, without unspendable ones.
 */
export function scriptTouches(prevouts: readonly TxOutput[], outputs: readonly TxOutput[]): ScriptTouch[] {
  const touches = new Map<string, ScriptTouch>();
  const touch = ({ script }: TxOutput): ScriptTouch | undefined => {
    if (script[0] === opReturn) return undefined;
    const key = toHex(script);
    const known = touches.get(key);
    if (known !== undefined) return known;
    const made = {
      hash: scriptHash(script),
      head: addressHead(addressKey(script)),
      fundedCount: 0,
      fundedSum: 0,
      spentCount: 0,
      spentSum: 0,
    };
    touches.set(key, made);
    return made;
  };
  for (const prevout of prevouts) {
    const one = touch(prevout);
    if (one === undefined || !isSats(prevout.value)) continue;
    one.spentCount++;
    one.spentSum += prevout.value;
  }
  for (const output of outputs) {
    const one = touch(output);
    if (one === undefined || !isSats(output.value)) continue;
    one.fundedCount++;
    one.fundedSum += output.value;
  }
  return [...touches.values()];
}

/** Transactions by script, newest first, and their sums: columns by script and by entry. */
export class ScriptTable {
  private readonly table = new HashTable();
  private readonly scripts = new Rows(1_024);
  private readonly entries = new Rows(1_024);
  private readonly seed: number;

  private keys = new Uint32Array(0);
  private heads = new Float64Array(0);
  private newestEntry = new Int32Array(0);
  private txCount = new Uint32Array(0);
  private fundedCount = new Uint32Array(0);
  private spentCount = new Uint32Array(0);
  private fundedSum = new Float64Array(0);
  private spentSum = new Float64Array(0);

  private entrySlot = new Int32Array(0);
  private entryScript = new Int32Array(0);
  private newer = new Int32Array(0);
  private older = new Int32Array(0);
  private nextOfSlot = new Int32Array(0);

  /** First entry of each slot: of the last script that it touched. */
  private firstOfSlot = new Int32Array(0);

  /** @param seed 32 secret bits */
  constructor(seed: number) {
    this.seed = seed | 1;
  }

  get bytes(): number {
    const counts = [this.txCount, this.fundedCount, this.spentCount, this.fundedSum, this.spentSum];
    const byEntry = [this.entrySlot, this.entryScript, this.newer, this.older, this.nextOfSlot];
    const columns = [this.keys, this.heads, this.newestEntry, ...counts, ...byEntry, this.firstOfSlot];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.table.bytes);
  }

  /** @param touches from `scriptTouches` */
  add(slot: number, touches: readonly ScriptTouch[]): void {
    if (slot >= this.firstOfSlot.length) this.firstOfSlot = room(this.firstOfSlot, Math.ceil(1.1 * (slot + 1_000)));
    let before = none;
    for (const touch of touches) {
      const script = this.scriptFor(touch);
      const entry = this.makeEntry();
      const newest = this.newestEntry[script]!;
      this.entrySlot[entry] = slot;
      this.entryScript[entry] = script;
      this.newer[entry] = none;
      this.older[entry] = newest;
      this.nextOfSlot[entry] = before;
      if (newest !== none) this.newer[newest] = entry;
      this.newestEntry[script] = entry;
      this.count(script, touch, 1);
      before = entry;
    }
    this.firstOfSlot[slot] = before;
  }

  /** @param touches the same as for `add` */
  remove(slot: number, touches: readonly ScriptTouch[]): void {
    let entry = this.firstOfSlot[slot]!;
    for (let i = touches.length - 1; i >= 0; i--) {
      const script = this.entryScript[entry]!;
      const newer = this.newer[entry]!;
      const older = this.older[entry]!;
      if (newer === none) this.newestEntry[script] = older;
      else this.older[newer] = older;
      if (older !== none) this.newer[older] = newer;
      this.count(script, touches[i]!, -1);
      if (this.txCount[script] === 0) {
        this.table.delete(this.placeOfScript(script), script);
        this.heads[script] = noHead;
        this.scripts.give(script);
      }
      const next = this.nextOfSlot[entry]!;
      this.entries.give(entry);
      entry = next;
    }
    this.firstOfSlot[slot] = none;
  }

  /** @param hash of the script */
  totals(hash: Uint8Array): ScriptTotals {
    const script = this.find(hash);
    if (script === none) return { txCount: 0, fundedCount: 0, fundedSum: 0, spentCount: 0, spentSum: 0 };
    return {
      txCount: this.txCount[script]!,
      fundedCount: this.fundedCount[script]!,
      fundedSum: this.fundedSum[script]!,
      spentCount: this.spentCount[script]!,
      spentSum: this.spentSum[script]!,
    };
  }

  /**
   * Returns slots of the transactions that touch a script, newest first.
   * @param after slot of the last one received; `none`, or one that does not touch the script: from the newest on
   */
  slots(hash: Uint8Array, limit: number, after: number = none): number[] {
    const script = this.find(hash);
    if (script === none) return [];
    const found: number[] = [];
    const last = after === none ? none : this.entryOf(after, script);
    let entry = last === none ? this.newestEntry[script]! : this.older[last]!;
    for (; entry !== none && found.length < limit; entry = this.older[entry]!) found.push(this.entrySlot[entry]!);
    return found;
  }

  /**
   * Iterates the newest transaction of each script whose address has a head in one of the ranges. Reads one number per
   * script, a few milliseconds for a million, so there is no index.
   */
  *slotsByHead(spans: readonly HeadSpan[]): Generator<number> {
    const min = Math.min(...spans.map((span) => span.min));
    const max = Math.max(...spans.map((span) => span.max));
    for (let script = -1; ; ) {
      script = nextBetween(this.heads, script + 1, min, max);
      if (script === none) return;
      const head = this.heads[script]!;
      if (!spans.some((span) => head >= span.min && head <= span.max)) continue;
      yield this.entrySlot[this.newestEntry[script]!]!;
    }
  }

  private entryOf(slot: number, script: number): number {
    let entry = this.firstOfSlot[slot] ?? none;
    while (entry !== none && this.entryScript[entry] !== script) entry = this.nextOfSlot[entry]!;
    return entry;
  }

  private count(script: number, { fundedCount, fundedSum, spentCount, spentSum }: ScriptTouch, sign: 1 | -1): void {
    this.txCount[script]! += sign;
    this.fundedCount[script]! += sign * fundedCount;
    this.spentCount[script]! += sign * spentCount;
    this.fundedSum[script]! += sign * fundedSum;
    this.spentSum[script]! += sign * spentSum;
  }

  private find(hash: Uint8Array): number {
    return this.table.find(this.placeOf(wordAt(hash, 0), wordAt(hash, 4)), (script) => this.isKey(script, hash));
  }

  private placeOf(low: number, high: number): number {
    return seededHash(low, high, this.seed);
  }

  private placeOfScript(script: number): number {
    return this.placeOf(this.keys[keyWords * script]!, this.keys[keyWords * script + 1]!);
  }

  private isKey(script: number, hash: Uint8Array): boolean {
    for (let i = 0; i < keyWords; i++) if (this.keys[keyWords * script + i] !== wordAt(hash, 4 * i)) return false;
    return true;
  }

  private scriptFor({ hash, head }: ScriptTouch): number {
    const known = this.find(hash);
    if (known !== none) return known;
    const script = this.scripts.take();
    const capacity = this.scripts.capacity;
    this.keys = room(this.keys, keyWords * capacity);
    this.heads = room(this.heads, capacity);
    this.newestEntry = room(this.newestEntry, capacity);
    this.txCount = room(this.txCount, capacity);
    this.fundedCount = room(this.fundedCount, capacity);
    this.spentCount = room(this.spentCount, capacity);
    this.fundedSum = room(this.fundedSum, capacity);
    this.spentSum = room(this.spentSum, capacity);
    for (let i = 0; i < keyWords; i++) this.keys[keyWords * script + i] = wordAt(hash, 4 * i);
    this.heads[script] = head;
    this.newestEntry[script] = none;
    for (const column of [this.txCount, this.fundedCount, this.spentCount, this.fundedSum, this.spentSum]) {
      column[script] = 0;
    }
    this.table.insert(this.placeOfScript(script), script);
    return script;
  }

  private makeEntry(): number {
    const entry = this.entries.take();
    const capacity = this.entries.capacity;
    this.entrySlot = room(this.entrySlot, capacity);
    this.entryScript = room(this.entryScript, capacity);
    this.newer = room(this.newer, capacity);
    this.older = room(this.older, capacity);
    this.nextOfSlot = room(this.nextOfSlot, capacity);
    return entry;
  }
}

/**
 * Position of the first number from `from` on within bounds, or `none`. Outside of the generator, whose loops are slow.
 */
function nextBetween(numbers: Float64Array, from: number, min: number, max: number): number {
  for (let i = from; i < numbers.length; i++) if (numbers[i]! >= min && numbers[i]! <= max) return i;
  return none;
}

/** Allocates row numbers. */
class Rows {
  capacity: number;
  private used = 0;
  private readonly free: number[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  take(): number {
    const row = this.free.pop() ?? this.used++;
    if (this.used > this.capacity) this.capacity = Math.ceil(1.1 * this.used);
    return row;
  }

  give(row: number): void {
    this.free.push(row);
  }
}

function room<T extends Uint32Array | Int32Array | Float64Array>(column: T, length: number): T {
  if (column.length >= length) return column;
  const wider = new (column.constructor as new (length: number) => T)(length);
  wider.set(column);
  return wider;
}
