import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ProjectedFigures } from '../project.ts';
import type { NodeMempoolInfo } from '../source.ts';

/** The mempool at a moment. */
export interface MempoolSummary {
  /** Seconds since 1970. */
  time: number;
  /** Height of the tip. */
  height: number;
  info: NodeMempoolInfo;
  blocks: ProjectedFigures[];
  vBytesPerSecond: number;
  /** vB by fee band of the effective fee rate, see `feeBands`. */
  vsizes: number[];
}

/** Time, length of the body, a CRC-32 of both and of the body: JSON, deflated. 32 bits each, little-endian. */
const headBytes = 12;
/** A summary has about a kilobyte; a larger length is invalid. */
const maxBytes = 64 * 1024;

/** Encodes a summary as a record. */
export function encodeSummary(summary: MempoolSummary): Uint8Array {
  const body = deflateRawSync(JSON.stringify(summary));
  const record = new Uint8Array(headBytes + body.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, summary.time, true);
  view.setUint32(4, body.length, true);
  record.set(body, headBytes);
  view.setUint32(8, checksumOf(record, 0, record.length), true);
  return record;
}

/** Returns the record at an offset; undefined when there is none, or a damaged one. */
export function recordAt(bytes: Uint8Array, at: number): { time: number; end: number } | undefined {
  if (at + headBytes > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes);
  const end = at + headBytes + view.getUint32(4, true);
  if (end - at > maxBytes || end > bytes.length || view.getUint32(8, true) !== checksumOf(bytes, at, end)) {
    return undefined;
  }
  return { time: view.getUint32(0, true), end };
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

const checksumOf = (bytes: Uint8Array, at: number, end: number): number =>
  crc32(bytes.subarray(at + headBytes, end), crc32(bytes.subarray(at, at + 8)));
