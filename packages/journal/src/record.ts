import { crc32 } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { newerFormat } from './fact-bytes.ts';

/** Every file of the journal is a row of records, each with its length and checksum in front; numbers little-endian.
 *
 *      length 4    bytes from the version on
 *      checksum 4  CRC-32 of the length and of everything from the version on
 *      version 1   1
 *      kind 1      see `recordKinds`
 *      body
 *
 *  A place where nothing was written reads as zeros, which is no record: the checksum covers the length. */
export const recordKinds = { head: 1, keyframe: 2, batch: 3, index: 4, epoch: 5, cleanEnd: 6, content: 7 } as const;

export type RecordKind = (typeof recordKinds)[keyof typeof recordKinds];

export interface RecordView {
  readonly kind: number;
  /** A view, not a copy. */
  readonly body: Uint8Array;
  /** Offset after the record. */
  readonly next: number;
}

/** Bytes before the body. */
export const recordOverhead = 10;
const version = 1;

/** A record of the given body parts, one after another. */
export function recordOf(kind: RecordKind, ...body: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...recordParts(kind, ...body));
}

/** The same in parts to be written one after another: what is before the body, and the body's parts themselves. */
export function recordParts(kind: RecordKind, ...body: readonly Uint8Array[]): Uint8Array[] {
  const head = new Uint8Array(recordOverhead);
  const view = viewOf(head);
  view.setUint32(
    0,
    body.reduce((sum, part) => sum + part.length, 2),
    true,
  );
  head[8] = version;
  head[9] = kind;
  view.setUint32(
    4,
    body.reduce((checksum, part) => crc32(part, checksum), checksumOf(head)),
    true,
  );
  return [head, ...body];
}

/** Whole length of the record that begins with these eight bytes or more, if it is one. */
export function recordLengthAt(bytes: Uint8Array, offset: number): number {
  return 8 + viewOf(bytes).getUint32(offset, true);
}

/** @returns undefined when the bytes at `offset` are no whole, undamaged record
 *  @throws {CodedError} journal.newer-format for an undamaged record of another version */
export function readRecord(bytes: Uint8Array, offset: number): RecordView | undefined {
  if (offset + recordOverhead > bytes.length) return undefined;
  const next = offset + recordLengthAt(bytes, offset);
  if (next < offset + recordOverhead || next > bytes.length) return undefined;
  const record = bytes.subarray(offset, next);
  if (viewOf(record).getUint32(4, true) !== checksumOf(record)) return undefined;
  if (record[8] !== version) throw newerFormat({ version: record[8] });
  return { kind: record[9]!, body: record.subarray(recordOverhead), next };
}

const checksumOf = (record: Uint8Array) => crc32(record.subarray(8), crc32(record.subarray(0, 4)));

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
