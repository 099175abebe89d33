import type { LiquidBlock } from '../shapes/liquid/liquid-block-shapes.ts';
import type { LiquidTx } from '../shapes/liquid/liquid-tx-shapes.ts';
import type { MempoolInfo, RecommendedFees } from '../shapes/shapes.ts';

/** Keys of a server frame on the socket of a Liquid network; each key is a message of its own. */
export interface LiquidFrame {
  /** The newest blocks, oldest first. */
  blocks?: LiquidBlock[];
  block?: LiquidBlock;
  mempoolInfo?: MempoolInfo;
  fees?: RecommendedFees;
  /** The tracked transaction, which was confirmed. */
  txConfirmed?: string;
  /** New transactions of the tracked address in the mempool. */
  'address-transactions'?: LiquidTx[];
  /** Transactions of the tracked address in new blocks. */
  'block-transactions'?: LiquidTx[];
  pong?: true;
}
