import {
  CodedError,
  displayHash,
  type Sats,
  scriptHash,
  sumOfValues,
  type Transaction,
  type TxOutput,
  toHex,
  transactionSigopCost,
  type UnixSeconds,
} from '@glassblock/primitives';
import { classify } from './classify.ts';

/** A transaction of the pool: its bytes, what it spends, and what follows from both. Ids here are display hex. */
export interface PoolTx {
  readonly id: string;
  readonly tx: Transaction;
  readonly prevouts: readonly TxOutput[];
  readonly fee: number;
  readonly weight: number;
  readonly size: number;
  readonly sigops: number;
  /** max(weight, 20 x sigops): what rates are reckoned by. */
  readonly adjustedWeight: number;
  /** Sum of outputs, sats. */
  readonly value: number;
  /** When this server first saw it. */
  readonly firstSeen: UnixSeconds;
  /** Flags that follow from the transaction alone. */
  readonly ownFlags: number;
  /** Script hashes (hex) that it touches, each once. */
  readonly scripts: readonly string[];
  /** Transactions of the pool that it spends from, and that spend from it. */
  readonly parents: Set<PoolTx>;
  readonly children: Set<PoolTx>;
  /** Chunk that it is mined with; set by the projection. */
  chunk: Chunk | undefined;
  /** Projected block from 0 and vB from its start to the middle of this one; set by the projection. */
  position: { block: number; vsize: number } | undefined;
}

/** Transactions that are mined together: a step of falling fee rate in the best order of their cluster. */
export interface Chunk {
  readonly txs: readonly PoolTx[];
  readonly fee: number;
  /** Adjusted weight, for the rate. */
  readonly adjusted: number;
  readonly weight: number;
  readonly sigops: number;
  /** Adjusted weight of this and all chunks of equal rate before it in the cluster: settles ties, and keeps parents first. */
  readonly running: number;
  /** Smallest id, so that what is still equal has one order. */
  readonly key: string;
  readonly cluster: Cluster;
}

/** A connected component of the pool and its chunks, best first. */
export interface Cluster {
  readonly txs: ReadonlySet<PoolTx>;
  chunks: readonly Chunk[];
}

/** sat/vB at which a transaction is expected to be mined. */
export function effectiveRate(tx: PoolTx): number {
  const { chunk } = tx;
  return chunk === undefined ? tx.fee / (tx.adjustedWeight / 4) : chunk.fee / (chunk.adjusted / 4);
}

/** Makes a pool transaction. @throws {CodedError} mempool.blinded on amounts that are not plain */
export function createPoolTx(tx: Transaction, prevouts: readonly TxOutput[], firstSeen: UnixSeconds): PoolTx {
  const outputs = tx.outputs();
  const funded = sumOfValues(prevouts.map(({ value }) => value));
  const value = sumOfValues(outputs.map((output) => output.value));
  if (funded === undefined || value === undefined) {
    throw new CodedError('mempool.blinded', 'a blinded amount in a pool of plain amounts');
  }
  const sigops = transactionSigopCost(tx, [...prevouts]);
  const touched = [...prevouts, ...outputs].filter(({ script }) => script[0] !== 0x6a);
  return {
    id: displayHash(tx.txid),
    tx,
    prevouts,
    fee: (funded - value) as Sats,
    weight: tx.weight,
    size: tx.size,
    sigops,
    adjustedWeight: Math.max(tx.weight, 20 * sigops),
    value,
    firstSeen,
    ownFlags: classify(tx, prevouts),
    scripts: [...new Set(touched.map(({ script }) => toHex(scriptHash(script))))],
    parents: new Set(),
    children: new Set(),
    chunk: undefined,
    position: undefined,
  };
}
