import { crc32 } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { RowReader, record, u8, u32 } from '@glassblock/primitives/records';
import { newerFormat } from './fact-bytes.ts';

const length = u32;
const checksum = u32;

/**
 * Every file of the journal is a sequence of records, each with this head and a body. Unwritten bytes are zeros, which
 * is
 * not a valid record: the checksum covers the length.
 */
export const recordHead = record({
  /** Bytes from the version on. */
  length,
  /** CRC-32 of the length and of everything from the version on. */
  checksum,
  /** 1 */
  version: u8,
  /** One of `recordKinds`. */
  kind: u8,
});

/** Kinds of records. */
export const recordKinds = { head: 1, keyframe: 2, batch: 3, index: 4, epoch: 5, cleanEnd: 6, content: 7 } as const;

/** Kind of a record. */
export type RecordKind = (typeof recordKinds)[keyof typeof recordKinds];

/** A record in a buffer. */
export interface RecordView {
  readonly kind: number;
  /** A view, not a copy. */
  readonly body: Uint8Array;
  /** Offset after the record. */
  readonly next: number;
}

/** Bytes before the body. */
export const recordOverhead = recordHead.minBytes;
/** Bytes that the length of a record does not include. */
const uncounted = length.minBytes + checksum.minBytes;
const version = 1;

/** Encodes a record from body parts. */
export function recordOf(kind: RecordKind, ...body: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...recordParts(kind, ...body));
}

/** Encodes a record as parts to write one after another: the head, then the body parts. */
export function recordParts(kind: RecordKind, ...body: readonly Uint8Array[]): Uint8Array[] {
  const bodyBytes = body.reduce((sum, part) => sum + part.length, 0);
  const fields = { length: recordOverhead - uncounted + bodyBytes, checksum: 0, version, kind };
  const before = checksumOf(recordHead.encode(fields));
  return [recordHead.encode({ ...fields, checksum: body.reduce((sum, part) => crc32(part, sum), before) }), ...body];
}

/** Returns the total length of the record that starts with at least these eight bytes, if it is one. */
export function recordLengthAt(bytes: Uint8Array, offset: number): number {
  return uncounted + length.read(new RowReader(bytes, offset));
}

/**
 * Decodes the record at an offset; undefined unless it is complete and undamaged.
 * @throws {CodedError} journal.newer-format for an undamaged record of another version
 */
export function readRecord(bytes: Uint8Array, offset: number): RecordView | undefined {
  if (offset + recordOverhead > bytes.length) return undefined;
  const next = offset + recordLengthAt(bytes, offset);
  if (next < offset + recordOverhead || next > bytes.length) return undefined;
  const whole = bytes.subarray(offset, next);
  const head = recordHead.decode(whole);
  if (head.checksum !== checksumOf(whole)) return undefined;
  if (head.version !== version) throw newerFormat({ version: head.version });
  return { kind: head.kind, body: whole.subarray(recordOverhead), next };
}

/** Returns the checksum of a record, or of the head of one with an empty body. */
const checksumOf = (whole: Uint8Array) => crc32(whole.subarray(uncounted), crc32(whole.subarray(0, length.minBytes)));
