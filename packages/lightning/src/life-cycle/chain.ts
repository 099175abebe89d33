import type { Transaction } from '@glassblock/primitives';
import type { ChannelPosition } from '../graph/channel-id.ts';

/** Position of a transaction in the best chain. */
export interface TxPosition {
  height: number;
  position: number;
}

/** A confirmed transaction. */
export interface ConfirmedTx extends TxPosition {
  tx: Transaction;
  /** Unix seconds of its block. */
  time: number;
}

/** A confirmed transaction that spends an output, and the input that does. */
export interface Spender extends ConfirmedTx {
  input: number;
}

/** The output that a short channel id names. */
export interface ChannelOutput {
  /** Internal order. */
  txid: Uint8Array;
  valueSats: number;
  /** Unix seconds of its block. */
  time: number;
}

/** A block of the best chain. */
export interface ChainBlock {
  height: number;
  /** Internal order. */
  hash: Uint8Array;
  /** Unix seconds. */
  time: number;
}

/**
 * Queries of the chain, which the explorer answers from its index. Calls throw a CodedError while it cannot: the work
 * is retried after the next block.
 */
export interface LightningChain {
  /** Undefined while the index does not have the whole chain. */
  tip(): Promise<ChainBlock | undefined>;
  /** The block of the best chain at a height; undefined above the tip. */
  blockAt(height: number): Promise<ChainBlock | undefined>;
  /** All transactions of a block, in order; undefined when it is no longer in the best chain. */
  transactions(block: ChainBlock): Promise<Iterable<Transaction> | undefined>;
  /** The outputs at these positions; undefined where the best chain has none. */
  outputs(positions: readonly ChannelPosition[]): Promise<(ChannelOutput | undefined)[]>;
  /** The transaction at a position, with the sum of its prevouts; undefined when the best chain has none. */
  fundingTx(position: TxPosition): Promise<{ tx: Transaction; spentSats: number } | undefined>;
  /** The confirmed spenders of these transactions' outputs, by output index. */
  spenders(of: readonly TxPosition[]): Promise<Map<number, Spender>[]>;
}
