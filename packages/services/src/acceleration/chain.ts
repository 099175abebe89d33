/** A transaction in the mempool with the package that an acceleration has to raise: it and its unconfirmed ancestors. */
export interface MempoolPackage {
  txid: string;
  /** Sats. */
  effectiveFee: number;
  /** Virtual bytes, rounded up. */
  effectiveVsize: number;
  /** Transactions of the package. */
  ancestorCount: number;
  /** Its signature operations count for more than its size. */
  hasManySigops: boolean;
  /** Fee rate of the next block in sat/vB; undefined while none is known. */
  nextBlockRate: number | undefined;
}

/** Where a transaction is. `unknown`: the node and the index disagree at present. */
export type TxLocation =
  | { in: 'mempool' }
  | { in: 'block'; height: number; hash: string }
  | { in: 'nowhere' }
  | { in: 'unknown' };

/** Facts of a mined transaction. */
export interface MinedFacts {
  /** Unique id of the mining pool of its block; 0: unknown. */
  miningPoolId: number;
  /** Lowest effective fee rate among the other transactions of the block, in sat/vB; 0 if there is none. */
  lowestRate: number;
  /** Fee of the transaction and its ancestors in the same block, in sats. */
  packageFee: number;
  /** Their virtual bytes, rounded up. */
  packageVsize: number;
}

/** The chain and the mempool, as far as accelerations need them. Ids and hashes in display hex. */
export interface AccelerationChain {
  /** Returns the package of a transaction; undefined when it is not in the mempool. */
  mempoolPackage(txid: string): Promise<MempoolPackage | undefined>;
  /** Returns the raw transactions of the package, parents first; undefined when it is not in the mempool. */
  rawPackage(txid: string): Promise<Uint8Array[] | undefined>;
  /**
   * Returns locations as of one tip, in the order of the ids.
   * @returns undefined while the chain is not available
   */
  locate(txids: readonly string[]): Promise<{ height: number; locations: TxLocation[] } | undefined>;
  /**
   * Returns facts of a transaction of a block; undefined when the block is not available.
   * @param accelerated ids that are ignored in the lowest fee rate
   */
  minedFacts(hash: string, txid: string, accelerated: ReadonlySet<string>): Promise<MinedFacts | undefined>;
}
