import { bandedFeeStatistics, feeStatistics } from '@glassblock/primitives';
import { compareRates } from './linearise.ts';
import { type Chunk, type Cluster, effectiveRate, type PoolTx } from './pool-tx.ts';

/** A block that does not exist yet. */
export interface ProjectedBlock {
  /** In the order in which they would be mined. */
  readonly txs: readonly PoolTx[];
  readonly weight: number;
}

/** Figures of a projected block. Source: rest-bitcoin 3.6 */
export interface ProjectedFigures {
  blockSize: number;
  blockVSize: number;
  nTx: number;
  totalFees: number;
  medianFee: number;
  feeRange: number[];
}

export const projectedBlocks = 8;
const maxWeight = 4_000_000;
const reservedWeight = 8_000;
const maxSigops = 80_000;
const leastTransaction = 240;
const fillWithin = 4_000;
const maxMisses = 1_000;
const maxCandidates = 5_000;
/** Lists of a block's transactions stop here, in vB. */
const detailLimit = 1_200_000;

/** Chunks from the best rate down; chunks of one cluster keep their order. A total order: the same pool, the same list. */
export function orderedChunks(clusters: Iterable<Cluster>): Chunk[] {
  const chunks: Chunk[] = [];
  for (const cluster of clusters) chunks.push(...cluster.chunks);
  return chunks.sort(compareChunks);
}

function compareChunks(a: Chunk, b: Chunk): number {
  return compareRates(b, a) || a.running - b.running || (a.key < b.key ? -1 : 1);
}

/**
 * Fills blocks with chunks, best rate first. A chunk that does not fit bars the rest of its cluster for this block; the
 * search for smaller ones ends after 1,000 misses in a nearly full block. The last block takes all that is left.
 * Source: domain-mempool section 9, notes on the mempool engine
 */
export function projectBlocks(chunks: readonly Chunk[]): ProjectedBlock[] {
  const blocks: ProjectedBlock[] = [];
  let rest = chunks;
  while (rest.length > 0 && blocks.length < projectedBlocks - 1) {
    const { taken, left } = fillBlock(rest);
    if (taken.length === 0) break;
    blocks.push(blockOf(taken));
    rest = left;
  }
  if (rest.length > 0) blocks.push(blockOf(rest));
  for (const [index, block] of blocks.entries()) placeTxs(block, index);
  return blocks;
}

function fillBlock(chunks: readonly Chunk[]): { taken: Chunk[]; left: Chunk[] } {
  const taken: Chunk[] = [];
  const left: Chunk[] = [];
  const barred = new Set<Cluster>();
  let weight = reservedWeight;
  let sigops = 0;
  let misses = 0;
  let i = 0;
  for (; i < chunks.length; i++) {
    const chunk = chunks[i]!;
    const free = maxWeight - weight;
    if (free < leastTransaction || (misses > maxMisses && free < fillWithin) || misses > maxCandidates) break;
    if (!barred.has(chunk.cluster) && weight + chunk.weight < maxWeight && sigops + chunk.sigops < maxSigops) {
      taken.push(chunk);
      weight += chunk.weight;
      sigops += chunk.sigops;
      misses = 0;
    } else {
      left.push(chunk);
      barred.add(chunk.cluster);
      misses++;
    }
  }
  for (; i < chunks.length; i++) left.push(chunks[i]!);
  return { taken, left };
}

function blockOf(chunks: readonly Chunk[]): ProjectedBlock {
  const txs: PoolTx[] = [];
  let weight = 0;
  for (const chunk of chunks) {
    weight += chunk.weight;
    for (const tx of chunk.txs) txs.push(tx);
  }
  return { txs, weight };
}

function placeTxs(block: ProjectedBlock, index: number): void {
  let before = 0;
  for (const tx of block.txs) {
    const vsize = Math.ceil(tx.weight / 4);
    tx.position = { block: index, vsize: before + vsize / 2 };
    before += vsize;
  }
}

/** The transactions that lists of this block show: all of a normal block, the first 1.2 MvB of the rest. */
export function detailedTxs(block: ProjectedBlock): readonly PoolTx[] {
  if (block.weight <= detailLimit * 4) return block.txs;
  let weight = 0;
  const end = block.txs.findIndex((tx) => (weight += tx.weight) > detailLimit * 4);
  return end < 0 ? block.txs : block.txs.slice(0, end);
}

/** Sizes, fees and fee statistics of a projected block. */
export function figuresOf(block: ProjectedBlock, index: number): ProjectedFigures {
  const isStack = index === projectedBlocks - 1 && block.weight > maxWeight;
  const source = isStack ? block.txs : detailedTxs(block);
  const rated = source.map((tx) => ({ fee: tx.fee, weight: tx.weight, rate: effectiveRate(tx) }));
  const { median, range } = isStack ? bandedFeeStatistics(rated) : feeStatistics(rated);
  let blockSize = 0;
  let totalFees = 0;
  for (const tx of block.txs) {
    blockSize += tx.size;
    totalFees += tx.fee;
  }
  return {
    blockSize,
    blockVSize: block.weight / 4,
    nTx: block.txs.length,
    totalFees,
    medianFee: median,
    feeRange: range,
  };
}
