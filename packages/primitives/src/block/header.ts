import { truncated, u32At } from '../bytes/byte-reader.ts';
import { sha256d } from '../bytes/hashes.ts';
import type { BlockHash, UnixSeconds } from '../units.ts';

/** Length of a Bitcoin block header in bytes. */
export const headerSize = 80;

/** A block header; hashes in internal order, views of the bytes read. */
export interface Header {
  /** Unsigned 32-bit, though Core prints it signed. */
  readonly version: number;
  readonly prevHash: BlockHash;
  readonly merkleRoot: Uint8Array;
  readonly time: UnixSeconds;
  /** Compact target. */
  readonly bits: number;
  readonly nonce: number;
  /** The 80 bytes. */
  readonly bytes: Uint8Array;
  /** Computed on first use. */
  readonly hash: BlockHash;
}

class HeaderView implements Header {
  readonly version: number;
  readonly time: UnixSeconds;
  readonly bits: number;
  readonly nonce: number;
  readonly bytes: Uint8Array;
  private cachedHash: BlockHash | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.version = u32At(bytes, 0);
    this.time = u32At(bytes, 68) as UnixSeconds;
    this.bits = u32At(bytes, 72);
    this.nonce = u32At(bytes, 76);
  }

  get prevHash(): BlockHash {
    return this.bytes.subarray(4, 36);
  }

  get merkleRoot(): Uint8Array {
    return this.bytes.subarray(36, 68);
  }

  get hash(): BlockHash {
    return (this.cachedHash ??= sha256d(this.bytes));
  }
}

/**
 * Reads the header whose 80 bytes start at `offset`.
 * @throws {CodedError} primitives.truncated
 */
export function readHeader(bytes: Uint8Array, offset = 0): Header {
  if (offset + headerSize > bytes.length) throw truncated(bytes.length);
  return new HeaderView(bytes.subarray(offset, offset + headerSize));
}

/**
 * Returns the difficulty with 16 digits, as Core prints it, so that it equals the number in the node's answers. Finite
 * for every `bits`: a zero target, which no block can have, results in 0 instead of Core's infinity. Below 1 on regtest
 * (4.66e-10). Source: Core rpc/blockchain.cpp GetDifficulty
 */
export function difficultyOf(bits: number): number {
  const mantissa = bits & 0xffffff;
  if (mantissa === 0) return 0;
  const exponent = (bits >>> 24) & 0xff;
  return Number(((0xffff / mantissa) * 2 ** (8 * (29 - exponent))).toPrecision(16));
}

/**
 * Returns the target that a block hash must not exceed, up to 256 bits; 0n when `bits` is negative or too large.
 * Source: Core arith_uint256::SetCompact
 */
export function targetOf(bits: number): bigint {
  const exponent = (bits >>> 24) & 0xff;
  if ((bits & 0x800000) !== 0) return 0n;
  const mantissa = BigInt(bits & 0x7fffff);
  const target = exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  return target >> 256n === 0n ? target : 0n;
}
