import { none } from '../graph/tx-graph.ts';

const minCapacity = 1_024;

/** Numbers by a 32-bit hash; several may share a hash. Open addressing, eight bytes per entry. */
export class HashTable {
  private hashes = new Uint32Array(minCapacity);
  private values = new Int32Array(minCapacity).fill(none);
  private count = 0;

  get bytes(): number {
    return this.hashes.byteLength + this.values.byteLength;
  }

  /** @param hash unsigned @param value not negative */
  insert(hash: number, value: number): void {
    if (3 * (this.count + 1) > 2 * this.values.length) this.grow();
    this.place(hash, value);
    this.count++;
  }

  /** Returns the first number under a hash that `isWanted` accepts, or `none`. */
  find(hash: number, isWanted: (value: number) => boolean): number {
    const { hashes, values } = this;
    const mask = values.length - 1;
    for (let at = hash & mask; values[at] !== none; at = (at + 1) & mask) {
      if (hashes[at] === hash && isWanted(values[at]!)) return values[at]!;
    }
    return none;
  }

  /** Removes the entry with these two numbers, which must exist. */
  delete(hash: number, value: number): void {
    const { hashes, values } = this;
    const mask = values.length - 1;
    let hole = hash & mask;
    while (hashes[hole] !== hash || values[hole] !== value) {
      if (values[hole] === none) throw new Error(`no entry ${value} under hash ${hash}`);
      hole = (hole + 1) & mask;
    }
    // close the gap: later entries that belong before it move up
    for (let behind = (hole + 1) & mask; values[behind] !== none; behind = (behind + 1) & mask) {
      const wanted = hashes[behind]! & mask;
      if (((behind - wanted) & mask) < ((behind - hole) & mask)) continue;
      hashes[hole] = hashes[behind]!;
      values[hole] = values[behind]!;
      hole = behind;
    }
    values[hole] = none;
    this.count--;
  }

  private place(hash: number, value: number): void {
    const mask = this.values.length - 1;
    let at = hash & mask;
    while (this.values[at] !== none) at = (at + 1) & mask;
    this.hashes[at] = hash;
    this.values[at] = value;
  }

  private grow(): void {
    const { hashes, values } = this;
    this.hashes = new Uint32Array(2 * hashes.length);
    this.values = new Int32Array(2 * values.length).fill(none);
    for (let at = 0; at < values.length; at++) if (values[at] !== none) this.place(hashes[at]!, values[at]!);
  }
}
