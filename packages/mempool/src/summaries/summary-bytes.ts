import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { RowReader, record, u32 } from '@glassblock/primitives/records';
import type { ProjectedFigures } from '../project.ts';
import type { NodePoolInfo } from '../source.ts';

/** The pool at a moment. */
export interface PoolSummary {
  /** Seconds since 1970. */
  time: number;
  /** Height of the chain. */
  height: number;
  info: NodePoolInfo;
  blocks: ProjectedFigures[];
  vBytesPerSecond: number;
  /** vB by fee band of the effective rate, see `feeBands`. */
  vsizes: number[];
}

const time = u32;
const length = u32;

/** Head of a summary; the summary as deflated JSON follows. */
export const summaryHead = record({
  /** Seconds since 1970. */
  time,
  /** Bytes that follow the head. */
  length,
  /** CRC-32 of the fields above and of what follows the head. */
  checksum: u32,
});
const headBytes = summaryHead.minBytes;
/** Bytes of the head that the checksum covers. */
const checkedBytes = time.minBytes + length.minBytes;
/** A summary is about a kilobyte; more than this is no length. */
const maxBytes = 64 * 1024;

/** Encodes a summary. */
export function encodeSummary(summary: PoolSummary): Uint8Array {
  const body = deflateRawSync(JSON.stringify(summary));
  const head = { time: summary.time, length: body.length, checksum: 0 };
  const checksum = checksumOf(concatBytes(summaryHead.encode(head), body));
  return concatBytes(summaryHead.encode({ ...head, checksum }), body);
}

/** The record that begins at a place; undefined where there is none, or a damaged one. */
export function recordAt(bytes: Uint8Array, at: number): { time: number; end: number } | undefined {
  if (at + headBytes > bytes.length) return undefined;
  const head = summaryHead.read(new RowReader(bytes, at));
  const end = at + headBytes + head.length;
  if (end - at > maxBytes || end > bytes.length) return undefined;
  return head.checksum === checksumOf(bytes.subarray(at, end)) ? { time: head.time, end } : undefined;
}

/** Decodes a summary. @param at  of a record that `recordAt` found */
export function decodeSummary(bytes: Uint8Array, at: number): PoolSummary {
  const { end } = recordAt(bytes, at)!;
  const body = inflateRawSync(bytes.subarray(at + headBytes, end), { maxOutputLength: 16 * maxBytes });
  return JSON.parse(body.toString('utf8')) as PoolSummary;
}

const checksumOf = (whole: Uint8Array): number =>
  crc32(whole.subarray(headBytes), crc32(whole.subarray(0, checkedBytes)));
