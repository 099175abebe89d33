import type { Status, Tx, TxExt, Vin, Vout } from '@glassblock/contract';
import type { PoolEntry } from '@glassblock/mempool';
import {
  addressOf,
  displayHash,
  innerScripts,
  isSats,
  type NetworkRow,
  readWholeTransaction,
  scriptAsm,
  scriptType,
  sumOfValues,
  type Transaction,
  type TxInput,
  type TxOutput,
  toHex,
  transactionSigopCost,
} from '@glassblock/primitives';

export const unconfirmed: Status = { confirmed: false };

/** An output as clients know it. @throws {Error} on a blinded amount: Bitcoin networks have none */
export function presentOutput({ value, script }: TxOutput, network: NetworkRow): Vout {
  if (!isSats(value)) throw new Error('a blinded amount on a network of plain amounts');
  const address = addressOf(script, network);
  return {
    scriptpubkey: toHex(script),
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: scriptType(script),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    value,
  };
}

function presentInput(input: TxInput, prevout: TxOutput | undefined, coinbase: boolean, network: NetworkRow): Vin {
  const inner = innerScripts(input, prevout?.script);
  return {
    txid: displayHash(input.prevTxid),
    vout: input.prevVout,
    prevout: prevout === undefined ? null : presentOutput(prevout, network),
    scriptsig: toHex(input.scriptSig),
    scriptsig_asm: scriptAsm(input.scriptSig),
    ...(input.witness.length === 0 ? {} : { witness: input.witness.map(toHex) }),
    is_coinbase: coinbase,
    sequence: input.sequence,
    ...(inner.redeem === undefined ? {} : { inner_redeemscript_asm: scriptAsm(inner.redeem) }),
    ...(inner.witness === undefined ? {} : { inner_witnessscript_asm: scriptAsm(inner.witness) }),
  };
}

/** A transaction in the index server's form. @param prevouts  what its inputs spend, in order; none for a coinbase */
export function presentTx(tx: Transaction, prevouts: readonly TxOutput[], status: Status, network: NetworkRow): Tx {
  const outputs = tx.outputs();
  const paid = sumOfValues(outputs.map(({ value }) => value)) ?? 0;
  const funded = sumOfValues(prevouts.map(({ value }) => value)) ?? 0;
  return {
    txid: displayHash(tx.txid),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs().map((input, i) => presentInput(input, prevouts[i], tx.isCoinbase, network)),
    vout: outputs.map((output) => presentOutput(output, network)),
    size: tx.size,
    weight: tx.weight,
    sigops: transactionSigopCost(tx, [...prevouts]),
    fee: tx.isCoinbase ? 0 : funded - paid,
    status,
  };
}

/** A pool transaction in the index server's form. */
export function presentPoolTx(entry: PoolEntry, network: NetworkRow): Tx {
  return presentTx(readWholeTransaction(entry.raw), entry.prevouts, unconfirmed, network);
}

/** A pool transaction as the live socket sends it. (rest-bitcoin 2.2) */
export function presentPoolTxExt(entry: PoolEntry, network: NetworkRow): TxExt {
  const tx = presentPoolTx(entry, network);
  const vsize = entry.weight / 4;
  const adjustedVsize = entry.adjustedWeight / 4;
  return {
    ...tx,
    vsize,
    adjustedVsize,
    feePerVsize: entry.fee / vsize,
    adjustedFeePerVsize: entry.fee / adjustedVsize,
    effectiveFeePerVsize: entry.effectiveRate,
    firstSeen: entry.firstSeen,
    ancestors: entry.ancestors,
    descendants: entry.descendants,
    bestDescendant: null,
    ...(entry.position === undefined ? {} : { position: entry.position }),
    flags: entry.flags,
  };
}

/** A confirmed transaction as the live socket sends it: what the pool knew is gone, rates are its own. */
export function presentMinedTxExt(tx: Tx): TxExt {
  const vsize = tx.weight / 4;
  const adjustedVsize = Math.max(vsize, tx.sigops * 5);
  return {
    ...tx,
    vsize,
    adjustedVsize,
    feePerVsize: tx.fee / vsize,
    adjustedFeePerVsize: tx.fee / adjustedVsize,
    effectiveFeePerVsize: tx.fee / adjustedVsize,
  };
}
