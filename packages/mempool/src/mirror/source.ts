import type { TxOutput } from '@glassblock/primitives';

/** The node's mempool figures. Fees in BTC and BTC/kvB as the node writes them. Source: RPC getmempoolinfo */
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

/** Reference to an output. */
export interface Outpoint {
  /** Internal order. */
  txid: Uint8Array;
  vout: number;
}

/** Data source of the engine. Ids in display hex as the node writes them. */
export interface MempoolSource {
  info(): Promise<NodeMempoolInfo>;
  /**
   * Returns all mempool ids, 32 bytes each in internal order, and the number of the next mempool event if the node
   * reports it.
   */
  ids(): Promise<{ txids: Uint8Array; sequence: number | undefined }>;
  /** Returns raw mempool transactions, in order; undefined for missing ones. */
  transactions(ids: readonly string[]): Promise<(Uint8Array | undefined)[]>;
  /** Returns entry times in the node's mempool, Unix seconds; undefined for missing ones. */
  entryTimes(ids: readonly string[]): Promise<(number | undefined)[]>;
  /** Returns unspent chain outputs, including those that the mempool spends; undefined for missing ones. */
  outputs(outpoints: readonly Outpoint[]): Promise<(TxOutput | undefined)[]>;
  /** Returns the bytes of a block. */
  block(hash: Uint8Array): Promise<Uint8Array>;
  /**
   * Returns the prevouts of some transactions of a block.
   * @param positions in the block, not 0
   */
  spentBy(hash: Uint8Array, positions: readonly number[]): Promise<TxOutput[][]>;
  /** Returns the node's best block hash, internal order. */
  bestBlock(): Promise<Uint8Array>;
  /** Returns the parent hash; undefined for genesis. */
  parentOf(hash: Uint8Array): Promise<Uint8Array | undefined>;
}
