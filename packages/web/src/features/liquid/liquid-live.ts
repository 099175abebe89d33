import type {
  BlockExt,
  InitData,
  MempoolBlock,
  MempoolInfo,
  MempoolStats,
  RecommendedFees,
} from '@glassblock/contract';
import type { LiquidBlock } from '@glassblock/contract/liquid';
import { useLive } from '../../context/live.ts';

/** Blocks that the first page view has, as many as the socket's start object. */
export const startBlocks = 8;

/**
 * Returns the state of the mempool until the socket reports the node's. Its size is that of the projected blocks: virtual bytes
 * without discount, as the node counts them, whereas `vsize` of the statistics has the discount of ELIP 200.
 */
export const startInfo = ({ count, total_fee }: MempoolStats, blocks: readonly MempoolBlock[]): MempoolInfo => ({
  loaded: true,
  size: count,
  bytes: Math.ceil(blocks.reduce((sum, { blockVSize }) => sum + blockVSize, 0)),
  usage: 0,
  total_fee,
  maxmempool: 0,
  mempoolminfee: 0,
  minrelaytxfee: 0,
});

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
