import { truncated } from '../../bytes/byte-reader.ts';
import { CodedError } from '../../errors.ts';
import type { Commitment, LargeAmount, OutputValue, Sats } from '../../units.ts';

/** Id of an asset, 32 bytes in internal order; displayed reversed. */
export type AssetId = Uint8Array & { readonly assetId?: never };

/** First bytes of the fields that may be confidential. Source: Elements primitives/confidential.h */
const nullPrefix = 0;
const explicitPrefix = 1;
const valuePrefixes = [8, 9] as const;
const assetPrefixes = [10, 11] as const;
const noncePrefixes = [2, 3] as const;

const commitmentSize = 33;
const explicitValueSize = 9;

function skipField(bytes: Uint8Array, at: number, explicitSize: number, prefixes: readonly [number, number]): number {
  const prefix = bytes[at];
  if (prefix === undefined) throw truncated(at);
  let next: number;
  if (prefix === nullPrefix) next = at + 1;
  else if (prefix === explicitPrefix) next = at + explicitSize;
  else if (prefix === prefixes[0] || prefix === prefixes[1]) next = at + commitmentSize;
  else {
    throw new CodedError('primitives.unknown-prefix', 'neither explicit nor a commitment', {
      datum: { offset: at, prefix },
    });
  }
  if (next > bytes.length) throw truncated(at);
  return next;
}

/** Returns the offset after a value: null, an amount, or a commitment. @throws {CodedError} primitives.truncated,
 * .unknown-prefix */
export const skipValue = (bytes: Uint8Array, at: number): number =>
  skipField(bytes, at, explicitValueSize, valuePrefixes);

/** Returns the offset after an asset: null, an id, or a commitment. @throws {CodedError} as skipValue */
export const skipAsset = (bytes: Uint8Array, at: number): number => skipField(bytes, at, commitmentSize, assetPrefixes);

/** Returns the offset after a nonce: null, 32 bytes, or a public key. @throws {CodedError} as skipValue */
export const skipNonce = (bytes: Uint8Array, at: number): number => skipField(bytes, at, commitmentSize, noncePrefixes);

/** Returns whether the field at `at` is a commitment. */
export const isCommitted = (bytes: Uint8Array, at: number): boolean => bytes[at]! > explicitPrefix;

/** Returns true for the commitment of a confidential amount. */
export const isCommitment = (value: OutputValue): value is Commitment => value instanceof Uint8Array;

/**
 * Returns the value at `at`, which was checked on reading: an amount, big-endian in the bytes, a bigint from 2^53 on;
 * or a commitment. Undefined when null.
 */
export function valueAt(bytes: Uint8Array, at: number): OutputValue | undefined {
  if (bytes[at] === nullPrefix) return undefined;
  if (isCommitted(bytes, at)) return bytes.subarray(at, at + commitmentSize) as Commitment;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 1, 8);
  const high = view.getUint32(0);
  if (high < 0x200000) return (high * 0x100000000 + view.getUint32(4)) as Sats;
  return view.getBigUint64(0) as LargeAmount;
}

/** Returns the id of the asset at `at`, undefined when it is null or confidential. */
export const assetIdAt = (bytes: Uint8Array, at: number): AssetId | undefined =>
  bytes[at] === explicitPrefix ? bytes.subarray(at + 1, at + commitmentSize) : undefined;

/** Returns the 33 bytes of a commitment at `at`, undefined when the field is null or explicit. */
export const commitmentAt = (bytes: Uint8Array, at: number): Commitment | undefined =>
  isCommitted(bytes, at) ? bytes.subarray(at, at + commitmentSize) : undefined;

/** Returns the nonce at `at` with its prefix, undefined when null. */
export const nonceAt = (bytes: Uint8Array, at: number): Uint8Array | undefined =>
  bytes[at] === nullPrefix ? undefined : bytes.subarray(at, at + commitmentSize);
