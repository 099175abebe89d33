import { bucketRoom, type ChunkList, mixed } from './chunk-list.ts';
import { type ChunkRecords, unlabelled } from './chunk-records.ts';
import { none, restLabel, type TxGraph } from './tx-graph.ts';

/** Sums of one projected block; fees include fee deltas. */
export interface BlockSums {
  txs: number;
  /** Without the reserved weight. */
  weight: number;
  sigops: number;
  fees: number;
}

/** Options of the block borders. */
export interface BorderOptions {
  /** Number of projected blocks, the last one unlimited. */
  blocks: number;
  /** Weight reserved for coinbase and header. */
  reservedWeight: number;
}

const maxWeight = 4_000_000;
const maxSigops = 80_000;
/** No valid transaction weighs less. */
const minTransaction = 240;
/**
 * The search for smaller chunks ends after `maxMisses` consecutive misses when less than `fillWithin` WU are free, and
 * always after `maxLooked` chunks.
 */
const maxMisses = 1_000;
const fillWithin = 4_000;
const maxLooked = 5_000;
const ringSize = 250;

/** Transactions whose label changed, with the previous one: pairs of numbers. */
export type Moves = number[];

/**
 * The borders of the projected blocks in the chunk list, and the label of each transaction: its block. A pass goes over
 * sums of whole buckets and opens those whose label is wrong. Labels are on a ring whose origin moves with each mined
 * block, so that advancing by a block changes no label.
 */
export class Borders {
  /** Sums of each block as of the last pass; shorter when there are fewer. */
  blocks: BlockSums[] = [];
  private readonly graph: TxGraph;
  private readonly records: ChunkRecords;
  private readonly list: ChunkList;
  private readonly options: BorderOptions;
  private origin = 0;
  /** Number of the last block, which contains all remaining transactions; `none` if there is no such block. */
  private restBlock = none;
  private passes = 0;
  private stamps = 0;
  private moves: Moves = [];
  // position of the pass: index of the bucket, index in the bucket
  private at = 0;
  private i = 0;

  constructor(graph: TxGraph, records: ChunkRecords, list: ChunkList, options: BorderOptions) {
    this.graph = graph;
    this.records = records;
    this.list = list;
    this.options = options;
  }

  /** Advances by a mined block: the second becomes the first. */
  advance(): void {
    this.origin = (this.origin + 1) % ringSize;
  }

  /** Returns the projected block of a label of the last pass. */
  blockOf(label: number): number {
    if (label === restLabel) return this.restBlock;
    return (label - this.origin + ringSize) % ringSize;
  }

  labelOf(block: number): number {
    return block === this.restBlock ? restLabel : (this.origin + block) % ringSize;
  }

  /**
   * Recomputes all borders and labels moved entries.
   * @param fresh chunks inserted since the last pass
   * @returns slots whose label changed, each followed by the previous label
   */
  pass(fresh: readonly number[]): Moves {
    const { list, records } = this;
    this.passes++;
    this.moves = [];
    this.blocks = [];
    this.at = 0;
    this.i = 0;
    for (let block = 0; block < this.options.blocks - 1 && this.at < list.length; block++) {
      const sums = this.fill((this.origin + block) % ringSize);
      if (sums.txs === 0) break;
      this.blocks.push(sums);
    }
    this.rest();
    for (const chunk of fresh) {
      if (records.label(chunk) === unlabelled) this.relabel(chunk, list.label[records.bucket(chunk)]!);
    }
    return this.moves;
  }

  /** Fills one block from the current position. */
  private fill(label: number): BlockSums {
    const { list, records } = this;
    const sums: BlockSums = { txs: 0, weight: this.options.reservedWeight, sigops: 0, fees: 0 };
    while (this.at < list.length) {
      const bucket = list.order[this.at]!;
      if (this.i === 0 && this.takeBucket(bucket, label, sums)) {
        this.at++;
        continue;
      }
      const base = bucketRoom * bucket;
      const count = list.count[bucket]!;
      list.label[bucket] = mixed;
      let fits = true;
      for (; this.i < count; this.i++) {
        const chunk = list.chunks[base + this.i]!;
        if (records.picked(chunk) === this.passes) continue;
        fits = this.fits(chunk, sums);
        if (!fits) break;
        this.take(chunk, label, sums);
      }
      if (!fits) {
        this.search(label, sums);
        break;
      }
      this.at++;
      this.i = 0;
    }
    sums.weight -= this.options.reservedWeight;
    return sums;
  }

  private takeBucket(bucket: number, label: number, sums: BlockSums): boolean {
    const { list } = this;
    const hasHoles = list.holePass[bucket] === this.passes;
    const weight = sums.weight + list.weight[bucket]! - (hasHoles ? list.holeWeight[bucket]! : 0);
    const sigops = sums.sigops + list.sigops[bucket]! - (hasHoles ? list.holeSigops[bucket]! : 0);
    if (weight >= maxWeight || sigops >= maxSigops) return false;
    sums.weight = weight;
    sums.sigops = sigops;
    sums.fees += list.fees[bucket]! - (hasHoles ? list.holeFees[bucket]! : 0);
    sums.txs += list.txs[bucket]! - (hasHoles ? list.holeTxs[bucket]! : 0);
    if (hasHoles) {
      this.open(bucket, 0, label);
      list.label[bucket] = mixed;
    } else if (list.label[bucket] !== label) {
      this.open(bucket, 0, label);
      list.label[bucket] = label;
    }
    return true;
  }

