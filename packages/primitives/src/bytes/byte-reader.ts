import { CodedError } from '../errors.ts';

/** Core refuses longer vectors while reading (serialize.h MAX_SIZE), so no count from a node can be larger. */
const maxCount = 0x02000000;

/** Returns the error for bytes that end inside a field: primitives.truncated. */
export function truncated(offset: number): CodedError {
  return new CodedError('primitives.truncated', 'bytes end inside a field', { datum: { offset } });
}

/** Returns the error for bytes after a complete object: primitives.trailing-bytes. */
export function trailing(offset: number, length: number): CodedError {
  return new CodedError('primitives.trailing-bytes', 'bytes follow the end', { datum: { offset, length } });
}

/** Reads an unsigned 32-bit little-endian number at `offset`; the caller has checked the bounds. */
export function u32At(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)) >>> 0;
}

/** Reads a 64-bit little-endian amount at `offset` that is known to be below 2^53. */
export function amountAt(bytes: Uint8Array, offset: number): number {
  return u32At(bytes, offset + 4) * 0x100000000 + u32At(bytes, offset);
}

/**
 * Throws unless the 64-bit amount at `offset` is below 2^53 (a negative int64 is far above). The money supply is a
 * quarter of that, so no transaction of a chain fails here.
 * @throws {CodedError} primitives.value-out-of-range
 */
export function checkAmount(bytes: Uint8Array, offset: number): void {
  if (bytes[offset + 7] !== 0 || bytes[offset + 6]! >= 0x20) {
    throw new CodedError('primitives.value-out-of-range', 'an amount is not below 2^53 sats', { datum: { offset } });
  }
}

/**
 * Reads a CompactSize length prefix.
 * @returns value and the offset after it
 * @throws {CodedError} primitives.truncated, primitives.non-canonical (longer form than needed, which Core rejects),
 * primitives.too-many (above Core's limit of 32 Mi)
 */
export function readCompactSize(bytes: Uint8Array, offset: number): { value: number; next: number } {
  const width = compactSizeWidth(bytes, offset);
  return { value: compactSizeAt(bytes, offset, width), next: offset + width };
}

/**
 * Returns the width of the length prefix at `offset`: 1, 3, 5 or 9.
 * @throws {CodedError} primitives.truncated
 */
export function compactSizeWidth(bytes: Uint8Array, offset: number): number {
  if (offset >= bytes.length) throw truncated(offset);
  const first = bytes[offset]!;
  return first < 0xfd ? 1 : first === 0xfd ? 3 : first === 0xfe ? 5 : 9;
}

/**
 * Returns the value of the length prefix of known width.
 * @throws {CodedError} as readCompactSize
 */
export function compactSizeAt(bytes: Uint8Array, offset: number, width: number): number {
  if (width === 1) return bytes[offset]!;
  if (offset + width > bytes.length) throw truncated(offset);
  let value: number;
  let min: number;
  if (width === 3) {
    value = bytes[offset + 1]! | (bytes[offset + 2]! << 8);
    min = 0xfd;
  } else if (width === 5) {
    value = u32At(bytes, offset + 1);
    min = 0x10000;
  } else {
    value = u32At(bytes, offset + 5) * 0x100000000 + u32At(bytes, offset + 1);
    min = 0x100000000;
  }
  if (value < min) {
    throw new CodedError('primitives.non-canonical', 'length prefix longer than needed', { datum: { offset } });
  }
  if (value > maxCount) throw new CodedError('primitives.too-many', 'length prefix above 32 Mi', { datum: { offset } });
  return value;
}

/** Offset after a length-prefixed field. @throws {CodedError} primitives.truncated, .non-canonical */
export function skipPrefixed(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) throw truncated(at);
  const first = bytes[at]!;
  let next = at + 1 + first;
  if (first >= 0xfd) {
    const width = compactSizeWidth(bytes, at);
    next = at + width + compactSizeAt(bytes, at, width);
  }
  if (next > bytes.length) throw truncated(at);
  return next;
}

/** Offset after the witness stack of one input. @throws {CodedError} as skipPrefixed */
export function skipWitness(bytes: Uint8Array, start: number): number {
  const width = compactSizeWidth(bytes, start);
  const count = compactSizeAt(bytes, start, width);
  let at = start + width;
  if (count > bytes.length - at) throw truncated(start);
  for (let i = 0; i < count; i++) at = skipPrefixed(bytes, at);
  return at;
}

/**
 * Reads bytes front to back; every read checks the bounds.
 * @throws {CodedError} primitives.truncated from each
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  /** Offset of the next read. */
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  /** Bytes left. */
  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  /** Advances by `count` bytes and returns the offset before. */
  skip(count: number): number {
    const at = this.offset;
    if (count > this.bytes.length - at) throw truncated(at);
    this.offset = at + count;
    return at;
  }

  /** Next `count` bytes as a view, not a copy. */
  take(count: number): Uint8Array {
    const at = this.skip(count);
    return this.bytes.subarray(at, at + count);
  }

  u8(): number {
    return this.bytes[this.skip(1)]!;
  }

  /** Little-endian. */
  u32(): number {
    return u32At(this.bytes, this.skip(4));
  }

  /** Little-endian, below 2^53. @throws {CodedError} primitives.value-out-of-range */
  u64(): number {
    const at = this.skip(8);
    checkAmount(this.bytes, at);
    return amountAt(this.bytes, at);
  }

  /** @throws {CodedError} as readCompactSize */
  compactSize(): number {
    const width = compactSizeWidth(this.bytes, this.offset);
    const value = compactSizeAt(this.bytes, this.offset, width);
    this.offset += width;
    return value;
  }

  /** Reads a count of items of at least `minSize` bytes each; rejects it before any allocation when they cannot fit. */
  count(minSize: number): number {
    const at = this.offset;
    const value = this.compactSize();
    if (value * minSize > this.remaining) throw truncated(at);
    return value;
  }

  /** Reads length-prefixed bytes, as a view. */
  lengthPrefixed(): Uint8Array {
    return this.take(this.compactSize());
  }

  /** @throws {CodedError} primitives.trailing-bytes unless everything was read */
  expectEnd(): void {
    if (this.remaining !== 0) throw trailing(this.offset, this.bytes.length);
  }
}
