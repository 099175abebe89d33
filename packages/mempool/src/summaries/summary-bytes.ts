import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { RowReader, record, u32 } from '@glassblock/primitives/records';
import type { ProjectedFigures } from '../blocks/project.ts';
import type { NodeMempoolInfo } from '../mirror/source.ts';

/** The mempool at a time. */
export interface MempoolSummary {
  /** Unix seconds. */
  time: number;
  /** Height of the tip. */
  height: number;
  info: NodeMempoolInfo;
  blocks: ProjectedFigures[];
  vBytesPerSecond: number;
  /** vB by band of effective fee rate, see `feeBands`. */
  vsizes: number[];
}

const time = u32;
const length = u32;

/** Head of a summary; the summary as deflated JSON follows. */
export const summaryHead = record({
  /** Unix seconds. */
  time,
  /** Bytes that follow the head. */
  length,
  /** CRC-32 of the fields above and of the body. */
  checksum: u32,
});
const headBytes = summaryHead.minBytes;
/** Bytes of the head that the checksum covers. */
const checkedBytes = time.minBytes + length.minBytes;
/** Maximum length; a summary has about a kilobyte. */
const maxBytes = 64 * 1024;

/** Encodes a summary. */
export function encodeSummary(summary: MempoolSummary): Uint8Array {
  const body = deflateRawSync(JSON.stringify(summary));
  const head = { time: summary.time, length: body.length, checksum: 0 };
  const checksum = checksumOf(concatBytes(summaryHead.encode(head), body));
  return concatBytes(summaryHead.encode({ ...head, checksum }), body);
}

/** Returns time and end of the record at an offset; undefined if it is missing or damaged. */
export function recordAt(bytes: Uint8Array, at: number): { time: number; end: number } | undefined {
  if (at + headBytes > bytes.length) return undefined;
  const head = summaryHead.read(new RowReader(bytes, at));
  const end = at + headBytes + head.length;
  if (end - at > maxBytes || end > bytes.length) return undefined;
  return head.checksum === checksumOf(bytes.subarray(at, end)) ? { time: head.time, end } : undefined;
}

/**
 * Decodes a summary.
 * @param at offset of a record that `recordAt` found
 */
export function decodeSummary(bytes: Uint8Array, at: number): MempoolSummary {
  const { end } = recordAt(bytes, at)!;
  const body = inflateRawSync(bytes.subarray(at + headBytes, end), { maxOutputLength: 16 * maxBytes });
  return JSON.parse(body.toString('utf8')) as MempoolSummary;
}

const checksumOf = (whole: Uint8Array): number =>
  crc32(whole.subarray(headBytes), crc32(whole.subarray(0, checkedBytes)));
