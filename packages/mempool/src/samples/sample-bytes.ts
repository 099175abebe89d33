import { crc32 } from 'node:zlib';

/** Lower bounds of the fee bands, sat/vB; the last one is open-ended. */
export const feeBands = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500,
  600, 700, 800, 900, 1000, 1200, 1400, 1600, 1800, 2000,
] as const;

/** The mempool at a moment, or averaged over a period. */
export interface MempoolSample {
  /** Unix seconds; for an average the start of its period. */
  added: number;
  count: number;
  vBytesPerSecond: number;
  /** Weight of all transactions. */
  weight: number;
  /** Sats. */
  totalFee: number;
  /** Minimum relay fee rate of the node, sat/vB. */
  minFee: number;
  /** vB by fee band of the effective fee rate. */
  vsizes: number[];
}

/**
 * Bytes of a row: time, count, rate as 32 bits, three doubles, 32 bits for each band, a CRC-32 of all that;
 * little-endian.
 */
export const sampleBytes = 12 + 24 + 4 * feeBands.length + 4;

const max = 0xffffffff;
const whole = (value: number) => Math.max(0, Math.min(max, Math.round(value)));

/** Encodes a sample in `sampleBytes` bytes. */
export function encodeSample(sample: MempoolSample): Uint8Array {
  const bytes = new Uint8Array(sampleBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, whole(sample.added), true);
  view.setUint32(4, whole(sample.count), true);
  view.setUint32(8, whole(sample.vBytesPerSecond), true);
  view.setFloat64(12, sample.weight, true);
  view.setFloat64(20, sample.totalFee, true);
  view.setFloat64(28, sample.minFee, true);
  feeBands.forEach((_, i) => {
    view.setUint32(36 + 4 * i, whole(sample.vsizes[i] ?? 0), true);
  });
  view.setUint32(sampleBytes - 4, crc32(bytes.subarray(0, sampleBytes - 4)), true);
  return bytes;
}

/** Decodes the rows of a file; skips damaged ones. */
export function decodeSamples(bytes: Uint8Array): MempoolSample[] {
  const samples: MempoolSample[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + sampleBytes <= bytes.length; at += sampleBytes) {
    const end = at + sampleBytes - 4;
    if (view.getUint32(end, true) !== crc32(bytes.subarray(at, end))) continue;
    samples.push({
      added: view.getUint32(at, true),
      count: view.getUint32(at + 4, true),
      vBytesPerSecond: view.getUint32(at + 8, true),
      weight: view.getFloat64(at + 12, true),
      totalFee: view.getFloat64(at + 20, true),
      minFee: view.getFloat64(at + 28, true),
      vsizes: feeBands.map((_, i) => view.getUint32(at + 36 + 4 * i, true)),
    });
  }
  return samples;
}
