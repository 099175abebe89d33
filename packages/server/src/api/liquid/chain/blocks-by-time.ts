import type { LiquidBlock } from '@glassblock/contract/liquid';
import type { ElementsView } from '@glassblock/index/elements';
import { CodedError } from '@glassblock/primitives';
import { lastBlockBefore } from '../../../network/chain/last-block-before.ts';
import { withLiquidIndex } from '../../../network/liquid/liquid-context.ts';
import { blockAtTimeIn, checkTime } from '../../block/block-at-time.ts';
import { type CsvColumn, csvOfRows } from '../../csv.ts';
import { presentCommonBlock } from '../../presenters/present-block.ts';
import type { LiquidHandlers } from '../liquid-call.ts';

const daySeconds = 86_400;
/** Own times of blocks are at most two hours ahead of the clock, which median times follow within minutes. */
const maxAheadSeconds = 3 * 3_600;
/** There is one block per minute; test networks may have more. */
const maxBlocks = 4_000;

const dayCsv: readonly CsvColumn<LiquidBlock>[] = [
  ['height', ({ height }) => height],
  ['hash', ({ id }) => id],
  ['time (Unix s)', ({ timestamp }) => timestamp],
  ['median time (Unix s)', ({ mediantime }) => mediantime],
  ['transactions', ({ tx_count }) => tx_count],
  ['size (bytes)', ({ size }) => size],
  ['weight (WU)', ({ weight }) => weight],
];

/**
 * Returns the blocks whose own times are in a UTC day, by height.
 * @param day its start
 * @throws {CodedError} blocks.day-many
 */
async function dayBlocks(view: ElementsView, day: number): Promise<LiquidBlock[]> {
  if (view.tip === undefined) return [];
  const tip = view.tip.height;
  const first = (await lastBlockBefore(view, tip, day - maxAheadSeconds)) + 1;
  // the own time of a block is after the median time of the one before
  const last = Math.min(tip, (await lastBlockBefore(view, tip, day + daySeconds)) + 1);
  const count = last - first + 1;
  if (count > maxBlocks) throw new CodedError('blocks.day-many', 'too many blocks', { datum: count });
  const rows = await view.blocksAt(Array.from({ length: Math.max(0, count) }, (_, i) => first + i));
  return rows.flatMap((row) => {
    if (row === undefined || row.header.time < day || row.header.time >= day + daySeconds) return [];
    return [presentCommonBlock(row)];
  });
}

/** Handlers of the routes that find blocks of Liquid networks by time. */
export const blocksByTimeHandlers = {
  dayBlocks: async (context, { query }) => {
    const blocks = await withLiquidIndex(context, (view) => dayBlocks(view, query.day));
    return { value: blocks, csv: () => csvOfRows(blocks, dayCsv) };
  },
  v1BlockAtTime: async (context, { params: { timestamp } }) => {
    checkTime(timestamp, context.now());
    return { value: await withLiquidIndex(context, (view) => blockAtTimeIn(view, timestamp)) };
  },
} satisfies Partial<LiquidHandlers>;
