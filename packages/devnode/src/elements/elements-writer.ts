import { ByteWriter, concatBytes, merkleRoot } from '@glassblock/primitives';
import { type AssetId, readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { hashOf } from '../state/ids.ts';
import type { OutPoint } from '../traffic/tx-maker.ts';

/** An asset and amount with commitments and proofs. */
export interface Commitments {
  /** 33 bytes each. */
  readonly asset: Uint8Array;
  readonly value: Uint8Array;
  /** Key of the sender, from which the receiver computes the nonce of the range proof. */
  readonly nonce: Uint8Array;
  readonly surjectionProof: Uint8Array;
  readonly rangeProof: Uint8Array;
}

/** An output before serialization. */
export interface ElementsOutputDraft {
  readonly assetId: AssetId;
  readonly value: bigint;
  /** Empty: a fee. */
  readonly script: Uint8Array;
  /** Undefined: explicit. */
  readonly commitments?: Commitments;
}

/** An issuance of explicit amounts. */
export interface IssuanceDraft {
  /** 32 zeros in a new issuance; the asset blinder of the spent token in a reissuance. */
  readonly blindingNonce: Uint8Array;
  /** Contract hash of a new issuance, entropy of a reissuance. */
  readonly entropy: Uint8Array;
  readonly amount: bigint;
  /** 0: none. */
  readonly tokenAmount: bigint;
}

/** An input before serialization. */
export interface ElementsInputDraft {
  readonly outpoint: OutPoint;
  readonly sequence?: number;
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
  readonly issuance?: IssuanceDraft;
  /** Six items; undefined: the input spends an output of this chain. */
  readonly pegInWitness?: readonly Uint8Array[];
}

/** A transaction before serialization. */
export interface ElementsDraft {
  readonly inputs: readonly ElementsInputDraft[];
  readonly outputs: readonly ElementsOutputDraft[];
}

const issuanceFlag = 0x80000000;
const pegInFlag = 0x40000000;
const coinbaseIndex = 0xffffffff;

/** A 64-bit amount, big-endian, with its prefix; a null amount for 0. */
function explicitValue(value: bigint): Uint8Array {
  if (value === 0n) return Uint8Array.of(0);
  const bytes = new Uint8Array(9);
  bytes[0] = 1;
  new DataView(bytes.buffer).setBigUint64(1, value);
  return bytes;
}

function writeInput(writer: ByteWriter, { outpoint, scriptSig, sequence, issuance, pegInWitness }: ElementsInputDraft) {
  const { vout } = outpoint;
  const flags = (issuance === undefined ? 0 : issuanceFlag) + (pegInWitness === undefined ? 0 : pegInFlag);
  writer
    .bytes(hashOf(outpoint.txid))
    .u32(vout === coinbaseIndex ? vout : vout + flags)
    .lengthPrefixed(scriptSig)
    .u32(sequence ?? 0xfffffffd);
  if (issuance === undefined) return;
  const { blindingNonce, entropy, amount, tokenAmount } = issuance;
  writer.bytes(blindingNonce).bytes(entropy).bytes(explicitValue(amount)).bytes(explicitValue(tokenAmount));
}

function writeOutput(writer: ByteWriter, { assetId, value, script, commitments }: ElementsOutputDraft) {
  if (commitments === undefined) {
    writer
      .u8(1)
      .bytes(assetId)
      .u8(1)
      .bytes(explicitValue(value).length === 1 ? new Uint8Array(8) : explicitValue(value).subarray(1))
      .u8(0);
  } else {
    writer.bytes(commitments.asset).bytes(commitments.value).bytes(commitments.nonce);
  }
  writer.lengthPrefixed(script);
}

function writeVectors(writer: ByteWriter, items: readonly Uint8Array[]) {
  writer.compactSize(items.length);
  for (const item of items) writer.lengthPrefixed(item);
}

const none = new Uint8Array(0);

/** Serializes a transaction with its witness. Source: Elements primitives/transaction.h */
export function serializeElements({ inputs, outputs }: ElementsDraft): Uint8Array {
  const writer = new ByteWriter(1_000).u32(2).u8(1).compactSize(inputs.length);
  for (const input of inputs) writeInput(writer, input);
  writer.compactSize(outputs.length);
  for (const output of outputs) writeOutput(writer, output);
  writer.u32(0);
  for (const { witness, pegInWitness } of inputs) {
    writer.lengthPrefixed(none).lengthPrefixed(none);
    writeVectors(writer, witness);
    writeVectors(writer, pegInWitness ?? []);
  }
  for (const { commitments } of outputs) {
    writer.lengthPrefixed(commitments?.surjectionProof ?? none).lengthPrefixed(commitments?.rangeProof ?? none);
  }
  return writer.finish();
}

/** Parameters of the federation in force. */
export interface FederationParams {
  readonly signBlockScript: Uint8Array;
  readonly fedpegProgram: Uint8Array;
  readonly fedpegScript: Uint8Array;
}

/** How a block states its parameters: not at all before dynamic federations. */
export type ParamsForm = 'signed' | 'full' | { readonly extraRoot: Uint8Array };

/** A block before serialization. */
export interface ElementsBlockDraft {
  readonly prevHash: Uint8Array;
  readonly height: number;
  readonly time: number;
  readonly params: FederationParams;
  readonly form: ParamsForm;
  /** With the coinbase. */
  readonly txs: readonly Uint8Array[];
}

const maxBlockWitness = 74;
const dynafedVersion = 0xa0000000;
const signedVersion = 0x20000000;

function writeParams(writer: ByteWriter, { params, form }: ElementsBlockDraft) {
  const { signBlockScript, fedpegProgram, fedpegScript } = params;
  if (form === 'signed') {
    writer.lengthPrefixed(signBlockScript).lengthPrefixed(none);
    return;
  }
  writer
    .u8(form === 'full' ? 2 : 1)
    .lengthPrefixed(signBlockScript)
    .u32(maxBlockWitness);
  if (form === 'full') writer.lengthPrefixed(fedpegProgram).lengthPrefixed(fedpegScript).compactSize(0);
  else writer.bytes(form.extraRoot);
  // nothing is proposed; the script OP_TRUE needs no signature
  writer.u8(0);
  writeVectors(writer, []);
}

/** Serializes a block. Source: Elements primitives/block.h */
export function serializeElementsBlock(draft: ElementsBlockDraft): Uint8Array {
  const txids = draft.txs.map((raw) => readWholeElementsTransaction(raw).txid);
  const writer = new ByteWriter(1_000)
    .u32(draft.form === 'signed' ? signedVersion : dynafedVersion)
    .bytes(draft.prevHash)
    .bytes(merkleRoot(txids))
    .u32(draft.time)
    .u32(draft.height);
  writeParams(writer, draft);
  writer.compactSize(draft.txs.length);
  return concatBytes(writer.finish(), ...draft.txs);
}
