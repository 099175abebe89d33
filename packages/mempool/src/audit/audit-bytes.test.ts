import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { BlockAudit } from './audit-block.ts';
import { decodeAudit, encodeAudit } from './audit-bytes.ts';

/** Hashes are stored in internal order and shown in display order. */
const stored = (byte: string) => `${byte.repeat(31)}00`;
const shown = (byte: string) => `00${byte.repeat(31)}`;

const file = [
  '67626101', // `gba` and format 1, 4 bytes
  stored('f1'), // block hash, 32 bytes in internal order
  'd4c3b2a1', // time of arrival, u32 LE
  '0b1a', // health in hundredths of a per cent, u16 LE: 6,667
  '15cd5b07', // similarity in billionths, u32 LE: 123,456,789
  '80809dd085bedd03', // expected fees in sats, varint: 21,000,000 BTC
  'ad03', // expected weight, varint: 429
  '02', // transactions of the template, varint
  stored('a1'), // txid, 32 bytes in internal order
  'dc0b', // fee, varint: 1,500
  'b104', // weight, varint: 561
  '80e497d012', // value, varint: 5,000,000,000
  'ae08', // fee rate in hundredths, varint: 1,070
  '858080808020', // flags, varint: 2^40 + 5
  '78', // twice the age at arrival, varint: 60 s
  stored('a2'), // txid
  '00', // fee
  '9003', // weight: 400
  '01', // value
  '02', // fee rate
  '03', // flags
  '0b', // twice the age and one more when accelerated: 5 s
  '01', // unseen: one
  '00', // not in the template
  stored('b1'), // txid
  '01', // missing: one
  '01', // place in the template from 1
  '01', // added: one
  '00',
  stored('b2'),
  '01', // prioritized: one
  '00',
  stored('b3'),
  '01', // deprioritized: one
  '02', // place in the template
  '01', // fresh: one
  '00',
  stored('b4'),
  '02', // sigop: two
  '00',
  stored('b5'),
  '02',
  '01', // replaced: one
  '00',
  stored('b6'),
  '00', // accelerated: none
  'c3c663c8', // CRC-32 of all before, u32 LE
].join('');
const time = 0xa1b2c3d4;
const audit: BlockAudit = {
  hash: shown('f1'),
  time,
  matchRate: 66.67,
  similarity: 0.123456789,
  expectedFees: 2_100_000_000_000_000,
  expectedWeight: 429,
  template: [
    [shown('a1'), 1_500, 140.25, 5_000_000_000, 10.7, 2 ** 40 + 5, time - 60],
    [shown('a2'), 0, 100, 1, 0.02, 3, time - 5, 1],
  ],
  unseen: [shown('b1')],
  missing: [shown('a1')],
  added: [shown('b2')],
  prioritized: [shown('b3')],
  deprioritized: [shown('a2')],
  fresh: [shown('b4')],
  sigop: [shown('b5'), shown('a2')],
  replaced: [shown('b6')],
  accelerated: [],
};

it('encodes an audit', () => {
  expect(toHex(encodeAudit(audit))).toBe(file);
});

it('decodes an audit', () => {
  expect(decodeAudit(fromHex(file))).toEqual(audit);
});
