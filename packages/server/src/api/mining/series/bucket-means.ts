import type { FactColumns, FactRun, FactSegment } from '@glassblock/index';
import type { MiningWindow } from './windows.ts';

/** Means over the blocks of one bucket. */
export interface BucketMean {
  /** An integer, as clients expect. */
  avgHeight: number;
  timestamp: number;
  /** One mean for each requested value. */
  means: number[];
}

type Values = Float64Array | Float32Array | Uint32Array;

/**
 * Requested columns, each with a number of values per block. Use one constant list: sums of full segments are cached by
 * it.
 */
export type MeanColumns = readonly ((facts: FactSegment) => readonly [values: Values, width: number])[];

/** Sums of blocks by bucket. A row: blocks, heights, times, then the values. */
interface BucketSums {
  keys: readonly number[];
  rows: Float64Array;
  rowWidth: number;
}

const ownSums = 3;

/**
 * Groups the blocks of a window by their own times and returns means, oldest first. Block times are not monotonic
 * (block 145,045 is two hours before its parent), so buckets are found by key, not by order.
 */
export function bucketMeans(columns: FactColumns, window: MiningWindow, wanted: MeanColumns): BucketMean[] {
  const parts = columns
    .runs()
    .filter(({ latest }) => latest >= window.from)
    .map((run) => sumsOf(columns, run, window, wanted));
  const rowWidth = parts[0]?.rowWidth ?? ownSums;
  const places = new Map<number, number>();
  for (const { keys } of parts) for (const key of keys) if (!places.has(key)) places.set(key, places.size);
  const sums = new Float64Array(places.size * rowWidth);
  for (const { keys, rows } of parts) {
    for (const [place, key] of keys.entries()) {
      const at = (places.get(key) ?? 0) * rowWidth;
      for (let k = 0; k < rowWidth; k++) sums[at + k]! += rows[place * rowWidth + k]!;
    }
  }
  return [...places].sort(([a], [b]) => a - b).map(([, place]) => meanOf(sums, place * rowWidth, rowWidth));
}

function meanOf(sums: Float64Array, at: number, rowWidth: number): BucketMean {
  const blocks = sums[at]!;
  const means: number[] = [];
  for (let k = ownSums; k < rowWidth; k++) means.push(sums[at + k]! / blocks);
  return { avgHeight: Math.round(sums[at + 1]! / blocks), timestamp: Math.round(sums[at + 2]! / blocks), means };
}

/**
 * Cached sums of full segments for windows over everything, until the columns change other than by growing: 900,000
 * blocks otherwise.
 */
const remembered = new WeakMap<FactSegment, Map<MeanColumns, { revision: number; step: number; sums: BucketSums }>>();

function sumsOf(columns: FactColumns, run: FactRun, window: MiningWindow, wanted: MeanColumns): BucketSums {
  const { step, from, to } = window;
  const isWhole = run.length === columns.segmentBlocks && from === 0 && to === Number.POSITIVE_INFINITY;
  if (!isWhole) return freshSums(run, window, wanted);
  const { revision } = columns;
  let ofSegment = remembered.get(run.facts);
  if (ofSegment === undefined) remembered.set(run.facts, (ofSegment = new Map()));
  const known = ofSegment.get(wanted);
  if (known !== undefined && known.revision === revision && known.step === step) return known.sums;
  const sums = freshSums(run, window, wanted);
  ofSegment.set(wanted, { revision, step, sums });
  return sums;
}

/** First the bucket of each block, then column by column: every loop runs over plain arrays. */
function freshSums({ first, length, facts }: FactRun, window: MiningWindow, wanted: MeanColumns): BucketSums {
  const { time } = facts;
  const { keys, places } = placeBlocks(time, length, window);
  const values = wanted.map((column) => column(facts));
  const rowWidth = values.reduce((sum, [, width]) => sum + width, ownSums);
  const rows = new Float64Array(keys.length * rowWidth);
  for (let i = 0; i < length; i++) {
    const place = places[i]!;
    if (place < 0) continue;
    const at = place * rowWidth;
    rows[at]!++;
    rows[at + 1]! += first + i;
    rows[at + 2]! += time[i]!;
  }
  let offset = ownSums;
  for (const [column, width] of values) {
    for (let k = 0; k < width; k++) addColumn({ rows, rowWidth, offset: offset++ }, { column, width, k }, places);
  }
  return { keys, rows, rowWidth };
}

/** The bucket index of each block, -1 outside of the window. */
function placeBlocks(
  times: Uint32Array,
  length: number,
  { from, to, step }: MiningWindow,
): { keys: number[]; places: Int32Array } {
  const known = new Map<number, number>();
  const places = new Int32Array(length);
  let lastKey = -1;
  let last = -1;
  for (let i = 0; i < length; i++) {
    const time = times[i]!;
    if (time < from || time > to) {
      places[i] = -1;
      continue;
    }
    const key = Math.floor(time / step);
    if (key !== lastKey) {
      let place = known.get(key);
      if (place === undefined) known.set(key, (place = known.size));
      lastKey = key;
      last = place;
    }
    places[i] = last;
  }
  return { keys: [...known.keys()], places };
}

function addColumn(
  { rows, rowWidth, offset }: { rows: Float64Array; rowWidth: number; offset: number },
  { column, width, k }: { column: Values; width: number; k: number },
  places: Int32Array,
): void {
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    if (place >= 0) rows[place * rowWidth + offset]! += column[width * i + k]!;
  }
}
