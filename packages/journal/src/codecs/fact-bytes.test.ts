import { fromHex, type Height, type Sats, toHex, type UnixSeconds, type Weight } from '@glassblock/primitives';
import { RowBytes, RowReader } from '@glassblock/primitives/records';
import { describe, expect, it } from 'vitest';
import { seededFacts } from '../../test/seeded-facts.ts';
import type { Fact } from '../facts.ts';
import { checkFact, readFact, writeFact } from './fact-bytes.ts';

const hash = (n: number) => new Uint8Array(32).fill(n);
const bytesOf = (fact: Fact) => {
  const row = new RowBytes();
  writeFact(row, fact);
  return row.copy();
};
const time = 0x65000001 as UnixSeconds;
const added: Fact = {
  type: 'tx-added',
  txid: hash(0xaa),
  fee: 0x01020304050607 as Sats,
  weight: 0xd1d2d3d4 as Weight,
  time,
};
const removed: Fact = { type: 'tx-removed', txid: hash(0xaa), reason: 'replaced', by: hash(0xbb), certain: true, time };
const pegIn: Fact = {
  type: 'peg-in',
  withdrawn: false,
  txid: hash(0xaa),
  index: 0x01020304,
  amount: 0x01020304050607 as Sats,
  time,
};
const h = (digits: string) => digits.repeat(32);

const key = (n: number) => new Uint8Array(33).fill(n);
const nodes = { channel: 0x083a8400034d0001n, firstNode: key(2), secondNode: key(3) };
const ends = `083a8400034d0001${'02'.repeat(33)}${'03'.repeat(33)}`;

const known: readonly [string, Fact, string][] = [
  [
    'a block connected',
    { type: 'block-connected', height: 0xa1b2c3d4 as Height, hash: hash(0x11), time, txCount: 0xe1e2e3e4 },
    // kind, height u32 LE, hash, time u32 LE, transactions u32 LE
    `01${'d4c3b2a1'}${h('11')}${'01000065'}${'e4e3e2e1'}`,
  ],
  [
    'a block disconnected',
    { type: 'block-disconnected', height: 0xa1b2c3d4 as Height, hash: hash(0x11) },
    // kind, height u32 LE, hash
    `02${'d4c3b2a1'}${h('11')}`,
  ],
  [
    'a transaction added',
    added,
    // kind, txid, fee u64 LE, weight u32 LE, time u32 LE
    `03${h('aa')}${'0706050403020100'}${'d4d3d2d1'}${'01000065'}`,
  ],
  // kind, reason (4 bits) and flags (16 certain, 32 by) u8, txid, by, time u32 LE
  ['a transaction replaced, and by which', removed, `04${'31'}${h('aa')}${h('bb')}${'01000065'}`],
  [
    'a transaction that expired, uncertain',
    { type: 'tx-removed', txid: hash(0xaa), reason: 'expired', certain: false, time },
    `04${'04'}${h('aa')}${'01000065'}`,
  ],
  // kind, type (4 bits) and flags (16 withdrawn, 32 of) u8, txid, index u32 LE, amount u64 LE, time u32 LE, of
  ['a peg-in', pegIn, `0b${'00'}${h('aa')}${'04030201'}${'0706050403020100'}${'01000065'}`],
  [
    'an emergency spend that holds no longer',
    { ...pegIn, type: 'emergency-spend', withdrawn: true, of: { txid: hash(0xcc), index: 7 } },
    `0b${'34'}${h('aa')}${'04030201'}${'0706050403020100'}${'01000065'}${h('cc')}${'07000000'}`,
  ],
  [
    'a peg-in without its deposit',
    { ...pegIn, type: 'peg-in-unmatched', of: { txid: hash(0xcc), index: 7 } },
    `0b${'25'}${h('aa')}${'04030201'}${'0706050403020100'}${'01000065'}${h('cc')}${'07000000'}`,
  ],
  [
    'a channel opened',
    { type: 'channel-opened', ...nodes, txid: hash(0xaa), capacity: 0x0102030405 as Sats, time },
    // kind, channel u64 BE, both public keys, txid, capacity u64 LE, time u32 LE
    `05${ends}${h('aa')}${'0504030201000000'}${'01000065'}`,
  ],
  [
    'a channel closed',
    { type: 'channel-closed', ...nodes, txid: hash(0xaa), reason: 'penalty', time },
    // kind, channel u64 BE, both public keys, txid, reason u8, time u32 LE
    `06${ends}${h('aa')}${'03'}${'01000065'}`,
  ],
  ['a closing disconnected', { type: 'channel-reopened', ...nodes, time }, `07${ends}${'01000065'}`],
  ['an opening disconnected', { type: 'channel-unfunded', ...nodes, time }, `08${ends}${'01000065'}`],
  ['a node announced', { type: 'node-updated', node: key(0x02), time }, `09${'02'.repeat(33)}${'01000065'}`],
  [
    'a policy changed',
    {
      type: 'policy-changed',
      channel: nodes.channel,
      node: key(0x03),
      peer: key(0x02),
      feeRatePpm: 0xa1b2c3d4,
      baseFeeMsat: 1_000,
      disabled: true,
      changes: 2,
      time,
    },
    // kind, channel u64 BE, key of the side and of its peer, ppm u32 LE, msat u64 LE, disabled u8, changes u32 LE, time
    `0a083a8400034d0001${'03'.repeat(33)}${'02'.repeat(33)}${'d4c3b2a1'}${'e803000000000000'}${'01'}${'02000000'}${'01000065'}`,
  ],
];

