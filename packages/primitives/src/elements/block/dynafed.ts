import { type ByteReader, skipWitness } from '../../bytes/byte-reader.ts';
import { ByteWriter } from '../../bytes/byte-writer.ts';
import { sha256d } from '../../bytes/hashes.ts';
import { CodedError } from '../../errors.ts';
import { byteVectorsAt } from '../bytes/byte-vectors.ts';
import { fastMerkleRoot } from '../bytes/fast-merkle-root.ts';

/** No parameters: proposed by a block that proposes no change. */
export interface NullParams {
  readonly type: 'null';
}

/** Parameters without those of the federation, to which `extraRoot` commits: in blocks inside an epoch. */
export interface CompactParams {
  readonly type: 'compact';
  /** Output script whose witness signs a block. */
  readonly signBlockScript: Uint8Array;
  /** Largest size of that witness in bytes. */
  readonly maxBlockWitness: number;
  /** Internal order. */
  readonly extraRoot: Uint8Array;
}

/** All parameters: in the first block of an epoch and in proposals. */
export interface FullParams {
  readonly type: 'full';
  readonly signBlockScript: Uint8Array;
  readonly maxBlockWitness: number;
  /** Output script of untweaked deposits on the parent chain. */
  readonly fedpegProgram: Uint8Array;
  /** Script of the federation, which each deposit tweaks. */
  readonly fedpegScript: Uint8Array;
  /** On Liquid the public keys of the PAK list. Created on first use. */
  readonly extensionSpace: Uint8Array[];
  /** The list as serialized. */
  readonly extensionBytes: Uint8Array;
}

/** Parameters of a dynamic federation in a block header. Byte fields are views. */
export type DynafedParams = NullParams | CompactParams | FullParams;

const typeOfByte = ['null', 'compact', 'full'] as const;

/**
 * Reads the parameters at the reader's offset.
 * @throws {CodedError} primitives.unknown-params, and as ByteReader. Source: Elements dynafed.h DynaFedParamEntry
 */
export function readDynafedParams(reader: ByteReader): DynafedParams {
  const byte = reader.u8();
  const type = typeOfByte[byte];
  if (type === undefined) {
    throw new CodedError('primitives.unknown-params', 'unknown kind of federation parameters', { datum: byte });
  }
  if (type === 'null') return { type };
  const signBlockScript = reader.lengthPrefixed();
  const maxBlockWitness = reader.u32();
  if (type === 'compact') return { type, signBlockScript, maxBlockWitness, extraRoot: reader.take(32) };
  const fedpegProgram = reader.lengthPrefixed();
  const fedpegScript = reader.lengthPrefixed();
  const extensionBytes = takeVectors(reader);
  return {
    type,
    signBlockScript,
    maxBlockWitness,
    fedpegProgram,
    fedpegScript,
    extensionBytes,
    get extensionSpace() {
      return byteVectorsAt(extensionBytes, 0);
    },
  };
}

/** Takes a list of length-prefixed items as serialized, with its count. */
export function takeVectors(reader: ByteReader): Uint8Array {
  const start = reader.offset;
  reader.offset = skipWitness(reader.bytes, start);
  return reader.bytes.subarray(start, reader.offset);
}

const hashOfBytes = (bytes: Uint8Array): Uint8Array =>
  sha256d(new ByteWriter(bytes.length + 9).lengthPrefixed(bytes).finish());

/** Returns the root over the fields that a compact form omits, internal order; undefined for null parameters. */
export function extraRootOf(params: DynafedParams): Uint8Array | undefined {
  if (params.type === 'null') return undefined;
  if (params.type === 'compact') return params.extraRoot;
  const { fedpegProgram, fedpegScript, extensionBytes } = params;
  return fastMerkleRoot([hashOfBytes(fedpegProgram), hashOfBytes(fedpegScript), sha256d(extensionBytes)]);
}

/**
 * Returns the root of the parameters, internal order: equal for the full and the compact form of the same parameters;
 * 32 zeros for null ones. Source: Elements DynaFedParamEntry::CalculateRoot
 */
export function dynafedRoot(params: DynafedParams): Uint8Array {
  if (params.type === 'null') return new Uint8Array(32);
  const limit = sha256d(new ByteWriter(4).u32(params.maxBlockWitness).finish());
  const signing = fastMerkleRoot([hashOfBytes(params.signBlockScript), limit]);
  return fastMerkleRoot([signing, extraRootOf(params)!]);
}
