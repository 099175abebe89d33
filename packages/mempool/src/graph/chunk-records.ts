import { sortByFallingKey } from './sort-by-key.ts';
import { none, type TxGraph } from './tx-graph.ts';

/** A chunk that no pass has labelled yet. */
export const unlabelled = 253;

const words = 16;
const doubles = 8;
// the two doubles of a record, then its words
const feeAt = 0;
const rateAt = 1;
const sizeAt = 4;
const weightAt = 5;
const sigopsAt = 6;
const runningAt = 7;
const tieAt = 8;
const firstAt = 9;
const nextAt = 10;
const clusterAt = 11;
const bucketAt = 12;
const pickedAt = 13;
const countAt = 14;
const labelAt = 15;

/** Figures of a chunk. */
export interface ChunkFigures {
  fee: number;
  size: number;
  weight: number;
  sigops: number;
  count: number;
  /** Size of this and all preceding chunks of equal fee rate in its cluster. */
  running: number;
  /**
   * Transaction whose id breaks ties: the one with the largest id; with `TxGraph.tiesById` the one that miners of those
   * nodes reach first, of this chunk or of a later one of equal fee rate in its cluster.
   */
  tie: number;
  first: number;
}

/** Chunks: records of 64 bytes in one growing array. */
export class ChunkRecords {
  private f64 = new Float64Array(0);
  private i32 = new Int32Array(0);
  /** Block (as a stamp) for which a cluster is excluded; by its first chunk. */
  private barred = new Int32Array(0);
  private used = 0;
  private freeRecord = none;
  /** Records by which the array grows, in addition to a tenth of its size. */
  private step = 0;
  private readonly graph: TxGraph;

  constructor(graph: TxGraph) {
    this.graph = graph;
    this.growTo(1_024);
  }

  get bytes(): number {
    return this.f64.byteLength + this.barred.byteLength;
  }

  /**
   * Sets the growth for at most a number of new chunks: growing by tenths alone would copy the array eleven times in a
   * full build.
   */
  expect(count: number): void {
    this.step = count >> 3;
  }

  make(figures: ChunkFigures): number {
    let record = this.freeRecord;
    if (record === none) {
      if (this.used === this.barred.length) this.growTo(Math.ceil(this.used * 1.1) + this.step);
      record = this.used++;
    } else this.freeRecord = this.i32[words * record + nextAt]!;
    const { i32, f64 } = this;
    const at = words * record;
    f64[doubles * record + feeAt] = figures.fee;
    f64[doubles * record + rateAt] = figures.fee / figures.size;
    i32[at + sizeAt] = figures.size;
    i32[at + weightAt] = figures.weight;
    i32[at + sigopsAt] = figures.sigops;
    i32[at + runningAt] = figures.running;
    i32[at + tieAt] = figures.tie;
    i32[at + firstAt] = figures.first;
    i32[at + nextAt] = none;
    i32[at + clusterAt] = record;
    i32[at + bucketAt] = none;
    i32[at + pickedAt] = 0;
    i32[at + countAt] = figures.count;
    i32[at + labelAt] = unlabelled;
    this.barred[record] = 0;
    return record;
  }

  free(record: number): void {
    this.i32[words * record + nextAt] = this.freeRecord;
    this.freeRecord = record;
  }

  /** Sorts chunks into mining order. */
  sort(chunks: readonly number[]): Int32Array {
    const { f64 } = this;
    const sorted = new Int32Array(chunks.length);
    const rates = new Float64Array(chunks.length);
    for (let i = 0; i < chunks.length; i++) {
      sorted[i] = chunks[i]!;
      rates[i] = f64[doubles * sorted[i]! + rateAt]!;
    }
    return sortByFallingKey(sorted, rates, (a, b) => this.compare(a, b));
  }

