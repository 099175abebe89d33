import { RowBytes, RowReader, record, u32 } from '@glassblock/primitives/records';
import { mixedPlace, newSecret } from '../codecs/txid-table.ts';

/** An entry of a content file's table. */
export const contentEntry = record({
  /** First 4 bytes of a txid, and the next 4. */
  low: u32,
  high: u32,
  /** Offset of the record in the content file. */
  offset: u32,
});

const free = 0xffffffff;
const removed = 0xfffffffe;

/**
 * Offsets of transactions in one file by the first eight bytes of their ids: 12 bytes per slot, open addressing with
 * linear probing. Two ids may share a prefix, so the caller compares the record.
 */
export class ContentTable {
  private low = new Uint32Array(64);
  private high = new Uint32Array(64);
  private offsets = new Uint32Array(64).fill(free);
  private readonly secret = newSecret();
  private used = 0;

  /** Number of entries. */
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

  /** Returns offsets that may belong to a transaction. */
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

  /** Removes an entry. */
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

  /** Shrinks the table of a full file. */
  fit(): void {
    this.resize(Math.max(16, Math.ceil(this.used * 1.35)));
  }

  /** Returns all entries, encoded as `contentEntry`. */
  entries(): Uint8Array {
    const row = new RowBytes(contentEntry.minBytes * this.used);
    for (const [slot, offset] of this.offsets.entries()) {
      if (offset === free || offset === removed) continue;
      contentEntry.write(row, { low: this.low[slot]!, high: this.high[slot]!, offset });
    }
    return row.copy();
  }

  /** Creates a table from encoded entries. */
  static of(entries: Uint8Array): ContentTable {
    const table = new ContentTable();
    table.resize(Math.max(16, Math.ceil((entries.length / contentEntry.minBytes) * 1.35)));
    const reader = new RowReader(entries);
    while (!reader.isDone) {
      const { low, high, offset } = contentEntry.read(reader);
      table.put(low, high, offset);
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
