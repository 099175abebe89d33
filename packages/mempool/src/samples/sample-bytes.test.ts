import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeSamples, encodeSample, feeBands, type MempoolSample, sampleBytes } from './sample-bytes.ts';

const fields = [
  'd4c3b2a1', // time, u32 LE
  'd5c3b2a2', // transactions, u32 LE
  'd6c3b2a3', // inflow in vB/s, u32 LE
  '000000000000f03f', // weight, f64 LE: 1
  '0000000000000040', // total fee, f64 LE: 2
  '9a9999999999b93f', // minimum fee rate, f64 LE: 0.1
  '01020304', // vB in the first fee band, u32 LE
  '02000000', // second fee band
  '00000000'.repeat(36), // third to the one before the last
  'f1f2f3f4', // last fee band
];
const row = [
  ...fields,
  'a101758f', // CRC-32 of the fields, u32 LE
].join('');
const sample: MempoolSample = {
  added: 0xa1b2c3d4,
  count: 0xa2b2c3d5,
  vBytesPerSecond: 0xa3b2c3d6,
  weight: 1,
  totalFee: 2,
  minFee: 0.1,
  vsizes: [0x04030201, 2, ...new Array<number>(36).fill(0), 0xf4f3f2f1],
};

it('encodes a sample of the mempool', () => {
  expect([feeBands.length, sampleBytes]).toEqual([39, 196]);
  expect(toHex(encodeSample(sample))).toBe(row);
});

it('decodes samples of the mempool', () => {
  expect(decodeSamples(fromHex(row + row))).toEqual([sample, sample]);
});

it('clamps values that do not fit a sample of the mempool', () => {
  const [clamped] = decodeSamples(
    encodeSample({ ...sample, added: -1, count: 2 ** 40, vBytesPerSecond: 1.5, vsizes: [] }),
  );
  expect(clamped).toEqual({
    ...sample,
    added: 0,
    count: 0xffffffff,
    vBytesPerSecond: 2,
    vsizes: feeBands.map(() => 0),
  });
});
