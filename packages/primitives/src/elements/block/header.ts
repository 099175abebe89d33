import { ByteReader } from '../../bytes/byte-reader.ts';
import { sha256d } from '../../bytes/hashes.ts';
import type { BlockHash, Height, UnixSeconds } from '../../units.ts';
import { byteVectorsAt } from '../bytes/byte-vectors.ts';
import { type DynafedParams, readDynafedParams, takeVectors } from './dynafed.ts';

/** Signatures of a block before dynamic federations. Views. */
export interface SignedProof {
  readonly type: 'signed';
  /** Script that a block must satisfy. */
  readonly challenge: Uint8Array;
  /** Script that satisfies it. */
  readonly solution: Uint8Array;
}

/** Parameters and signatures of a block with dynamic federations. */
export interface DynafedProof {
  readonly type: 'dynafed';
  readonly current: DynafedParams;
  readonly proposed: DynafedParams;
  /** Witness of the current signBlockScript. Created on first use. */
  readonly signBlockWitness: Uint8Array[];
}

/** An Elements block header; hashes in internal order, views of the bytes read. It has no proof of work. */
export interface ElementsHeader {
  /** Without the bit that marks dynamic federations, as the node prints it. */
  readonly version: number;
  readonly prevHash: BlockHash;
  readonly merkleRoot: Uint8Array;
  readonly time: UnixSeconds;
  readonly height: Height;
  readonly proof: SignedProof | DynafedProof;
  /** The whole header. Its length varies. */
  readonly bytes: Uint8Array;
  /** Bytes that count fully in a block's weight: all but the witness of dynamic federations. */
  readonly strippedSize: number;
  /** Over all but the signatures. Computed on first use. */
  readonly hash: BlockHash;
}

const dynafedBit = 0x80000000;

function readProof(reader: ByteReader, isDynafed: boolean): { proof: SignedProof | DynafedProof; hashedEnd: number } {
  if (!isDynafed) {
    const challenge = reader.lengthPrefixed();
    const hashedEnd = reader.offset;
    return { proof: { type: 'signed', challenge, solution: reader.lengthPrefixed() }, hashedEnd };
  }
  const current = readDynafedParams(reader);
  const proposed = readDynafedParams(reader);
  const hashedEnd = reader.offset;
  const witness = takeVectors(reader);
  const proof: DynafedProof = {
    type: 'dynafed',
    current,
    proposed,
    get signBlockWitness() {
      return byteVectorsAt(witness, 0);
    },
  };
  return { proof, hashedEnd };
}

/**
 * Reads the header that starts at `offset`; the next field starts at `offset + bytes.length`.
 * @throws {CodedError} primitives.truncated, .unknown-params, .non-canonical, .too-many. Source: Elements
 * primitives/block.h CBlockHeader
 */
export function readElementsHeader(bytes: Uint8Array, offset = 0): ElementsHeader {
  const reader = new ByteReader(bytes, offset);
  const serializedVersion = reader.u32();
  const isDynafed = (serializedVersion & dynafedBit) !== 0;
  const prevHash = reader.take(32);
  const merkleRoot = reader.take(32);
  const time = reader.u32() as UnixSeconds;
  const height = reader.u32() as Height;
  const { proof, hashedEnd } = readProof(reader, isDynafed);
  let hash: BlockHash | undefined;
  return {
    version: isDynafed ? (serializedVersion & ~dynafedBit) >>> 0 : serializedVersion,
    prevHash,
    merkleRoot,
    time,
    height,
    proof,
    bytes: bytes.subarray(offset, reader.offset),
    strippedSize: (isDynafed ? hashedEnd : reader.offset) - offset,
    get hash() {
      return (hash ??= sha256d(bytes.subarray(offset, hashedEnd)));
    },
  };
}
