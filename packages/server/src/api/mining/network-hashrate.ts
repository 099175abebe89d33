import type { FactColumns } from '@glassblock/index';
import { targetOf } from '@glassblock/primitives';

/** Returns the mean number of hashes for a block of a target. Source: Core chain.cpp GetBlockProof */
function workOf(bits: number): number {
  const target = targetOf(bits);
  return target === 0n ? 0 : Number((1n << 256n) / (target + 1n));
}

/** Caches the work of targets: they change once in 2,016 blocks. */
export class WorkTable {
  private readonly known = new Map<number, number>();
  private lastBits = -1;
  private lastWork = 0;

  of(bits: number): number {
    if (bits === this.lastBits) return this.lastWork;
    let work = this.known.get(bits);
    if (work === undefined) this.known.set(bits, (work = workOf(bits)));
    this.lastBits = bits;
    this.lastWork = work;
    return work;
  }
}

/** Bits and times by height, for ranges of blocks. */
export interface HeaderColumns {
  readonly count: number;
  readonly segmentBlocks: number;
  /** One per segment. */
  readonly bits: readonly Uint32Array[];
  readonly times: readonly Uint32Array[];
  bitsAt(height: number): number;
  timeAt(height: number): number;
}

/** Returns the header columns. */
export function headerColumns(columns: FactColumns): HeaderColumns {
  const runs = columns.runs();
  const { segmentBlocks, count } = columns;
  const bits = runs.map(({ facts }) => facts.bits);
  const times = runs.map(({ facts }) => facts.time);
  return {
    count,
    segmentBlocks,
    bits,
    times,
    bitsAt: (height) => bits[Math.floor(height / segmentBlocks)]![height % segmentBlocks]!,
    timeAt: (height) => times[Math.floor(height / segmentBlocks)]![height % segmentBlocks]!,
  };
}

/**
 * Returns the hash rate of the network over the `blocks` blocks up to a height, as the node's `getnetworkhashps`: their
 * work over the time between the earliest and the latest of them and their parent. 0 where that is undefined. Source:
 * Core rpc/mining.cpp GetNetworkHashPS
 */
export function networkHashrate(
  headers: HeaderColumns,
  blocks: number,
  height: number,
  work = new WorkTable(),
): number {
  const count = Math.min(blocks, height);
  if (count <= 0 || height >= headers.count) return 0;
  const { segmentBlocks } = headers;
  let earliest = headers.timeAt(height - count);
  let latest = earliest;
  let sum = 0;
  for (let at = height - count + 1; at <= height; ) {
    const segment = Math.floor(at / segmentBlocks);
    const bits = headers.bits[segment]!;
    const times = headers.times[segment]!;
    const end = Math.min(segmentBlocks, height + 1 - segment * segmentBlocks);
    for (let i = at - segment * segmentBlocks; i < end; i++) {
      sum += work.of(bits[i]!);
      const time = times[i]!;
      if (time < earliest) earliest = time;
      if (time > latest) latest = time;
    }
    at = segment * segmentBlocks + end;
  }
  return latest === earliest ? 0 : sum / (latest - earliest);
}
