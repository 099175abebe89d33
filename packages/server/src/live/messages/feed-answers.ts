import type { ServerFrame } from '@glassblock/contract';
import { extendedBlocks } from '../../api/block/blocks.ts';
import { cachedBlocks, initData, runningAdjustment } from '../../api/general/general.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { type FramePart, frameOf, partOf } from '../sending/json-text.ts';
import type { TextFrame } from '../sending/text-frame.ts';
import { createSharedAnswer, type SharedAnswer } from './shared-answer.ts';

/** Answers shared by all clients, created on demand and reused until the data changes. */
export interface FeedAnswers {
  readonly blocks: SharedAnswer<FramePart>;
  readonly stats: SharedAnswer<FramePart>;
  /** The start object, a frame of its own; undefined while no block is known. */
  readonly start: SharedAnswer<TextFrame | undefined>;
  /** Data sent along with the start object. */
  readonly besideStart: SharedAnswer<FramePart>;
}

const maxAgeMs = 2_000;

/** Creates the shared answers of a network. */
export function createFeedAnswers(context: NetworkContext, nowMs: () => number): FeedAnswers {
  const shared = <T>(make: () => Promise<T>) => createSharedAnswer({ make, maxAgeMs, nowMs });
  return {
    blocks: shared(() => blocksPart(context, cachedBlocks)),
    stats: shared(async () => partOf(await stats(context))),
    start: shared(() => start(context)),
    besideStart: shared(() => besideStart(context)),
  };
}

/** Returns the newest blocks, ascending; empty while none is known. */
export async function blocksPart(context: NetworkContext, count: number): Promise<FramePart> {
  const blocks = await extendedBlocks(context, undefined, count);
  return blocks.length === 0 ? {} : partOf({ blocks: blocks.reverse() });
}

/** Returns the difficulty adjustment, also at the top level where some clients read it. */
export async function adjustment(context: NetworkContext): Promise<ServerFrame> {
  const da = await runningAdjustment(context);
  return da === undefined ? {} : { da, previousRetarget: da.previousRetarget };
}

/** Returns the figures of the mempool and the difficulty adjustment. */
export async function stats(context: NetworkContext): Promise<ServerFrame> {
  const { info, vBytesPerSecond, fees } = context.frame();
  return {
    ...(info === undefined ? {} : { mempoolInfo: info }),
    vBytesPerSecond,
    ...(fees === undefined ? {} : { fees: fees.precise }),
    ...(await adjustment(context)),
  };
}

async function start(context: NetworkContext): Promise<TextFrame | undefined> {
  const data = await initData(context);
  return data.blocks === undefined ? undefined : frameOf([partOf(data)]);
}

async function besideStart(context: NetworkContext): Promise<FramePart> {
  const { previousRetarget } = await adjustment(context);
  const { gitCommit } = context.backend;
  return partOf({
    ...(previousRetarget === undefined ? {} : { previousRetarget }),
    ...(gitCommit === '' ? {} : { 'git-commit': gitCommit }),
  });
}