describe('encoding of facts', () => {
  it.each(known)('encodes a fact: %s', (_name, fact, hex) => {
    expect(toHex(bytesOf(fact))).toBe(hex);
  });

  it.each(known)('decodes a fact: %s', (_name, fact, hex) => {
    expect(readFact(new RowReader(fromHex(hex)))).toEqual(fact);
  });

  it('round-trips', () => {
    for (const fact of seededFacts(1).take(5_000)) {
      const reader = new RowReader(bytesOf(fact));
      expect(readFact(reader)).toEqual(fact);
      expect(reader.isDone).toBe(true);
    }
  });

  it('reports a newer format for an unknown kind, reason or fact about a federation', () => {
    const closed = [6, ...new Uint8Array(8 + 66 + 32), 9, 0, 0, 0, 0];
    const pegged = [11, 6, ...hash(1), ...new Uint8Array(16)];
    for (const bytes of [[12], [4, 0x0f, ...hash(1), 0, 0, 0, 0], closed, pegged]) {
      expect(() => readFact(new RowReader(new Uint8Array(bytes)))).toThrow(
        expect.objectContaining({ code: 'journal.newer-format' }),
      );
    }
  });

  it('rejects a fact that would not round-trip', () => {
    const bad: object[] = [
      { ...added, fee: -1 },
      { ...added, fee: 0.5 },
      { ...added, fee: 2 ** 53 },
      { ...added, weight: Number.NaN },
      { ...added, time: 1.5 },
      { ...added, txid: new Uint8Array(31) },
      { ...removed, by: new Uint8Array(33) },
      { ...removed, reason: 'bored' },
      { ...removed, time: 2 ** 32 },
      { ...pegIn, type: 'peg-up' },
      { ...pegIn, amount: -1 },
      { ...pegIn, of: { txid: hash(1), index: -1 } },
      { type: 'block-disconnected', height: -1, hash: hash(1) },
      { type: 'node-updated', node: hash(1), time },
      { type: 'channel-reopened', ...nodes, channel: -1n, time },
      { type: 'channel-unfunded', ...nodes, secondNode: hash(1), time },
      { type: 'channel-closed', ...nodes, txid: hash(1), reason: 'bored', time },
    ];
    for (const fact of bad) expect(() => checkFact(fact as Fact)).toThrow(RangeError);
    for (const [, fact] of known) checkFact(fact);
  });
});
