import { crc32 } from 'node:zlib';
import { array, f64, mapped, RowReader, record, u32 } from '@glassblock/primitives/records';

/** Lower bounds of the fee bands, sat/vB; the last one is open-ended. Source: domain-mempool section 19 */
export const feeBands = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500,
  600, 700, 800, 900, 1000, 1200, 1400, 1600, 1800, 2000,
] as const;

/** The pool at a moment, or on average over a stretch of time. */
export interface PoolSample {
  /** Seconds since 1970; of an average the beginning of its stretch. */
  added: number;
  count: number;
  vBytesPerSecond: number;
  /** Weight of all transactions. */
  weight: number;
  /** Sats. */
  totalFee: number;
  /** sat/vB below which the node takes nothing. */
  minFee: number;
  /** vB by fee band of the effective rate. */
  vsizes: number[];
}

const clamped = mapped(
  u32,
  (value: number) => Math.max(0, Math.min(0xffffffff, Math.round(value))),
  (stored) => stored,
);
const fields = {
  added: clamped,
  count: clamped,
  vBytesPerSecond: clamped,
  weight: f64,
  totalFee: f64,
  minFee: f64,
  /** By fee band, see `feeBands`. */
  vsizes: array(feeBands.length, clamped),
};
const checked = record(fields);

/** A row of a file of samples. */
export const sampleRow = record({
  ...fields,
  /** CRC-32 of the fields above. */
  checksum: u32,
});

/** Bytes of a row. */
export const sampleBytes = sampleRow.minBytes;

/** Encodes a sample; whole numbers of 32 bits where that is the field's width. */
export function encodeSample(sample: PoolSample): Uint8Array {
  const whole = { ...sample, vsizes: feeBands.map((_, i) => sample.vsizes[i] ?? 0) };
  return sampleRow.encode({ ...whole, checksum: crc32(checked.encode(whole)) });
}

/** Decodes the rows of a file; damaged ones are left out. */
export function decodeSamples(bytes: Uint8Array): PoolSample[] {
  const samples: PoolSample[] = [];
  for (let at = 0; at + sampleBytes <= bytes.length; at += sampleBytes) {
    const { checksum, ...sample } = sampleRow.read(new RowReader(bytes, at));
    if (checksum === crc32(bytes.subarray(at, at + checked.minBytes))) samples.push(sample);
  }
  return samples;
}
