import type { ChunkRecords } from './chunk-records.ts';
import { none } from './tx-graph.ts';

/** A bucket whose chunks have several labels. */
export const mixed = 252;

/** Maximum chunks of a bucket. */
export const bucketRoom = 256;

/**
 * All chunks in mining order, in buckets with their sums. Each bucket stores the common label of its chunks, so that
 * unchanged buckets need not be read.
 */
export class ChunkList {
  /** Bucket numbers in order, `length` of them. */
  order = new Int32Array(16);
  length = 0;
  /** Chunks of bucket `b` from `b * bucketRoom` on, `count[b]` of them. */
  chunks = new Int32Array(0);
  count = new Int32Array(0);
  weight = new Float64Array(0);
  sigops = new Float64Array(0);
  fees = new Float64Array(0);
  txs = new Int32Array(0);
  label = new Uint8Array(0);
  /** Pass in which chunks of a bucket were taken ahead of order, and their sums. */
  holePass = new Int32Array(0);
  holeWeight = new Float64Array(0);
  holeSigops = new Float64Array(0);
  holeFees = new Float64Array(0);
  holeTxs = new Int32Array(0);

  private readonly records: ChunkRecords;
  private readonly free: number[] = [];
  private used = 0;

  constructor(records: ChunkRecords) {
    this.records = records;
    this.growTo(16);
  }