  fee(record: number): number {
    return this.f64[doubles * record + feeAt]!;
  }
  size(record: number): number {
    return this.i32[words * record + sizeAt]! >>> 0;
  }
  weight(record: number): number {
    return this.i32[words * record + weightAt]!;
  }
  sigops(record: number): number {
    return this.i32[words * record + sigopsAt]!;
  }
  running(record: number): number {
    return this.i32[words * record + runningAt]! >>> 0;
  }
  first(record: number): number {
    return this.i32[words * record + firstAt]!;
  }
  next(record: number): number {
    return this.i32[words * record + nextAt]!;
  }
  cluster(record: number): number {
    return this.i32[words * record + clusterAt]!;
  }
  bucket(record: number): number {
    return this.i32[words * record + bucketAt]!;
  }
  picked(record: number): number {
    return this.i32[words * record + pickedAt]!;
  }
  count(record: number): number {
    return this.i32[words * record + countAt]!;
  }
  label(record: number): number {
    return this.i32[words * record + labelAt]!;
  }
  isExcluded(record: number, block: number): boolean {
    return this.barred[this.cluster(record)] === block;
  }

  /**
   * @param next the chunk after this one in its cluster
   * @param cluster its first chunk
   */
  chain(record: number, next: number, cluster: number): void {
    this.i32[words * record + nextAt] = next;
    this.i32[words * record + clusterAt] = cluster;
  }
  setBucket(record: number, bucket: number): void {
    this.i32[words * record + bucketAt] = bucket;
  }
  setPicked(record: number, pass: number): void {
    this.i32[words * record + pickedAt] = pass;
  }
  setLabel(record: number, label: number): void {
    this.i32[words * record + labelAt] = label;
  }
  bar(record: number, block: number): void {
    this.barred[this.cluster(record)] = block;
  }

  /** Returns true when a chunk with these figures has the same position in the order as a record. */
  isEqual(record: number, figures: ChunkFigures): boolean {
    return (
      this.fee(record) === figures.fee &&
      this.size(record) === figures.size &&
      this.count(record) === figures.count &&
      this.running(record) === figures.running &&
      (!this.graph.tiesById || this.i32[words * record + tieAt] === figures.tie)
    );
  }

  /**
   * Negative when `a` is mined first: the higher fee rate; then the smaller running size, which keeps parents first;
   * then the smaller largest id. With `TxGraph.tiesById`, equal fee rates are ordered by id before running size. A total
   * order that does not depend on history.
   */
  compare(a: number, b: number): number {
    if (a === b) return 0;
    const { f64, i32 } = this;
    const difference = f64[doubles * b + rateAt]! - f64[doubles * a + rateAt]!;
    if (difference !== 0) return difference;
    const exact = compareRates(this.fee(a), this.size(a), this.fee(b), this.size(b));
    if (exact !== 0) return -exact;
    const running = this.running(a) - this.running(b);
    const ids = () => this.graph.compareIds(i32[words * a + tieAt]!, i32[words * b + tieAt]!);
    return this.graph.tiesById ? ids() || running : running || ids();
  }

  private growTo(capacity: number): void {
    const buffer = new ArrayBuffer(4 * words * capacity);
    const f64 = new Float64Array(buffer);
    f64.set(this.f64);
    this.f64 = f64;
    this.i32 = new Int32Array(buffer);
    const barred = new Int32Array(capacity);
    barred.set(this.barred);
    this.barred = barred;
  }
}

/** Products below this are exact in doubles. */
const exactLimit = 2 ** 52;

/** Positive when the first has the higher fee rate. Exact for integer fees and sizes. */
export function compareRates(feeA: number, sizeA: number, feeB: number, sizeB: number): number {
  const left = feeA * sizeB;
  const right = feeB * sizeA;
  if (Math.abs(left) < exactLimit && Math.abs(right) < exactLimit) return left - right;
  const exact = BigInt(feeA) * BigInt(sizeB) - BigInt(feeB) * BigInt(sizeA);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
