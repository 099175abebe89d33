import { ByteReader } from '../../bytes/byte-reader.ts';
import { OP } from '../../script/opcodes.ts';
import { readScript } from '../../script/script.ts';
import type { OutputValue, Sats, Txid } from '../../units.ts';
import type { AssetId } from './confidential.ts';
import type { ElementsInput } from './transaction.ts';

/** A peg-out, read from its output script. Byte fields are views. */
export interface PegOut {
  /** Genesis block of the chain that pays, internal order. */
  readonly genesisHash: Uint8Array;
  /** Script to be paid there. */
  readonly script: Uint8Array;
  /** Further pushes: with a PAK list a public key and an authorization proof. */
  readonly authorization: readonly Uint8Array[];
}

/**
 * Returns the peg-out of an output script, undefined when it is none: OP_RETURN, a push of 32 bytes, a push that is not
 * empty, then pushes only. A peg-out needs the pegged asset with an explicit value too. Source: Elements
 * CScript::IsPegoutScript
 */
export function pegOutOf(script: Uint8Array): PegOut | undefined {
  if (script[0] !== OP.RETURN || script[1] !== 32) return undefined;
  const [, genesis, target, ...rest] = readScript(script);
  if (target?.data === undefined || target.data.length === 0) return undefined;
  const authorization: Uint8Array[] = [];
  for (const { data } of rest) {
    if (data === undefined) return undefined;
    authorization.push(data);
  }
  return { genesisHash: genesis!.data!, script: target.data, authorization };
}

/** A peg-in, read from its witness. Byte fields are views. */
export interface PegIn {
  readonly value: OutputValue;
  readonly assetId: AssetId;
  /** Genesis block of the chain where it was paid, internal order. */
  readonly genesisHash: Uint8Array;
  /** Script of this chain that may claim; the deposit address commits to it. */
  readonly claimScript: Uint8Array;
  /** Transaction that paid to the federation: with its witness or without, as in the claim. */
  readonly parentTx: Uint8Array;
  /** Merkle block that contains it (BIP 37). */
  readonly merkleBlock: Uint8Array;
  /** The claimed output of the parent transaction. */
  readonly parentTxid: Txid;
  readonly parentVout: number;
}

/**
 * Returns the peg-in of an input; undefined when it is none or when its witness does not have the six items of one.
 * The node has checked the proof. Source: Elements CreatePeginWitness
 */
export function pegInOf(input: ElementsInput): PegIn | undefined {
  if (!input.isPegIn) return undefined;
  const [value, assetId, genesisHash, claimScript, parentTx, merkleBlock, ...more] = input.pegInWitness;
  if (merkleBlock === undefined || more.length > 0) return undefined;
  if (value?.length !== 8 || assetId?.length !== 32 || genesisHash?.length !== 32) return undefined;
  return {
    value: amountOf(value),
    assetId,
    genesisHash,
    claimScript: claimScript!,
    parentTx: parentTx!,
    merkleBlock,
    parentTxid: input.prevTxid,
    parentVout: input.prevVout,
  };
}

/** Little-endian here, unlike the values of outputs. A bigint from 2^53 on. */
function amountOf(bytes: Uint8Array): OutputValue {
  const reader = new ByteReader(bytes);
  const low = reader.u32();
  const high = reader.u32();
  return high < 0x200000 ? ((high * 0x100000000 + low) as Sats) : (BigInt(high) << 32n) | BigInt(low);
}