  get bytes(): number {
    const columns = [this.order, this.chunks, this.count, this.weight, this.sigops, this.fees, this.txs, this.label];
    const holes = [this.holePass, this.holeWeight, this.holeSigops, this.holeFees, this.holeTxs];
    return [...columns, ...holes].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  insert(chunk: number): void {
    const { records } = this;
    if (this.length === 0) {
      this.order[0] = this.makeBucket(mixed);
      this.length = 1;
    }
    let at = this.bucketFor(chunk);
    let bucket = this.order[at]!;
    if (this.count[bucket] === bucketRoom) {
      this.split(at);
      if (records.compare(chunk, this.chunks[bucketRoom * this.order[at + 1]!]!) > 0) at++;
      bucket = this.order[at]!;
    }
    const base = bucketRoom * bucket;
    const count = this.count[bucket]!;
    const place = this.placeIn(bucket, chunk);
    this.chunks.copyWithin(base + place + 1, base + place, base + count);
    this.chunks[base + place] = chunk;
    this.count[bucket] = count + 1;
    records.setBucket(chunk, bucket);
    this.account(bucket, chunk, 1);
  }

  remove(chunk: number): void {
    const bucket = this.records.bucket(chunk);
    const base = bucketRoom * bucket;
    const count = this.count[bucket]!;
    const place = this.chunks.indexOf(chunk, base);
    this.chunks.copyWithin(place, place + 1, base + count);
    this.count[bucket] = count - 1;
    this.account(bucket, chunk, -1);
    if (count === 1) this.dropBucket(this.order.subarray(0, this.length).indexOf(bucket));
    else if (count <= bucketRoom / 8) this.joinNext(bucket);
  }

  /** Inserts a number of chunks at which rebuilding the list is faster. */
  rebuild(fresh: readonly number[]): void {
    const sorted = this.records.sort(fresh);
    const present = this.allChunks();
    for (let at = 0; at < this.length; at++) this.free.push(this.order[at]!);
    this.length = 0;
    const fill = bucketRoom - bucketRoom / 4;
    let bucket = none;
    let [a, b] = [0, 0];
    while (a < present.length || b < sorted.length) {
      const takesPresent =
        b === sorted.length || (a < present.length && this.records.compare(present[a]!, sorted[b]!) < 0);
      const chunk = takesPresent ? present[a++]! : sorted[b++]!;
      if (bucket === none || this.count[bucket]! >= fill) {
        bucket = this.makeBucket(mixed);
        if (this.length === this.order.length) this.widenOrder();
        this.order[this.length++] = bucket;
      }
      this.chunks[bucketRoom * bucket + this.count[bucket]!] = chunk;
      this.count[bucket]!++;
      this.records.setBucket(chunk, bucket);
      this.account(bucket, chunk, 1);
    }
  }

  /** Returns true when a bucket may have chunks with a label. */
  mayContain(bucket: number, label: number): boolean {
    return this.label[bucket] === label || this.label[bucket] === mixed;
  }

  /** Iterates chunks with a label, highest fee rate first. */
  *labelled(label: number): Generator<number> {
    for (let at = 0; at < this.length; at++) {
      const bucket = this.order[at]!;
      if (!this.mayContain(bucket, label)) continue;
      const base = bucketRoom * bucket;
      for (let i = 0; i < this.count[bucket]!; i++) {
        const chunk = this.chunks[base + i]!;
        if (this.records.label(chunk) === label) yield chunk;
      }
    }
  }

  /**
   * Calls `then` for each chunk with a label, highest fee rate first, until it returns false. Not a generator: this is
   * read at every projection.
   * @param skips called before the chunks of a bucket that all have the label, with their weight; returns true to skip
   * them
   */
  eachLabelled(label: number, then: (chunk: number) => boolean, skips?: (weight: number) => boolean): void {
    for (let at = 0; at < this.length; at++) {
      const bucket = this.order[at]!;
      if (!this.mayContain(bucket, label)) continue;
      const isWhole = this.label[bucket] === label;
      if (isWhole && skips?.(this.weight[bucket]!)) continue;
      const start = bucketRoom * bucket;
      const end = start + this.count[bucket]!;
      for (let i = start; i < end; i++) {
        const chunk = this.chunks[i]!;
        if ((isWhole || this.records.label(chunk) === label) && !then(chunk)) return;
      }
    }
  }

  /** Iterates all chunks, highest fee rate first. */
  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.length; at++) {
      const base = bucketRoom * this.order[at]!;
      for (let i = 0; i < this.count[this.order[at]!]!; i++) yield this.chunks[base + i]!;
    }
  }

  private allChunks(): Int32Array {
    let total = 0;
    for (let at = 0; at < this.length; at++) total += this.count[this.order[at]!]!;
    const all = new Int32Array(total);
    let end = 0;
    for (let at = 0; at < this.length; at++) {
      const start = bucketRoom * this.order[at]!;
      all.set(this.chunks.subarray(start, start + this.count[this.order[at]!]!), end);
      end += this.count[this.order[at]!]!;
    }
    return all;
  }

  private account(bucket: number, chunk: number, sign: 1 | -1): void {
    const { records } = this;
    this.weight[bucket]! += sign * records.weight(chunk);
    this.sigops[bucket]! += sign * records.sigops(chunk);
    this.fees[bucket]! += sign * records.fee(chunk);
    this.txs[bucket]! += sign * records.count(chunk);
  }

  /** Index in `order` of the bucket for a chunk. */
  private bucketFor(chunk: number): number {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.records.compare(this.chunks[bucketRoom * this.order[middle]!]!, chunk) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private placeIn(bucket: number, chunk: number): number {
    const base = bucketRoom * bucket;
    let low = 0;
    let high = this.count[bucket]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.records.compare(this.chunks[base + middle]!, chunk) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private widenOrder(): void {
    const order = new Int32Array(2 * this.length);
    order.set(this.order);
    this.order = order;
  }

  private split(at: number): void {
    const bucket = this.order[at]!;
    const second = this.makeBucket(this.label[bucket]!);
    if (this.length === this.order.length) this.widenOrder();
    this.order.copyWithin(at + 2, at + 1, this.length);
    this.order[at + 1] = second;
    this.length++;
    this.move(bucket, bucketRoom / 2, second);
  }

  /** Moves the chunks of a bucket from an index on to the end of another one. */
  private move(from: number, place: number, to: number): void {
    const start = bucketRoom * from + place;
    const end = bucketRoom * from + this.count[from]!;
    let target = bucketRoom * to + this.count[to]!;
    for (let i = start; i < end; i++) {
      const chunk = this.chunks[i]!;
      this.account(from, chunk, -1);
      this.account(to, chunk, 1);
      this.chunks[target++] = chunk;
      this.records.setBucket(chunk, to);
    }
    this.count[to]! += end - start;
    this.count[from] = place;
  }

  /** Merges a nearly empty bucket with the next one when there is room. */
  private joinNext(bucket: number): void {
    const at = this.order.subarray(0, this.length).indexOf(bucket);
    if (at + 1 >= this.length) return;
    const next = this.order[at + 1]!;
    if (this.count[bucket]! + this.count[next]! > bucketRoom / 2) return;
    if (this.label[bucket] !== this.label[next]) this.label[bucket] = mixed;
    this.move(next, 0, bucket);
    this.dropBucket(at + 1);
  }

  private dropBucket(at: number): void {
    this.free.push(this.order[at]!);
    this.order.copyWithin(at, at + 1, this.length);
    this.length--;
  }

  private makeBucket(label: number): number {
    let bucket = this.free.pop() ?? none;
    if (bucket === none) {
      if (this.used === this.count.length) this.growTo(Math.ceil(this.used * 1.1));
      bucket = this.used++;
    }
    this.count[bucket] = 0;
    this.weight[bucket] = 0;
    this.sigops[bucket] = 0;
    this.fees[bucket] = 0;
    this.txs[bucket] = 0;
    this.label[bucket] = label;
    this.holePass[bucket] = 0;
    return bucket;
  }

  private growTo(capacity: number): void {
    const wider = <T extends Uint8Array | Float64Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.chunks = wider(this.chunks, new Int32Array(bucketRoom * capacity));
    this.count = wider(this.count, new Int32Array(capacity));
    this.weight = wider(this.weight, new Float64Array(capacity));
    this.sigops = wider(this.sigops, new Float64Array(capacity));
    this.fees = wider(this.fees, new Float64Array(capacity));
    this.txs = wider(this.txs, new Int32Array(capacity));
    this.label = wider(this.label, new Uint8Array(capacity));
    this.holePass = wider(this.holePass, new Int32Array(capacity));
    this.holeWeight = wider(this.holeWeight, new Float64Array(capacity));
    this.holeSigops = wider(this.holeSigops, new Float64Array(capacity));
    this.holeFees = wider(this.holeFees, new Float64Array(capacity));
    this.holeTxs = wider(this.holeTxs, new Int32Array(capacity));
  }
}
