import { wordAt } from '@glassblock/primitives';

/** Position of a block on the node's disk. */
export interface BlockPlace {
  /** Number of the blk file and of its rev file. */
  file: number;
  /** Offset of the serialized block in that file, after magic and size. */
  offset: number;
  size: number;
}

const minEntries = 1024;
const absent = -1;

/**
 * Block positions by hash, a million in about 35 MB: columns of numbers, found by the first eight bytes of the hash
 * through a hash table. Two hashes with the same eight bytes would collide; readers check the hash.
 */
export class BlockPlaces {
  private entries: number;
  private low: Uint32Array;
  private high: Uint32Array;
  private file: Uint16Array;
  private offset: Uint32Array;
  private size: Uint32Array;
  private undo: Int32Array;
  /** Number of known children of each block. */
  private children: Uint8Array;
  /** The same for blocks that are not known yet: files have blocks in order of arrival. */
  private readonly childrenOfUnknown: Map<string, number>;
  /** Entry numbers, at most half of the slots used. */
  private slots: Int32Array;

  constructor() {
    this.entries = 0;
    this.low = new Uint32Array(minEntries);
    this.high = new Uint32Array(minEntries);
    this.file = new Uint16Array(minEntries);
    this.offset = new Uint32Array(minEntries);
    this.size = new Uint32Array(minEntries);
    this.undo = new Int32Array(minEntries);
    this.children = new Uint8Array(minEntries);
    this.childrenOfUnknown = new Map();
    this.slots = new Int32Array(2 * minEntries).fill(absent);
  }

  get count(): number {
    return this.entries;
  }

  /**
   * Sets the position of a block; a later call overwrites it.
   * @param prevHash from its header
   */
  set(hash: Uint8Array, prevHash: Uint8Array, { file, offset, size }: BlockPlace): void {
    const low = wordAt(hash, 0);
    const high = wordAt(hash, 4);
    let entry = this.slots[this.slotOf(low, high)]!;
    if (entry === absent) {
      if (this.entries === this.low.length) this.grow();
      entry = this.entries++;
      this.low[entry] = low;
      this.high[entry] = high;
      this.undo[entry] = absent;
      this.slots[this.slotOf(low, high)] = entry;
      const key = keyOf(low, high);
      this.children[entry] = this.childrenOfUnknown.get(key) ?? 0;
      this.childrenOfUnknown.delete(key);
      this.countChild(prevHash);
    }
    if (this.file[entry] !== file) this.undo[entry] = absent;
    this.file[entry] = file;
    this.offset[entry] = offset;
    this.size[entry] = size;
  }

  get(hash: Uint8Array): BlockPlace | undefined {
    const entry = this.entryOf(hash);
    if (entry === absent) return undefined;
    return { file: this.file[entry]!, offset: this.offset[entry]!, size: this.size[entry]! };
  }

  /** Returns the number of known blocks with this parent. */
  childCount(hash: Uint8Array): number {
    const entry = this.entryOf(hash);
    const key = keyOf(wordAt(hash, 0), wordAt(hash, 4));
    return entry === absent ? (this.childrenOfUnknown.get(key) ?? 0) : this.children[entry]!;
  }

  private countChild(prevHash: Uint8Array): void {
    const entry = this.entryOf(prevHash);
    const key = keyOf(wordAt(prevHash, 0), wordAt(prevHash, 4));
    if (entry === absent) this.childrenOfUnknown.set(key, (this.childrenOfUnknown.get(key) ?? 0) + 1);
    else this.children[entry] = Math.min(255, this.children[entry]! + 1);
  }

  /** Returns the index of the block's record in the rev file; undefined while unknown. */
  undoOf(hash: Uint8Array): number | undefined {
    const entry = this.entryOf(hash);
    const undo = entry === absent ? absent : this.undo[entry]!;
    return undo === absent ? undefined : undo;
  }

  setUndo(hash: Uint8Array, record: number | undefined): void {
    const entry = this.entryOf(hash);
    if (entry !== absent) this.undo[entry] = record ?? absent;
  }

  private entryOf(hash: Uint8Array): number {
    return this.slots[this.slotOf(wordAt(hash, 0), wordAt(hash, 4))]!;
  }

  /** Returns the slot of a key, or the free one for it. */
  private slotOf(low: number, high: number): number {
    const mask = this.slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot]!;
      if (entry === absent || (this.low[entry] === low && this.high[entry] === high)) return slot;
    }
  }

  private grow(): void {
    const size = 2 * this.low.length;
    this.low = copied(this.low, new Uint32Array(size));
    this.high = copied(this.high, new Uint32Array(size));
    this.file = copied(this.file, new Uint16Array(size));
    this.offset = copied(this.offset, new Uint32Array(size));
    this.size = copied(this.size, new Uint32Array(size));
    this.undo = copied(this.undo, new Int32Array(size));
    this.children = copied(this.children, new Uint8Array(size));
    this.slots = new Int32Array(2 * size).fill(absent);
    for (let entry = 0; entry < this.entries; entry++)
      this.slots[this.slotOf(this.low[entry]!, this.high[entry]!)] = entry;
  }
}

function copied<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const keyOf = (low: number, high: number): string => `${low}:${high}`;
