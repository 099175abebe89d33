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
  ['a peg-in', pegIn, `05${'00'}${h('aa')}${'04030201'}${'0706050403020100'}${'01000065'}`],
  [
    'an emergency spend that holds no longer',
    { ...pegIn, type: 'emergency-spend', withdrawn: true, of: { txid: hash(0xcc), index: 7 } },
    `05${'34'}${h('aa')}${'04030201'}${'0706050403020100'}${'01000065'}${h('cc')}${'07000000'}`,
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
    for (const bytes of [[9], [4, 0x0f, ...hash(1), 0, 0, 0, 0], [5, 5, ...hash(1), ...new Uint8Array(16)]]) {
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
    ];
    for (const fact of bad) expect(() => checkFact(fact as Fact)).toThrow(RangeError);
    for (const [, fact] of known) checkFact(fact);
  });
});
