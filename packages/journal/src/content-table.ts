import { mixedPlace, newSecret } from './txid-table.ts';

const free = 0xffffffff;
const removed = 0xfffffffe;

/** Where transactions are in one file: the first eight bytes of each id and an offset, 12 bytes a place, open addressing with
 *  linear probing. Two ids may share eight bytes, so what is found here is to be compared on the disk. */
export class ContentTable {
  private low = new Uint32Array(64);
  private high = new Uint32Array(64);
  private offsets = new Uint32Array(64).fill(free);
  private readonly secret = newSecret();
  private used = 0;

  /** Entries that were added. */
  get length(): number {
    return this.used;
  }

  get memoryBytes(): number {
    return 12 * this.offsets.length;
  }

  /** Adds an entry by the first eight bytes of `id`. */
  add(id: Uint8Array, offset: number): void {
    if (4 * (this.used + 1) > 3 * this.offsets.length) this.resize(2 * this.offsets.length);
    const view = wordsOf(id);
    this.put(view.low, view.high, offset);
    this.used++;
  }

  /** Offsets that may be this transaction's. */
  offsetsOf(id: Uint8Array): number[] {
    const found: number[] = [];
    const { low, high } = wordsOf(id);
    const slots = this.offsets.length;
    for (let slot = mixedPlace(low, high, this.secret, slots); ; slot = slot + 1 === slots ? 0 : slot + 1) {
      const offset = this.offsets[slot]!;
      if (offset === free) return found;
      if (offset !== removed && this.low[slot] === low && this.high[slot] === high) found.push(offset);
    }
  }

  /** Forgets one entry. */
  remove(id: Uint8Array, offset: number): void {
    const { low, high } = wordsOf(id);
    const slots = this.offsets.length;
    for (let slot = mixedPlace(low, high, this.secret, slots); ; slot = slot + 1 === slots ? 0 : slot + 1) {
      if (this.offsets[slot] === free) return;
      if (this.offsets[slot] === offset && this.low[slot] === low && this.high[slot] === high) {
        this.offsets[slot] = removed;
        return;
      }
    }
  }

  /** Gives back the room that a file which is full does not need. */
  fit(): void {
    this.resize(Math.max(16, Math.ceil(this.used * 1.35)));
  }

  /** First eight bytes and offset of every entry, 12 bytes each, numbers little-endian. */
  entries(): Uint8Array {
    const bytes = new Uint8Array(12 * this.used);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const [slot, offset] of this.offsets.entries()) {
      if (offset === free || offset === removed) continue;
      view.setUint32(at, this.low[slot]!, true);
      view.setUint32(at + 4, this.high[slot]!, true);
      view.setUint32(at + 8, offset, true);
      at += 12;
    }
    return bytes.subarray(0, at);
  }

  /** A table of what `entries` gave. */
  static of(entries: Uint8Array): ContentTable {
    const table = new ContentTable();
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    table.resize(Math.max(16, Math.ceil((entries.length / 12) * 1.35)));
    for (let at = 0; at < entries.length; at += 12) {
      table.put(view.getUint32(at, true), view.getUint32(at + 4, true), view.getUint32(at + 8, true));
      table.used++;
    }
    return table;
  }

  private put(low: number, high: number, offset: number): void {
    const slots = this.offsets.length;
    let slot = mixedPlace(low, high, this.secret, slots);
    while (this.offsets[slot] !== free) slot = slot + 1 === slots ? 0 : slot + 1;
    this.low[slot] = low;
    this.high[slot] = high;
    this.offsets[slot] = offset;
  }

  private resize(slots: number): void {
    const { low, high, offsets } = this;
    this.low = new Uint32Array(slots);
    this.high = new Uint32Array(slots);
    this.offsets = new Uint32Array(slots).fill(free);
    this.used = 0;
    for (const [slot, offset] of offsets.entries()) {
      if (offset === free || offset === removed) continue;
      this.put(low[slot]!, high[slot]!, offset);
      this.used++;
    }
  }
}

function wordsOf(id: Uint8Array): { low: number; high: number } {
  const low = (id[0]! | (id[1]! << 8) | (id[2]! << 16) | (id[3]! << 24)) >>> 0;
  const high = (id[4]! | (id[5]! << 8) | (id[6]! << 16) | (id[7]! << 24)) >>> 0;
  return { low, high };
}
