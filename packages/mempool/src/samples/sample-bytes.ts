import { crc32 } from 'node:zlib';
import { concatBytes } from '@glassblock/primitives';
import { array, f64, RowReader, record, u32 } from '@glassblock/primitives/records';

/** Lower bounds of the fee bands, sat/vB; the last one is open-ended. */
export const feeBands = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500,
  600, 700, 800, 900, 1000, 1200, 1400, 1600, 1800, 2000,
] as const;

/** Mempool statistics at a time, or averages over a period. */
export interface MempoolSample {
  /** Unix seconds; start of the period for averages. */
  added: number;
  count: number;
  vBytesPerSecond: number;
  /** Weight of all transactions. */
  weight: number;
  /** Sats. */
  totalFee: number;
  /** Minimum fee rate of the node, sat/vB. */
  minFee: number;
  /** vB by band of effective fee rate. */
  vsizes: number[];
}

/** Returns the nearest unsigned 32-bit integer. */
const clamped = (value: number) => Math.max(0, Math.min(0xffffffff, Math.round(value)));

/** A row of a file of samples, followed by its CRC-32. */
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

/** Encodes a sample; values of 32-bit fields are rounded and clamped. */
export function encodeSample(sample: MempoolSample): Uint8Array {
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

/** Decodes the rows of a file; damaged rows are skipped. */
export function decodeSamples(bytes: Uint8Array): MempoolSample[] {
  const samples: MempoolSample[] = [];
  const reader = new RowReader(bytes);
  for (let at = 0; at + sampleBytes <= bytes.length; at += sampleBytes) {
    reader.at = at + sampleRow.minBytes;
    if (checksum.read(reader).checksum !== crc32(bytes.subarray(at, at + sampleRow.minBytes))) continue;
    reader.at = at;
    samples.push(sampleRow.read(reader));
  }
  return samples;
}
