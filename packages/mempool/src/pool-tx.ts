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
  };
}
