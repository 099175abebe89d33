import type { Tx, Vin, Vout } from '@glassblock/contract';
import {
  addressOf,
  displayHash,
  fromHex,
  innerScripts,
  type NetworkRow,
  networks,
  readWholeTransaction,
  scriptAsm,
  scriptType,
  type Transaction,
  type TxInput,
  type TxOutput,
  toHex,
  transactionSigopCost,
} from '@glassblock/primitives';

const rows: Readonly<Record<string, NetworkRow>> = networks;

/** The rules of a network by its name; mainnet's for a name nobody knows. */
export const rowOf = (network: string): NetworkRow => rows[network] ?? networks.mainnet;

/** An output in the form of the API. */
export function voutOf({ value, script }: TxOutput, network: NetworkRow): Vout {
  const address = addressOf(script, network);
  return {
    scriptpubkey: toHex(script),
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: scriptType(script),
    ...(address !== undefined && { scriptpubkey_address: address }),
    value: Number(value),
  };
}

function vinOf(input: TxInput, prevout: TxOutput | undefined, isCoinbase: boolean, network: NetworkRow): Vin {
  const inner = innerScripts(input, prevout?.script);
  return {
    txid: displayHash(input.prevTxid),
    vout: input.prevVout,
    prevout: prevout === undefined ? null : voutOf(prevout, network),
    scriptsig: toHex(input.scriptSig),
    scriptsig_asm: scriptAsm(input.scriptSig),
    ...(input.witness.length > 0 && { witness: input.witness.map(toHex) }),
    is_coinbase: isCoinbase,
    sequence: input.sequence,
    ...(inner.redeem && { inner_redeemscript_asm: scriptAsm(inner.redeem) }),
    ...(inner.witness && { inner_witnessscript_asm: scriptAsm(inner.witness) }),
  };
}

/** A transaction in the form of the API. The fee is 0 unless every spent output is known. @param prevouts  in input order */
export function txOf(tx: Transaction, prevouts: readonly (TxOutput | undefined)[], network: NetworkRow): Tx {
  const outputs = tx.outputs();
  const paid = outputs.reduce((sum, { value }) => sum + Number(value), 0);
  const isKnown = !tx.isCoinbase && tx.inputs().every((_, place) => prevouts[place] !== undefined);
  const spent = prevouts.reduce((sum, output) => sum + Number(output?.value ?? 0), 0);
  return {
    txid: displayHash(tx.txid),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs().map((input, place) => vinOf(input, prevouts[place], tx.isCoinbase, network)),
    vout: outputs.map((output) => voutOf(output, network)),
    size: tx.size,
    weight: tx.weight,
    sigops: transactionSigopCost(tx, [...prevouts]),
    fee: isKnown ? spent - paid : 0,
    status: { confirmed: false },
  };
}

/** Reads a raw transaction without knowing what it spends. @throws {CodedError} primitives.* */
export const txOfHex = (hex: string, network: string): Tx =>
  txOf(readWholeTransaction(fromHex(hex)), [], rowOf(network));
