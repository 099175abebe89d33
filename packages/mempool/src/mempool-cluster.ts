/** A cluster: transactions, parents before children, and its chunks, highest fee rate first. */
export interface MempoolCluster {
  txs: { txid: string; fee: number; weight: number; parents: number[] }[];
  /** Indexes into `txs`; sat/vB. */
  chunks: { txs: number[]; feerate: number }[];
  /** Index of the chunk of the requested transaction. */
  chunkIndex: number;
}
