import { addressOf } from '../../address/addresses.ts';
import { displayHash, equalBytes, toHex } from '../../bytes/bytes.ts';
import { scriptAsm } from '../../script/script.ts';
import { scriptType } from '../../script/script-type.ts';
import { type PlainInput, type PlainTx, plainInputFields } from '../../tx/plain-tx.ts';
import type { OutputValue } from '../../units.ts';
import type { ElementsNetworkRow } from '../networks.ts';
import { isCommitment } from '../tx/confidential.ts';
import { elementsFee } from '../tx/fees.ts';
import { type Issuance, issuedAsset } from '../tx/issuance.ts';
import { pegOutOf } from '../tx/pegs.ts';
import type { ElementsInput, ElementsOutput, ElementsTransaction } from '../tx/transaction.ts';

/*
 * Elements transactions in the JSON form of Esplora: hashes and asset ids in display order, bytes as hex. An explicit
 * field and its commitment exclude each other. Source: Esplora API.md
 */

/** A peg-out in Esplora's JSON form. */
export interface PlainPegOut {
  genesis_hash: string;
  scriptpubkey: string;
  scriptpubkey_asm: string;
  /** On the parent chain. Absent when the script has no address. */
  scriptpubkey_address?: string;
}

/** An output in Esplora's JSON form. */
export interface PlainElementsOutput {
  scriptpubkey: string;
  scriptpubkey_asm: string;
  /** `fee` for the output that states a fee. */
  scriptpubkey_type: string;
  /** Unconfidential. Absent when the script has no address. */
  scriptpubkey_address?: string;
  /** In units of the asset. Rounded to a double from 2^53 on, as every JSON parser of a browser does. */
  value?: number;
  valuecommitment?: string;
  asset?: string;
  assetcommitment?: string;
  /** Only for outputs of the pegged asset towards the parent chain. */
  pegout?: PlainPegOut;
}

/** Issuance of an input in Esplora's JSON form. */
export interface PlainIssuance {
  asset_id: string;
  is_reissuance: boolean;
  /** For a reissuance only; not reversed. */
  asset_blinding_nonce?: string;
  /** For a new asset only. */
  contract_hash?: string;
  asset_entropy: string;
  /** 0 when null. */
  assetamount?: number;
  assetamountcommitment?: string;
  tokenamount?: number;
  tokenamountcommitment?: string;
}

/** An input in Esplora's JSON form. */
export interface PlainElementsInput extends Omit<PlainInput, 'prevout'> {
  /** Null for a coinbase and a peg-in, and when unknown. */
  prevout: PlainElementsOutput | null;
  is_pegin: boolean;
  issuance?: PlainIssuance;
}

/** A transaction in Esplora's JSON form. */
export interface PlainElementsTx extends Omit<PlainTx, 'vin' | 'vout'> {
  vin: PlainElementsInput[];
  vout: PlainElementsOutput[];
  /** Not counted on Elements networks: 0. */
  sigops: number;
  /** In the pegged asset, from the fee outputs; 0 for a coinbase. */
  fee: number;
  /** With discounted proofs (ELIP 200), rounded up. */
  discount_vsize: number;
  discount_weight: number;
}

function pegOut(output: ElementsOutput, { parent, nativeAsset }: ElementsNetworkRow): PlainPegOut | undefined {
  if (parent === undefined || isCommitment(output.value)) return undefined;
  if (output.assetId === undefined || !equalBytes(output.assetId, nativeAsset)) return undefined;
  const found = pegOutOf(output.script);
  if (found === undefined || displayHash(found.genesisHash) !== parent.genesisHash) return undefined;
  const address = addressOf(found.script, parent);
  return {
    genesis_hash: parent.genesisHash,
    scriptpubkey: toHex(found.script),
    scriptpubkey_asm: scriptAsm(found.script),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
  };
}

/** Converts an output to Esplora's JSON form. */
export function plainElementsOutput(output: ElementsOutput, network: ElementsNetworkRow): PlainElementsOutput {
  const { script, value, assetId, assetCommitment } = output;
  const address = addressOf(script, network);
  const pegout = pegOut(output, network);
  return {
    scriptpubkey: toHex(script),
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: output.isFee ? 'fee' : scriptType(script),
    ...(address === undefined ? {} : { scriptpubkey_address: address }),
    ...(isCommitment(value) ? { valuecommitment: toHex(value) } : { value: Number(value) }),
    ...(assetId === undefined ? {} : { asset: displayHash(assetId) }),
    ...(assetCommitment === undefined ? {} : { assetcommitment: toHex(assetCommitment) }),
    ...(pegout === undefined ? {} : { pegout }),
  };
}

const plainAmount = <N extends 'assetamount' | 'tokenamount'>(name: N, amount: OutputValue | undefined) =>
  amount !== undefined && isCommitment(amount)
    ? { [`${name}commitment`]: toHex(amount) }
    : { [name]: Number(amount ?? 0) };

function plainIssuance({ prevTxid, prevVout }: ElementsInput, issuance: Issuance): PlainIssuance {
  const { assetId, entropy, isReissuance, contractHash } = issuedAsset(prevTxid, prevVout, issuance);
  return {
    asset_id: displayHash(assetId),
    is_reissuance: isReissuance,
    ...(isReissuance ? { asset_blinding_nonce: toHex(issuance.blindingNonce) } : {}),
    ...(contractHash === undefined ? {} : { contract_hash: displayHash(contractHash) }),
    asset_entropy: displayHash(entropy),
    ...plainAmount('assetamount', issuance.amount),
    ...plainAmount('tokenamount', issuance.tokenAmount),
  };
}

function plainInput(
  input: ElementsInput,
  prevout: ElementsOutput | undefined,
  isCoinbase: boolean,
  network: ElementsNetworkRow,
): PlainElementsInput {
  const { issuance, isPegIn } = input;
  const plain = prevout === undefined || isPegIn ? null : plainElementsOutput(prevout, network);
  return {
    ...plainInputFields(input, plain, prevout?.script, isCoinbase),
    is_pegin: isPegIn,
    ...(issuance === undefined ? {} : { issuance: plainIssuance(input, issuance) }),
  };
}

/**
 * Converts a transaction to Esplora's JSON form.
 * @param prevouts in input order, as far as known
 */
export function plainElementsTx(
  tx: ElementsTransaction,
  prevouts: readonly (ElementsOutput | undefined)[],
  network: ElementsNetworkRow,
): PlainElementsTx {
  const { isCoinbase } = tx;
  return {
    txid: displayHash(tx.txid),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs().map((input, i) => plainInput(input, prevouts[i], isCoinbase, network)),
    vout: tx.outputs().map((output) => plainElementsOutput(output, network)),
    size: tx.size,
    weight: tx.weight,
    sigops: 0,
    fee: isCoinbase ? 0 : elementsFee(tx, network.nativeAsset),
    discount_vsize: Math.ceil(tx.discountVsize),
    discount_weight: tx.discountWeight,
  };
}
