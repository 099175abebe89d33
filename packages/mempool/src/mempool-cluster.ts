/** A connected component of the pool: transactions, parents before children, and its chunks, best first. */
export interface MempoolCluster {
  txs: { txid: string; fee: number; weight: number; parents: number[] }[];
  /** Places in `txs`; sat/vB. */
  chunks: { txs: number[]; feerate: number }[];
  /** The chunk of the transaction that was asked for. */
  chunkIndex: number;
}
