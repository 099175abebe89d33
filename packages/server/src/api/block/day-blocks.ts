import type { BulkBlock } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import { CodedError } from '@glassblock/primitives';
import { factsOf } from '../mining/available-facts.ts';
import type { BlockContext } from './block-context.ts';
import { extendedRange } from './blocks.ts';
import { presentBulk } from './bulk-blocks.ts';

const daySeconds = 86_400;
/** Mainnet never had 400 in a day; test networks have had tens of thousands. */
const maxBlocks = 2_000;

/**
 * Returns the blocks whose own times are in a UTC day, by height. Block times are not monotonic, so all blocks are
 * checked.
 * @param day its start
 * @throws {CodedError} blocks.day-many, index.behind, index.lacks-blocks
 */
export async function dayBlocks(context: BlockContext, day: number): Promise<BulkBlock[]> {
  const heights = heightsOfDay(await factsOf(context), day);
  if (heights.length > maxBlocks) throw new CodedError('blocks.day-many', 'too many blocks', { datum: heights.length });
  const blocks: BulkBlock[] = [];
  for (const [from, to] of stretches(heights)) {
    for (const block of await extendedRange(context, from, to)) {
      if (Math.floor(block.timestamp / daySeconds) * daySeconds === day) blocks.push(presentBulk(block));
    }
  }
  return blocks;
}

function heightsOfDay(columns: FactColumns, day: number): number[] {
  const heights: number[] = [];
  for (const { first, length, facts, latest } of columns.runs()) {
    if (latest < day) continue;
    for (let i = 0; i < length; i++) {
      const time = facts.time[i]!;
      if (time >= day && time < day + daySeconds) heights.push(first + i);
    }
  }
  return heights;
}

/** Groups consecutive heights, as first and last. */
function stretches(heights: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const height of heights) {
    const last = found.at(-1);
    if (last !== undefined && height === last[1] + 1) last[1] = height;
    else found.push([height, height]);
  }
  return found;
}