  /** Labels the chunks of a bucket from a position on, except those taken ahead. */
  private open(bucket: number, from: number, label: number): void {
    const { list, records } = this;
    const base = bucketRoom * bucket;
    for (let i = from; i < list.count[bucket]!; i++) {
      const chunk = list.chunks[base + i]!;
      if (records.picked(chunk) !== this.passes) this.relabel(chunk, label);
    }
  }

  /** After the first chunk that does not fit: smaller ones, until the block is nearly full. */
  private search(label: number, sums: BlockSums): void {
    const { list, records } = this;
    const block = ++this.stamps;
    let misses = 0;
    let looked = 0;
    for (let at = this.at; at < list.length; at++) {
      const bucket = list.order[at]!;
      const base = bucketRoom * bucket;
      for (let i = at === this.at ? this.i : 0; i < list.count[bucket]!; i++) {
        const chunk = list.chunks[base + i]!;
        if (records.picked(chunk) === this.passes) continue;
        const free = maxWeight - sums.weight;
        if (free < minTransaction || looked > maxLooked || (misses > maxMisses && free < fillWithin)) return;
        looked++;
        if (records.isExcluded(chunk, block) || !this.fits(chunk, sums)) {
          records.bar(chunk, block);
          misses++;
          continue;
        }
        misses = 0;
        this.take(chunk, label, sums);
        records.setPicked(chunk, this.passes);
        list.label[bucket] = mixed;
        this.dig(bucket, chunk);
      }
    }
  }

  private dig(bucket: number, chunk: number): void {
    const { list, records } = this;
    if (list.holePass[bucket] !== this.passes) {
      list.holePass[bucket] = this.passes;
      list.holeWeight[bucket] = 0;
      list.holeSigops[bucket] = 0;
      list.holeFees[bucket] = 0;
      list.holeTxs[bucket] = 0;
    }
    list.holeWeight[bucket]! += records.weight(chunk);
    list.holeSigops[bucket]! += records.sigops(chunk);
    list.holeFees[bucket]! += records.fee(chunk);
    list.holeTxs[bucket]! += records.count(chunk);
  }

  private fits(chunk: number, sums: BlockSums): boolean {
    const { records } = this;
    return sums.weight + records.weight(chunk) < maxWeight && sums.sigops + records.sigops(chunk) < maxSigops;
  }

  private take(chunk: number, label: number, sums: BlockSums): void {
    const { records } = this;
    sums.weight += records.weight(chunk);
    sums.sigops += records.sigops(chunk);
    sums.fees += records.fee(chunk);
    sums.txs += records.count(chunk);
    this.relabel(chunk, label);
  }

  /** Everything behind the last border. */
  private rest(): void {
    const { list } = this;
    const sums: BlockSums = { txs: 0, weight: 0, sigops: 0, fees: 0 };
    for (; this.at < list.length; this.at++) {
      const bucket = list.order[this.at]!;
      if (this.i > 0) {
        this.restOf(bucket, sums);
        this.i = 0;
        continue;
      }
      const hasHoles = list.holePass[bucket] === this.passes;
      sums.weight += list.weight[bucket]! - (hasHoles ? list.holeWeight[bucket]! : 0);
      sums.sigops += list.sigops[bucket]! - (hasHoles ? list.holeSigops[bucket]! : 0);
      sums.fees += list.fees[bucket]! - (hasHoles ? list.holeFees[bucket]! : 0);
      sums.txs += list.txs[bucket]! - (hasHoles ? list.holeTxs[bucket]! : 0);
      if (!hasHoles && list.label[bucket] === restLabel) continue;
      this.open(bucket, 0, restLabel);
      list.label[bucket] = hasHoles ? mixed : restLabel;
    }
    this.restBlock = sums.txs > 0 ? this.blocks.push(sums) - 1 : none;
  }

  private restOf(bucket: number, sums: BlockSums): void {
    const { list, records } = this;
    const base = bucketRoom * bucket;
    for (let i = this.i; i < list.count[bucket]!; i++) {
      const chunk = list.chunks[base + i]!;
      if (records.picked(chunk) === this.passes) continue;
      this.take(chunk, restLabel, sums);
    }
    list.label[bucket] = mixed;
  }

  private relabel(chunk: number, label: number): void {
    const { records, graph } = this;
    if (records.label(chunk) === label) return;
    records.setLabel(chunk, label);
    for (let slot = records.first(chunk); slot !== none; slot = graph.next[slot]!) {
      const before = graph.label[slot]!;
      if (before === label) continue;
      graph.label[slot] = label;
      this.moves.push(slot, before);
    }
  }
}
