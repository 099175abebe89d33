import { crc32 } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { array, f64, RowReader, record, u32 } from '@glassblock/primitives/records';

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

/** The nearest whole number that fits 32 bits. */
const clamped = (value: number) => Math.max(0, Math.min(0xffffffff, Math.round(value)));

/** A row of a file of samples; the CRC-32 of its bytes follows. */
export const sampleRow = record({
  added: u32,
  count: u32,
  vBytesPerSecond: u32,
  weight: f64,
  totalFee: f64,
  minFee: f64,
  /** By fee band, see `feeBands`. */
  vsizes: array(feeBands.length, u32),
});
const checksum = record({ checksum: u32 });

/** Bytes of a row with its checksum. */
export const sampleBytes = sampleRow.minBytes + checksum.minBytes;

/** Encodes a sample; whole numbers of 32 bits where that is the field's width. */
export function encodeSample(sample: PoolSample): Uint8Array {
  const { weight, totalFee, minFee } = sample;
  const row = sampleRow.encode({
    added: clamped(sample.added),
    count: clamped(sample.count),
    vBytesPerSecond: clamped(sample.vBytesPerSecond),
    weight,
    totalFee,
    minFee,
    vsizes: feeBands.map((_, i) => clamped(sample.vsizes[i] ?? 0)),
  });
  return concatBytes(row, checksum.encode({ checksum: crc32(row) }));
}

/** Decodes the rows of a file; damaged ones are left out. */
export function decodeSamples(bytes: Uint8Array): PoolSample[] {
  const samples: PoolSample[] = [];
  const reader = new RowReader(bytes);
  for (let at = 0; at + sampleBytes <= bytes.length; at += sampleBytes) {
    reader.at = at + sampleRow.minBytes;
    if (checksum.read(reader).checksum !== crc32(bytes.subarray(at, at + sampleRow.minBytes))) continue;
    reader.at = at;
    samples.push(sampleRow.read(reader));
  }
  return samples;
}
