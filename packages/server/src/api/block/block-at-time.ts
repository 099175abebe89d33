import type { BlockAtTime } from '@glassblock/contract';
import type { BlockRow, IndexView } from '@glassblock/index';
import { CodedError, displayHash } from '@glassblock/primitives';
import { type ChainContext, withIndex } from '../../network/chain/chain-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';

const day = 86_400;
/** Blocks below the highest candidate that are scanned: far more than a miner's clock can be ahead. */
const lookedThrough = 300;

/**
 * Returns the last block at or before a time: the one with the latest own time that is not after it, the higher one of
 * two. Block times are not monotonic (block 145,045 is two hours before its parent), median times are: a binary search
 * over those finds the neighbourhood, then block times decide.
 * @throws {CodedError} v1.timestamp
 */
export async function blockAtTime(context: NetworkInfo & ChainContext, time: number): Promise<BlockAtTime> {
  checkTime(time, context.now());
  const block = await withIndex(context, (view) => blockAtTimeIn(view, time));
  if (block === undefined) throw refuse(time);
  return block;
}

const refuse = (time: number) => new CodedError('v1.timestamp', 'no block at or before that time', { datum: time });

/** @throws {CodedError} v1.timestamp unless it is a time up to one day after `now` */
export function checkTime(time: number, now: number): void {
  if (!Number.isInteger(time) || time < 1 || time > now + day) throw refuse(time);
}

/** Returns the last block of a view at or before a time. @throws {CodedError} v1.timestamp */
export async function blockAtTimeIn(view: IndexView, time: number): Promise<BlockAtTime> {
  const row = await newestAt(view, time);
  if (row === undefined) throw refuse(time);
  return {
    height: row.height,
    hash: displayHash(row.header.hash),
    timestamp: new Date(row.header.time * 1000).toISOString(),
  };
}

async function newestAt(view: IndexView, time: number): Promise<BlockRow | undefined> {
  if (view.tip === undefined) return undefined;
  // the highest block whose median time is not after `time`; every block two above it or higher is later itself
  let low = -1;
  let high = view.tip.height + 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const [row] = await view.blocksAt([middle]);
    if (row !== undefined && row.medianTime <= time) low = middle;
    else high = middle;
  }
  const top = Math.min(low + 1, view.tip.height);
  const heights = Array.from({ length: lookedThrough }, (_, i) => top - i).filter((height) => height >= 0);
  let best: BlockRow | undefined;
  for (const row of await view.blocksAt(heights)) {
    if (row === undefined || row.header.time > time) continue;
    if (best === undefined || row.header.time > best.header.time) best = row;
  }
  return best;
}
