import type { LiquidBlock } from '../shapes/liquid/liquid-block-shapes.ts';
import type { LiquidInitData } from '../shapes/liquid/liquid-start-shapes.ts';
import type { LiquidTx } from '../shapes/liquid/liquid-tx-shapes.ts';
import type { StatisticsRow } from '../shapes/shapes.ts';

/** Keys of a server frame on the socket of a Liquid network; each key is a message of its own. `init` has all of its start object. */
export interface LiquidFrame extends LiquidInitData {
  block?: LiquidBlock;
  /** The tracked transaction, which was confirmed. */
  txConfirmed?: string;
  /** New transactions of the tracked address or asset in the mempool. */
  'address-transactions'?: LiquidTx[];
  /** Transactions of the tracked address or asset in new blocks. */
  'block-transactions'?: LiquidTx[];
  /** A sample of the mempool, once a minute. */
  'live-2h-chart'?: StatisticsRow;
  pong?: true;
}
