import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { closedBlock } from './entry-rate.ts';
import {
  blockBytes,
  decodeBlock,
  decodeForecast,
  encodeBlock,
  encodeForecast,
  forecastBytes,
} from './forecast-bytes.ts';

const forecastRow = [
  'd4c3b2a1', // time, u32 LE
  'd5c3b2a2', // height, u32 LE
  '64000000', // minimum fee rate in thousandths, u32 LE: 0.1
  'e8030000' + 'd0070000' + 'b80b0000', // next block, by probability: 1, 2, 3
  'a00f0000' + '88130000' + '70170000', // 2 blocks: 4, 5, 6
  '581b0000' + '401f0000' + '28230000', // 3 blocks: 7, 8, 9
  '10270000' + 'f82a0000' + 'e02e0000', // 6 blocks: 10, 11, 12
  'c8320000' + 'b0360000' + '983a0000', // 12 blocks: 13, 14, 15
  '803e0000' + '68420000' + '50460000', // 24 blocks: 16, 17, 18
  '384a0000' + '204e0000' + '08520000', // 72 blocks: 19, 20, 21
  'f0550000' + 'd8590000' + 'd65bb2a1', // 144 blocks: 22, 23, 2,712,820.694
].join('');
const forecast = {
  time: 0xa1b2c3d4,
  height: 0xa2b2c3d5,
  minFeeRate: 0.1,
  rates: [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [10, 11, 12],
    [13, 14, 15],
    [16, 17, 18],
    [19, 20, 21],
    [22, 23, 2_712_820.694],
  ],
};
const blockRow = [
  'd4c3b2a1', // height, u32 LE
  'd5c3b2a2', // time, u32 LE
  'b1b2b3b4b5b6b7b8', // first 8 bytes of the hash in internal order
  'd51b0000', // entry rate in thousandths, u32 LE: 7.125
].join('');
const block = { height: 0xa1b2c3d4, time: 0xa2b2c3d5, id: fromHex('b1b2b3b4b5b6b7b8'), entry: 7.125 };

it('encodes a forecast', () => {
  expect(forecastBytes).toBe(108);
  expect(toHex(encodeForecast(forecast))).toBe(forecastRow);
});

it('decodes a forecast', () => {
  expect(decodeForecast(fromHex(forecastRow))).toEqual(forecast);
});

it('encodes a block of the forecast log', () => {
  expect(blockBytes).toBe(20);
  expect(toHex(encodeBlock(block))).toBe(blockRow);
  expect(toHex(encodeBlock({ ...block, id: fromHex('b1b2b3b4b5b6b7b8b9') }))).toBe(blockRow);
});

it('decodes a block of the forecast log', () => {
  expect(decodeBlock(fromHex(blockRow))).toEqual(block);
});

it('encodes and decodes a block that no transaction could enter', () => {
  const closed = `${blockRow.slice(0, 32)}ffffffff`;
  expect(toHex(encodeBlock({ ...block, entry: closedBlock }))).toBe(closed);
  expect(decodeBlock(fromHex(closed))).toEqual({ ...block, entry: closedBlock });
});

it('clamps fee rates that do not fit', () => {
  expect(toHex(encodeBlock({ ...block, entry: 1e9 })).slice(-8)).toBe('feffffff');
});
