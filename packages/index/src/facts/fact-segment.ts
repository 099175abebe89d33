import type { BlockRow } from '../rows/block/block-row.ts';

const kinds = {
  f64: (buffer: ArrayBuffer, at: number, length: number) => new Float64Array(buffer, at, length),
  f32: (buffer: ArrayBuffer, at: number, length: number) => new Float32Array(buffer, at, length),
  u32: (buffer: ArrayBuffer, at: number, length: number) => new Uint32Array(buffer, at, length),
  u16: (buffer: ArrayBuffer, at: number, length: number) => new Uint16Array(buffer, at, length),
};
const kindBytes = { f64: 8, f32: 4, u32: 4, u16: 2 } as const;
type Kind = keyof typeof kinds;

/**
 * Columns of block facts: kind and values a block, the widest first, so that each is aligned. `docs/schema.md` explains
 * them; a test compares it with this list. Amounts are sats, rates sat/vB.
 *
 * Counts fit 16 bits where a block of 4,000,000 WU has room for fewer than 65,536: a transaction has at least 240 WU,
 * an input 164. Percentiles of fees are whole sats up to 16,777,216 and within one in sixteen million above.
 */
export const factLayout = {
  totalFees: ['f64', 1],
  reward: ['f64', 1],
  totalOut: ['f64', 1],
  time: ['u32', 1],
  medianTime: ['u32', 1],
  bits: ['u32', 1],
  size: ['u32', 1],
  weight: ['u32', 1],
  outputs: ['u32', 1],
  txSize: ['u32', 1],
  txWeight: ['u32', 1],
  segwitSize: ['u32', 1],
  segwitWeight: ['u32', 1],
  medianRate: ['f32', 1],
  /** min, 10, 25, 50, 75, 90 percent, max by number of transactions. */
  rates: ['f32', 7],
  txCount: ['u16', 1],
  inputs: ['u16', 1],
  segwitTxs: ['u16', 1],
  miningPool: ['u16', 1],
} as const satisfies Record<string, readonly [Kind, number]>;

type FactName = keyof typeof factLayout;

/**
 * Facts of consecutive blocks, one typed array per column, all on one buffer. Values of block `i` start at `i * width`,
 * where
 * width is the number of values per block.
 */
export type FactSegment = {
  readonly [Name in FactName]: ReturnType<(typeof kinds)[(typeof factLayout)[Name][0]]>;
};

const columns = Object.entries(factLayout) as [FactName, readonly [Kind, number]][];

/** Bytes of the facts of one block. */
export const factBytes = columns.reduce((sum, [, [kind, width]]) => sum + kindBytes[kind] * width, 0);

/**
 * Creates columns on a buffer of `blocks * factBytes` bytes.
 * @param blocks even, for alignment
 */
export function factSegmentOn(buffer: ArrayBuffer, blocks: number): FactSegment {
  let at = 0;
  const segment: Partial<Record<FactName, ArrayBufferView>> = {};
  for (const [name, [kind, width]] of columns) {
    segment[name] = kinds[kind](buffer, at, blocks * width);
    at += kindBytes[kind] * width * blocks;
  }
  return segment as FactSegment;
}

/**
 * Writes the facts of a block at index `i`.
 * @param miningPool number of the mining pool, below 65,536
 */
export function putFacts(segment: FactSegment, i: number, row: BlockRow, miningPool: number): void {
  const { header, figures } = row;
  segment.totalFees[i] = figures.totalFees;
  segment.reward[i] = figures.reward;
  segment.totalOut[i] = figures.totalOut;
  segment.time[i] = header.time;
  segment.medianTime[i] = row.medianTime;
  segment.bits[i] = header.bits;
  segment.size[i] = row.size;
  segment.weight[i] = row.weight;
  segment.outputs[i] = figures.outputs;
  segment.txSize[i] = figures.txSize;
  segment.txWeight[i] = figures.txWeight;
  segment.segwitSize[i] = figures.segwitSize;
  segment.segwitWeight[i] = figures.segwitWeight;
  segment.medianRate[i] = figures.medianFee;
  segment.rates.set(figures.feeRange, 7 * i);
  segment.txCount[i] = row.txCount;
  segment.inputs[i] = figures.inputs;
  segment.segwitTxs[i] = figures.segwitTxs;
  segment.miningPool[i] = miningPool;
}
