import type { BlockExt, InitData, MempoolBlock, MempoolInfo, RecommendedFees } from '@glassblock/contract';
import type { LiquidBlock } from '@glassblock/contract/liquid';
import { useLive } from '../../context/live.ts';

/** Blocks that the first page view has, as many as the socket's start object. */
export const startBlocks = 8;

/**
 * Returns the start object of a session. The socket of a Liquid network implements a part of the live protocol, whose blocks
 * have no `extras`: components of Liquid read them with `useLiquidBlocks`.
 */
export function startOf(from: {
  blocks: readonly LiquidBlock[];
  fees: RecommendedFees | undefined;
  mempoolInfo: MempoolInfo | undefined;
  mempoolBlocks: MempoolBlock[] | undefined;
}): InitData {
  return {
    blocks: from.blocks.slice(0, startBlocks).toReversed() as unknown as BlockExt[],
    ...(from.fees && { fees: from.fees }),
    ...(from.mempoolInfo && { mempoolInfo: from.mempoolInfo }),
    ...(from.mempoolBlocks && { 'mempool-blocks': from.mempoolBlocks }),
  };
}

/** Returns the newest blocks, newest first. */
export const useLiquidBlocks = (): readonly LiquidBlock[] => useLive((state) => state.blocks);
