/** Offsets of transactions: the first eight bytes of each id and an offset, in order of insertion. */
export class PrefixList {
  /** 8 bytes per entry. */
  prefixes: Uint8Array;
  offsets: Uint32Array;
  length = 0;

  constructor(capacity = 64) {
    this.prefixes = new Uint8Array(8 * capacity);
    this.offsets = new Uint32Array(capacity);
  }

  /** Adds the first eight bytes of `id`. */
  add(id: Uint8Array, offset: number): void {
    if (this.length === this.offsets.length) this.grow();
    const at = 8 * this.length;
    for (let i = 0; i < 8; i++) this.prefixes[at + i] = id[i]!;
    this.offsets[this.length++] = offset;
  }

  /**
   * Returns the offsets of entries with the prefix of an id below `end`, each once if they were added in ascending
   * order.
   */
  offsetsOf(txid: Uint8Array, end: number): number[] {
    const found: number[] = [];
    const words = new Uint32Array(this.prefixes.buffer, 0, 2 * this.length);
    const [low, high] = new Uint32Array(Uint8Array.from(txid.subarray(0, 8)).buffer);
    for (let i = 0; i < this.length; i++) {
      if (words[2 * i] !== low || words[2 * i + 1] !== high) continue;
      const offset = this.offsets[i]!;
      if (offset < end && found.at(-1) !== offset) found.push(offset);
    }
    return found;
  }

  /** Returns the indices of entries sorted by prefix in byte order, stable. */
  sorted(): Uint32Array {
    const { length } = this;
    let order = Uint32Array.from({ length }, (_, i) => i);
    let next = new Uint32Array(length);
    // radix sort from the last byte: linear for any ids, also for chosen ones
    for (let byte = 7; byte >= 0; byte--) {
      const starts = new Uint32Array(257);
      for (let i = 0; i < length; i++) starts[this.prefixes[8 * i + byte]! + 1]!++;
      for (let digit = 1; digit < starts.length; digit++) starts[digit]! += starts[digit - 1]!;
      for (const entry of order) next[starts[this.prefixes[8 * entry + byte]!]!++] = entry;
      [order, next] = [next, order];
    }
    return order;
  }

  private grow(): void {
    const prefixes = new Uint8Array(2 * this.prefixes.length);
    prefixes.set(this.prefixes);
    this.prefixes = prefixes;
    const offsets = new Uint32Array(2 * this.offsets.length);
    offsets.set(this.offsets);
    this.offsets = offsets;
  }
}

/** The same for a whole segment, in 256 lists by the first byte: a search or a sort reads one of them. */
export class PrefixBuckets {
  readonly buckets = Array.from({ length: 256 }, () => new PrefixList(8));

  add(id: Uint8Array, offset: number): void {
    this.buckets[id[0]!]!.add(id, offset);
  }

  /** Adds a list whose offsets are relative to `base`. */
  addAll({ prefixes, offsets, length }: PrefixList, base: number): void {
    for (let i = 0; i < length; i++) this.add(prefixes.subarray(8 * i, 8 * i + 8), base + offsets[i]!);
  }

  /** As `PrefixList.offsetsOf`. */
  offsetsOf(txid: Uint8Array, end: number): number[] {
    return this.buckets[txid[0]!]!.offsetsOf(txid, end);
  }
}
