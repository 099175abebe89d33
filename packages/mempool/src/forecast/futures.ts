import { seededRandom } from '@glassblock/primitives';

/**
 * Simulated courses of the next blocks, drawn once: the same for each forecast, so that a forecast changes only with
 * mempool or inflow. Index of a course's block: `course * blocks + (block - 1)`.
 */
export interface Futures {
  readonly courses: number;
  readonly blocks: number;
  /** Time until each block, in mean intervals. */
  readonly elapsed: Float32Array;
  /** Mean deviation of inflow up to each block, in standard deviations of its logarithm. */
  readonly drift: Float32Array;
  /** Share of that time in which inflow keeps its current value; otherwise it has the typical one. */
  readonly memory: Float32Array;
  /** Variance of the drift, by block. */
  readonly variance: Float64Array;
}

/** Blocks after which inflow is mostly independent of its current value. */
const memoryBlocks = 18;
/** Initial share of the spread: the current inflow is an estimate, and may be changing. */
const presentSpread = 0.5;

/**
 * Draws the courses.
 * @param courses even
 */
export function drawFutures({ courses, blocks, seed }: { courses: number; blocks: number; seed: number }): Futures {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const elapsed = new Float32Array(courses * blocks);
  const drift = new Float32Array(courses * blocks);
  const memory = new Float32Array(courses * blocks);
  const first = firstIntervals(courses, random);
  for (let course = 0; course < courses; course++) {
    let time = 0;
    let sum = 0;
    let present = presentSpread * normal();
    for (let block = 0; block < blocks; block++) {
      const interval = block === 0 ? first[course]! : -Math.log(1 - random());
      const stored = Math.exp(-interval / memoryBlocks);
      const next = stored * present + Math.sqrt(1 - stored * stored) * normal();
      sum += (interval * (present + next)) / 2;
      time += interval;
      present = next;
      elapsed[course * blocks + block] = time;
      drift[course * blocks + block] = sum / time;
      memory[course * blocks + block] = (memoryBlocks / time) * (1 - Math.exp(-time / memoryBlocks));
    }
  }
  const variance = Float64Array.from({ length: blocks }, (_, block) => {
    let squares = 0;
    for (let course = 0; course < courses; course++) squares += drift[course * blocks + block]! ** 2;
    return squares / courses;
  });
  return { courses, blocks, elapsed, drift, memory, variance };
}

/** Times of the first block: stratified, in random order, to avoid noise in the next-block forecast. */
function firstIntervals(courses: number, random: () => number): number[] {
  const intervals = Array.from({ length: courses }, (_, i) => -Math.log(1 - (i + 0.5) / courses));
  for (let i = courses - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [intervals[i], intervals[other]] = [intervals[other]!, intervals[i]!];
  }
  return intervals;
}
