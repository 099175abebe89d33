import type { TxOutput } from '@glassblock/primitives';

/** The node's own figures of its pool. Fees in BTC and BTC/kvB as the node writes them. Source: RPC getmempoolinfo */
export interface NodeMempoolInfo {
  loaded: boolean;
  size: number;
  bytes: number;
  usage: number;
  total_fee: number;
  maxmempool: number;
  mempoolminfee: number;
  minrelaytxfee: number;
  incrementalrelayfee?: number;
  unbroadcastcount?: number;
  fullrbf?: boolean;
}

export interface Outpoint {
  /** Internal order. */
  txid: Uint8Array;
  vout: number;
}

/** What the engine asks of the outside. Ids in display hex as the node writes them. */
export interface MempoolSource {
  info(): Promise<NodeMempoolInfo>;
  /** All ids of the pool, 32 bytes each in internal order, and the number of the next mempool event where the node tells it. */
  ids(): Promise<{ txids: Uint8Array; sequence: number | undefined }>;
  /** Raw transactions of the pool, in order; undefined for those that are gone. */
  transactions(ids: readonly string[]): Promise<(Uint8Array | undefined)[]>;
  /** When each transaction entered the node's pool, seconds since 1970; undefined for those that are gone. */
  entryTimes(ids: readonly string[]): Promise<(number | undefined)[]>;
  /** Unspent outputs of the chain, also those that the pool spends; undefined for those that are gone. */
  outputs(outpoints: readonly Outpoint[]): Promise<(TxOutput | undefined)[]>;
  /** Bytes of a block. */
  block(hash: Uint8Array): Promise<Uint8Array>;
  /** What each input of some transactions of a block spends. @param positions  in the block, not 0 */
  spentBy(hash: Uint8Array, positions: readonly number[]): Promise<TxOutput[][]>;
  /** Hash of the node's best block, internal order. */
  bestBlock(): Promise<Uint8Array>;
  /** Hash of the block before; undefined for genesis. */
  parentOf(hash: Uint8Array): Promise<Uint8Array | undefined>;
}
