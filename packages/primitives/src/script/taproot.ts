import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { compareBytes, concatBytes, equalBytes, fromHex } from '../bytes/bytes.ts';
import { taggedHash } from '../bytes/hashes.ts';
import { hasAnnex } from './inner-scripts.ts';

/** Proof that an output committed to a script. Byte fields are views of the witness item. */
export interface ControlBlock {
  readonly bytes: Uint8Array;
  /** 0xc0 is tapscript. */
  readonly leafVersion: number;
  /** Of the output key's y. */
  readonly parity: 0 | 1;
  /** 32 bytes, x only. */
  readonly internalKey: Uint8Array;
  /** Sibling hashes, from the leaf upwards. */
  readonly path: Uint8Array[];
}

/** A parsed Taproot witness. */
export interface TaprootWitness {
  /** With its leading 0x50. */
  readonly annex?: Uint8Array;
  /** True when one item is left apart from the annex: a signature by the output key. */
  readonly keyPath: boolean;
  /** Items apart from annex, script and control block; for a key path the signature. */
  readonly stack: Uint8Array[];
  /** Leaf script of a script path. */
  readonly script?: Uint8Array;
  /** Absent for a key path, and when its length is not 33 + 32 n with n up to 128. */
  readonly controlBlock?: ControlBlock;
}

/** Key without known discrete logarithm: an output with it has no key path. Source: BIP 341 */
export const numsKey: Uint8Array = fromHex('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0');

/** Parses the witness of a Taproot spend; content is not checked. Source: BIP 341 */
export function parseTaproot(witness: readonly Uint8Array[]): TaprootWitness {
  const annex = hasAnnex(witness) ? { annex: witness.at(-1)! } : {};
  const items = 'annex' in annex ? witness.slice(0, -1) : witness.slice();
  if (items.length < 2) return { ...annex, keyPath: items.length === 1, stack: items };
  const controlBlock = readControlBlock(items.at(-1)!);
  const parts = { ...annex, keyPath: false, stack: items.slice(0, -2), script: items.at(-2)! };
  return controlBlock === undefined ? parts : { ...parts, controlBlock };
}

/**
 * Returns the fields of a control block, undefined when its length is not 33 + 32 n with n up to 128. Source: BIP 341
 */
export function readControlBlock(bytes: Uint8Array): ControlBlock | undefined {
  const depth = (bytes.length - 33) / 32;
  if (!Number.isInteger(depth) || depth < 0 || depth > 128) return undefined;
  return {
    bytes,
    leafVersion: bytes[0]! & 0xfe,
    parity: (bytes[0]! & 1) as 0 | 1,
    internalKey: bytes.subarray(1, 33),
    path: Array.from({ length: depth }, (_, i) => bytes.subarray(33 + 32 * i, 65 + 32 * i)),
  };
}

/** Returns true when the internal key is the NUMS point, so that only scripts can spend. */
export function isKeyPathDisabled(controlBlock: ControlBlock): boolean {
  return equalBytes(controlBlock.internalKey, numsKey);
}

/** Returns the hash of a leaf: tag TapLeaf over version, length and script. Source: BIP 341 */
export function tapLeafHash(leafVersion: number, script: Uint8Array): Uint8Array {
  return taggedHash('TapLeaf', new ByteWriter(script.length + 10).u8(leafVersion).lengthPrefixed(script).finish());
}

/** Returns the hash of two branches, the smaller first. Source: BIP 341 */
export function tapBranchHash(a: Uint8Array, b: Uint8Array): Uint8Array {
  return compareBytes(a, b) < 0 ? taggedHash('TapBranch', a, b) : taggedHash('TapBranch', b, a);
}

/** Returns the root of the script tree, from a leaf hash and the path of its control block. */
export function tapMerkleRoot(leafHash: Uint8Array, path: readonly Uint8Array[]): Uint8Array {
  return path.reduce(tapBranchHash, leafHash);
}

/**
 * Returns the output key: internal key + TapTweak(internal key, root) * G.
 * @param merkleRoot absent for an output without scripts
 * @returns x and the parity of y, or undefined when the internal key is no point or the tweak is out of range. Source:
 * BIP 341
 */
export function tapOutputKey(
  internalKey: Uint8Array,
  merkleRoot?: Uint8Array,
): { key: Uint8Array; parity: 0 | 1 } | undefined {
  if (internalKey.length !== 32) return undefined;
  const tweak = taggedHash('TapTweak', merkleRoot === undefined ? internalKey : concatBytes(internalKey, merkleRoot));
  try {
    const { Point } = secp256k1;
    const scalar = Point.Fn.fromBytes(tweak);
    const internal = schnorr.utils.lift_x(bigintOf(internalKey));
    // nothing is secret here: constant time would take twice as long
    const output = internal.add(Point.BASE.multiplyUnsafe(scalar));
    const encoded = output.toBytes(true);
    return { key: encoded.slice(1), parity: encoded[0] === 3 ? 1 : 0 };
  } catch {
    return undefined;
  }
}

function bigintOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** Returns true when a script-path witness leads to `outputKey` (32 bytes): the output committed to its leaf. */
export function commitsToScript(outputKey: Uint8Array, witness: TaprootWitness): boolean {
  const { script, controlBlock } = witness;
  if (script === undefined || controlBlock === undefined) return false;
  const root = tapMerkleRoot(tapLeafHash(controlBlock.leafVersion, script), controlBlock.path);
  const output = tapOutputKey(controlBlock.internalKey, root);
  return output !== undefined && output.parity === controlBlock.parity && equalBytes(output.key, outputKey);
}
