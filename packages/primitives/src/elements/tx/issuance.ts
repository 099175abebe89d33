import { ByteWriter } from '../../bytes/byte-writer.ts';
import { sha256, sha256d } from '../../bytes/hashes.ts';
import type { OutputValue, Txid } from '../../units.ts';
import { fastMerkleRoot } from '../bytes/fast-merkle-root.ts';
import { type AssetId, isCommitment } from './confidential.ts';

/** Issuance of an input, as serialized. Byte fields are views. */
export interface Issuance {
  /** 32 zero bytes for a new asset; for a reissuance the blinding factor of the token that the input spends. */
  readonly blindingNonce: Uint8Array;
  /** Contract hash of a new asset (internal order), entropy of the asset for a reissuance. */
  readonly entropyField: Uint8Array;
  /** Undefined when null: only tokens are issued. */
  readonly amount: OutputValue | undefined;
  /** Reissuance tokens. Undefined when null. */
  readonly tokenAmount: OutputValue | undefined;
}

/** Ids that follow from an issuance. 32 bytes each, internal order; displayed reversed. */
export interface IssuedAsset {
  readonly isReissuance: boolean;
  readonly entropy: Uint8Array;
  readonly assetId: AssetId;
  readonly tokenId: AssetId;
  /** Contract hash that the issuer committed to, undefined for a reissuance; 32 zeros without a contract. */
  readonly contractHash: Uint8Array | undefined;
}

const leafOf = (value: number): Uint8Array => Uint8Array.of(value, ...new Uint8Array(31));
const assetLeaf = leafOf(0);
const explicitTokenLeaf = leafOf(1);
const confidentialTokenLeaf = leafOf(2);

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/**
 * Returns the entropy of an asset issued by the input that spends an outpoint. Source: Elements issuance.cpp
 * GenerateAssetEntropy
 * @param vout without the flags of the serialized index
 */
export function assetEntropy(txid: Txid, vout: number, contractHash: Uint8Array): Uint8Array {
  const outpoint = new ByteWriter(36).bytes(txid).u32(vout).finish();
  return fastMerkleRoot([sha256d(outpoint), contractHash]);
}

/** Returns the asset id of an entropy. Source: Elements CalculateAsset */
export const assetIdOf = (entropy: Uint8Array): AssetId => fastMerkleRoot([entropy, assetLeaf]);

/**
 * Returns the id of the reissuance token of an entropy, which depends on whether the issued amount was confidential.
 * Source: Elements CalculateReissuanceToken
 */
export const tokenIdOf = (entropy: Uint8Array, isConfidential: boolean): AssetId =>
  fastMerkleRoot([entropy, isConfidential ? confidentialTokenLeaf : explicitTokenLeaf]);

/**
 * Returns the ids of the asset and token that an input issues. The token id of a reissuance follows from this
 * reissuance's own amount: it is the token of the asset when both were confidential or both explicit.
 */
export function issuedAsset(prevTxid: Txid, prevVout: number, issuance: Issuance): IssuedAsset {
  const isReissuance = !isZero(issuance.blindingNonce);
  const { entropyField, amount } = issuance;
  const entropy = isReissuance ? entropyField : assetEntropy(prevTxid, prevVout, entropyField);
  return {
    isReissuance,
    entropy,
    assetId: assetIdOf(entropy),
    tokenId: tokenIdOf(entropy, amount !== undefined && isCommitment(amount)),
    contractHash: isReissuance ? undefined : entropyField,
  };
}

/**
 * Returns the hash of a contract in the registry's canonical form, JSON with sorted keys and no spaces: the entropy
 * field of the issuance that commits to it. Nested objects are sorted too.
 */
export function contractHash(contract: Readonly<Record<string, unknown>>): Uint8Array {
  return sha256(new TextEncoder().encode(canonicalJson(contract)));
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
