import { fromHex, type Height, readHeader, toHex, type Weight } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { type BlockRow, decodeBlockRow, encodeBlockRow } from './block-row.ts';

const header = [
  'f4f3f2f1', // version
  '11'.repeat(32), // previous hash
  '22'.repeat(32), // merkle root
  '44434241', // time
  '54535251', // bits
  '64636261', // nonce
].join('');

const row = fromHex(
  [
    header, // header, 80 bytes
    'd4c3b2a1', // height, u32 LE
    'd5c3b2a2', // size, u32 LE
    'd6c3b2a3', // weight, u32 LE
    'd7c3b2a4', // transactions, u32 LE
    'd8c3b2a5', // median time, u32 LE
    '3ff0000000000000', // total fees, f64 BE: 1
    '4000000000000000', // reward: 2
    '3fb999999999999a', // median fee rate: 0.1
    '4008000000000000', // fee rates: 3
    '4010000000000000', // 4
    '4014000000000000', // 5
    '4018000000000000', // 6
    '401c000000000000', // 7
    '4020000000000000', // 8
    '4022000000000000', // 9
    '4024000000000000', // fee percentiles: 10
    '4026000000000000', // 11
    '4028000000000000', // 12
    '402a000000000000', // 13
    '402c000000000000', // 14
    '402e000000000000', // 15
    '4030000000000000', // 16
    '4031000000000000', // inputs: 17
    '4032000000000000', // outputs: 18
    '4033000000000000', // total of outputs: 19
    '4034000000000000', // size of transactions: 20
    '4035000000000000', // weight of transactions: 21
    '4036000000000000', // segwit transactions: 22
    '4037000000000000', // segwit size: 23
    '4038000000000000', // segwit weight: 24
    'fdfd00', // length of the coinbase script, compact size
    'aa'.repeat(253), // coinbase script
    '02', // payout scripts, compact size
    '01', // length of the first
    'b1',
    '02', // length of the second
    'c1c2',
  ].join(''),
);
const value: BlockRow = {
  height: 0xa1b2c3d4 as Height,
  header: readHeader(fromHex(header)),
  size: 0xa2b2c3d5,
  weight: 0xa3b2c3d6 as Weight,
  txCount: 0xa4b2c3d7,
  medianTime: 0xa5b2c3d8,
  figures: {
    totalFees: 1,
    reward: 2,
    medianFee: 0.1,
    feeRange: [3, 4, 5, 6, 7, 8, 9],
    feePercentiles: [10, 11, 12, 13, 14, 15, 16],
    inputs: 17,
    outputs: 18,
    totalOut: 19,
    txSize: 20,
    txWeight: 21,
    segwitTxs: 22,
    segwitSize: 23,
    segwitWeight: 24,
    coinbaseScript: new Uint8Array(253).fill(0xaa),
    payoutScripts: [fromHex('b1'), fromHex('c1c2')],
  },
};

it('encodes a block row', () => {
  expect(toHex(encodeBlockRow(value))).toBe(toHex(row));
});

it('decodes a block row', () => {
  expect(decodeBlockRow(row)).toEqual(value);
});

it('rejects a block row that ends early', () => {
  for (const length of [0, 79, 80, 99, 100, 299, 300, row.length - 1]) {
    expect(() => decodeBlockRow(row.subarray(0, length))).toThrow();
  }
});
