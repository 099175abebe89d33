import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeScore, encodeScore, scoreBytes } from './audit-score.ts';

const row = [
  `${'b1'.repeat(31)}00`, // block hash, 32 bytes in internal order
  'd4c3b2a1', // height, u32 LE
  'd5c3b2a2', // time of the block, u32 LE
  '0b1a', // health in hundredths of a per cent, u16 LE: 6,667
  '15cd5b07', // similarity in billionths, u32 LE: 123,456,789
  '0706050403020100', // expected fees, u64 LE
  'd6c3b2a3', // expected weight, u32 LE
  '1716151413121100', // fees, u64 LE
].join('');
const score = {
  hash: `00${'b1'.repeat(31)}`,
  height: 0xa1b2c3d4,
  time: 0xa2b2c3d5,
  matchRate: 66.67,
  similarity: 0.123456789,
  expectedFees: 0x01020304050607,
  expectedWeight: 0xa3b2c3d6,
  fees: 0x11121314151617,
};

it('encodes the score of an audit', () => {
  expect(scoreBytes).toBe(66);
  expect(toHex(encodeScore(score))).toBe(row);
});

it('decodes the score of an audit', () => {
  expect(decodeScore(fromHex(row))).toEqual(score);
});
