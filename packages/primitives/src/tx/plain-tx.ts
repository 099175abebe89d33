import { addressOf } from '../address/addresses.ts';
import { displayHash, toHex } from '../bytes/bytes.ts';
import type { NetworkRow } from '../networks.ts';
import { innerScripts } from '../script/inner-scripts.ts';
import { scriptAsm } from '../script/script.ts';
import { scriptType } from '../script/script-type.ts';
import { transactionSigopCost } from '../script/sigops.ts';
import { isSats, sumOfValues } from '../units.ts';
import type { Transaction, TxInput, TxOutput } from './transaction.ts';

/* Transactions in the JSON form of Esplora: hashes in display order, bytes as hex, amounts in sats. Source: Esplora API.md */

/** An output in Esplora's JSON form. */
export interface PlainOutput {
  scriptpubkey: string;
  scriptpubkey_asm: string;
  scriptpubkey_type: string;
  /** Absent when the script has no address. */
  scriptpubkey_address?: string;
  value: number;
}

/** An input in Esplora's JSON form. */
export interface PlainInput {
  txid: string;
  vout: number;
  /** Null for a coinbase, and when unknown. */
  prevout: PlainOutput | null;
  scriptsig: string;
  scriptsig_asm: string;
  /** Absent when empty. */
  witness?: string[];
  is_coinbase: boolean;
  sequence: number;
  inner_redeemscript_asm?: string;
  inner_witnessscript_asm?: string;
}

/** A transaction in Esplora's JSON form. */
export interface PlainTx {
  txid: string;
  version: number;
  locktime: number;
  vin: PlainInput[];
  vout: PlainOutput[];
  size: number;
  weight: number;
  /** Signature operation cost. */
  sigops: number;
  /** 0 for a coinbase, and unless all prevouts are known. */
  fee: number;
}

/**
 * Converts an output to Esplora's JSON form.
 * @throws {Error} on a blinded amount: Bitcoin networks have none
 */
export function plainOutput({ value, script }: TxOutput, network: NetworkRow): PlainOutput {
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

/** An input of any format, as far as its JSON form is the same. */
type CommonInput = Pick<TxInput, 'prevTxid' | 'prevVout' | 'scriptSig' | 'sequence' | 'witness'>;

/**
 * Converts the fields of an input that all formats have to Esplora's JSON form.
 * @param prevout in its JSON form
 * @param spentScript script of the prevout, if known
 */
export function plainInputFields<O>(
  input: CommonInput,
  prevout: O | null,
  spentScript: Uint8Array | undefined,
  isCoinbase: boolean,
): Omit<PlainInput, 'prevout'> & { prevout: O | null } {
  const inner = innerScripts(input, spentScript);
  return {
    txid: displayHash(input.prevTxid),
    vout: input.prevVout,
    prevout,
    scriptsig: toHex(input.scriptSig),
    scriptsig_asm: scriptAsm(input.scriptSig),
    ...(input.witness.length === 0 ? {} : { witness: input.witness.map(toHex) }),
    is_coinbase: isCoinbase,
    sequence: input.sequence,
    ...(inner.redeem === undefined ? {} : { inner_redeemscript_asm: scriptAsm(inner.redeem) }),
    ...(inner.witness === undefined ? {} : { inner_witnessscript_asm: scriptAsm(inner.witness) }),
  };
}

/**
 * Converts a transaction to Esplora's JSON form.
 * @param prevouts in input order, as far as known
 */
export function plainTx(tx: Transaction, prevouts: readonly (TxOutput | undefined)[], network: NetworkRow): PlainTx {
  const inputs = tx.inputs();
  const outputs = tx.outputs();
  const spent = inputs.map((_, i) => prevouts[i]).filter((output) => output !== undefined);
  const isKnown = !tx.isCoinbase && spent.length === inputs.length;
  const sumOf = (some: readonly TxOutput[]) => sumOfValues(some.map(({ value }) => value)) ?? 0;
  return {
    txid: displayHash(tx.txid),
    version: tx.version,
    locktime: tx.locktime,
    vin: inputs.map((input, i) => {
      const prevout = prevouts[i];
      const plain = prevout === undefined ? null : plainOutput(prevout, network);
      return plainInputFields(input, plain, prevout?.script, tx.isCoinbase);
    }),
    vout: outputs.map((output) => plainOutput(output, network)),
    size: tx.size,
    weight: tx.weight,
    sigops: transactionSigopCost(tx, [...prevouts]),
    fee: isKnown ? sumOf(spent) - sumOf(outputs) : 0,
  };
}
