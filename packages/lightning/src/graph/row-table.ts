const none = -1;
const minSlots = 1_024;

/** Row numbers by a hash of their key; the keys are in the columns of the rows. Four bytes per slot; nothing is removed. */
export class RowTable {
  private slots = new Int32Array(minSlots).fill(none);
  private count = 0;
  private readonly hashOf: (row: number) => number;

  /** @param hashOf hash of a row's key, 32 bits */
  constructor(hashOf: (row: number) => number) {
    this.hashOf = hashOf;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.slots.byteLength;
  }

  /** Returns the first row under a hash that `isWanted` accepts; -1 if there is none. */
  find(hash: number, isWanted: (row: number) => boolean): number {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let at = hash & mask; slots[at] !== none; at = (at + 1) & mask) if (isWanted(slots[at]!)) return slots[at]!;
    return none;
  }

  /** Adds a row whose key is in its columns. */
  insert(row: number): void {
    if (3 * (this.count + 1) > 2 * this.slots.length) this.grow();
    this.place(row);
    this.count++;
  }

  private place(row: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let at = this.hashOf(row) & mask;
    while (slots[at] !== none) at = (at + 1) & mask;
    slots[at] = row;
  }

  private grow(): void {
    const rows = this.slots;
    this.slots = new Int32Array(2 * rows.length).fill(none);
    for (const row of rows) if (row !== none) this.place(row);
  }
}

/**
 * Hashes bytes so that collisions cannot be made without the seed. All bytes of a key count: a source may report keys
 * that differ in their last ones only.
 * @param length a multiple of four
 */
export function hashBytes(bytes: Uint8Array, start: number, seed: number, length = 8): number {
  let hash = seed;
  for (let at = start; at < start + length; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    const mixed = Math.imul(word ^ seed, 0x9e3779b1);
    hash = Math.imul(hash ^ mixed ^ (mixed >>> 15), 0x85ebca77);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x2c1b3c6d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A seed of `hashBytes` that a peer cannot predict. */
export const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

type Column = Uint8Array | Uint16Array | Uint32Array | Int8Array | Int32Array | Float64Array | BigUint64Array;

/** Returns a copy of a column with room for more rows. */
export function widened<C extends Column>(column: C, length: number): C {
  const wider = new (column.constructor as new (length: number) => C)(length);
  (wider.set as (from: C) => void)(column);
  return wider;
}

/** Returns the number of rows to make room for: an eighth more than needed. */
export const roomFor = (rows: number): number => Math.ceil(1.125 * (rows + 512));

/** Returns whether the bytes of a row equal others. */
export function equalsAt(column: Uint8Array, at: number, bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (column[at + i] !== bytes[i]) return false;
  return true;
}

/** A set of row numbers: a bit for each. */
export class RowSet {
  private bits = new Uint8Array(1_024);

  add(row: number): void {
    const at = row >> 3;
    if (at >= this.bits.length) this.bits = widened(this.bits, 2 * at);
    this.bits[at]! |= 1 << (row & 7);
  }

  has(row: number): boolean {
    return ((this.bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }
}
