import { none } from '../graph/tx-graph.ts';

const pageBytes = 1 << 20;
/** Longer records have their own page. */
const ownPageBytes = pageBytes / 4;
/** Before each record: its slot and its length. */
const headBytes = 8;
const sparePages = 4;

interface Page {
  bytes: Uint8Array;
  view: DataView;
  /** End of the written part. */
  used: number;
  /** Bytes of live records, headers included. */
  live: number;
}

/**
 * One run of bytes per slot, in pages outside the heap. A page that is less than half live is copied to the end and
 * freed, so that the total stays below twice the live bytes.
 */
export class ByteLog {
  private readonly pages: (Page | undefined)[] = [];
  private readonly freeNumbers: number[] = [];
  private readonly spare: Uint8Array[] = [];
  private current = none;
  private page = new Int32Array(0);
  private at = new Uint32Array(0);

  /** Bytes allocated. */
  get bytes(): number {
    let sum = this.page.byteLength + this.at.byteLength + this.spare.length * pageBytes;
    for (const page of this.pages) sum += page?.bytes.length ?? 0;
    return sum;
  }

  /** Stores the parts, one after the other, for an empty slot. */
  put(slot: number, parts: readonly Uint8Array[]): void {
    this.ensure(slot);
    let length = 0;
    for (const part of parts) length += part.length;
    const [number, page] = this.room(headBytes + length);
    let to = page.used;
    page.view.setUint32(to, slot);
    page.view.setUint32(to + 4, length);
    this.page[slot] = number;
    this.at[slot] = to;
    to += headBytes;
    for (const part of parts) {
      page.bytes.set(part, to);
      to += part.length;
    }
    page.live += to - page.used;
    page.used = to;
  }

  /** Returns the bytes of a slot, as a view that is valid until the next `put` or `free`. */
  view(slot: number): Uint8Array {
    const page = this.pages[this.page[slot]!]!;
    const from = this.at[slot]!;
    return page.bytes.subarray(from + headBytes, from + headBytes + page.view.getUint32(from + 4));
  }

  /** Frees the bytes of a slot. */
  free(slot: number): void {
    const number = this.page[slot]!;
    const page = this.pages[number]!;
    page.live -= headBytes + page.view.getUint32(this.at[slot]! + 4);
    this.page[slot] = none;
    if (number === this.current) return;
    if (page.live === 0) this.giveBack(number);
    else if (page.bytes.length === pageBytes && 2 * page.live < pageBytes) this.evacuate(number);
  }

  private evacuate(number: number): void {
    const { bytes, view, used } = this.pages[number]!;
    for (let at = 0; at < used; ) {
      const slot = view.getUint32(at);
      const length = view.getUint32(at + 4);
      if (this.page[slot] === number && this.at[slot] === at) {
        this.put(slot, [bytes.subarray(at + headBytes, at + headBytes + length)]);
      }
      at += headBytes + length;
    }
    this.giveBack(number);
  }

  private giveBack(number: number): void {
    const { bytes } = this.pages[number]!;
    this.pages[number] = undefined;
    this.freeNumbers.push(number);
    if (bytes.length === pageBytes && this.spare.length < sparePages) this.spare.push(bytes);
  }

  private room(length: number): [number, Page] {
    if (length > ownPageBytes) return this.open(new Uint8Array(length));
    const last = this.current === none ? undefined : this.pages[this.current]!;
    if (last !== undefined && last.used + length <= pageBytes) return [this.current, last];
    const opened = this.open(this.spare.pop() ?? new Uint8Array(pageBytes));
    const before = this.current;
    this.current = opened[0];
    // the last page is not checked for compaction
    if (last !== undefined && 2 * last.live < pageBytes) {
      if (last.live === 0) this.giveBack(before);
      else this.evacuate(before);
      return this.room(length);
    }
    return opened;
  }

  private open(bytes: Uint8Array): [number, Page] {
    const number = this.freeNumbers.pop() ?? this.pages.length;
    const page = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), used: 0, live: 0 };
    this.pages[number] = page;
    return [number, page];
  }

  private ensure(slot: number): void {
    if (slot < this.page.length) return;
    const capacity = Math.ceil(1.1 * (slot + 1_000));
    const page = new Int32Array(capacity).fill(none);
    page.set(this.page);
    this.page = page;
    const at = new Uint32Array(capacity);
    at.set(this.at);
    this.at = at;
  }
}
