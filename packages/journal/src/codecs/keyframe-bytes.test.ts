import { concatBytes, fromHex, type Height, type Sats, toHex, type UnixSeconds } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { FederationFact } from '../facts.ts';
import { keyframeParts, readKeyframe } from './keyframe-bytes.ts';
import { readRecord, recordKinds } from './record.ts';

const body = [
  '02000000', // blocks, u32 LE
  '02000000', // transactions, u32 LE
  'd4c3b2a1', // height of the older block, u32 LE
  'b1'.repeat(32), // its hash, 32 bytes in internal order
  'd5c3b2a1', // height of the tip
  'b2'.repeat(32), // its hash
  'c1'.repeat(32), // first txid, 32 bytes in internal order
  'c2'.repeat(32), // second txid
  '000000000000f03f', // first fee in sats, f64 LE: 1
  '0000000000408f40', // second fee: 1,000
  '01020304', // first weight, u32 LE
  '11121314', // second weight
  '21222324', // first time, u32 LE
  '31323334', // second time
].join('');
const snapshot = {
  blocks: [
    { height: 0xa1b2c3d4 as Height, hash: fromHex('b1'.repeat(32)) },
    { height: 0xa1b2c3d5 as Height, hash: fromHex('b2'.repeat(32)) },
  ],
  mempool: {
    count: 2,
    txids: fromHex('c1'.repeat(32) + 'c2'.repeat(32)),
    fees: Float64Array.of(1, 1_000),
    weights: Uint32Array.of(0x04030201, 0x14131211),
    times: Uint32Array.of(0x24232221, 0x34333231),
  },
};

const federation: FederationFact[] = [
  {
    type: 'peg-out',
    withdrawn: false,
    txid: fromHex('d1'.repeat(32)),
    index: 3,
    amount: 256 as Sats,
    time: 0x44434241 as UnixSeconds,
  },
];
// facts about a federation, u32 LE; then each as in a batch
const federationBytes = `01000000${'0b'}${'01'}${'d1'.repeat(32)}${'03000000'}${'0001000000000000'}${'41424344'}`;

it('encodes a keyframe', () => {
  const record = readRecord(concatBytes(...keyframeParts(snapshot)), 0)!;
  expect([record.kind, toHex(record.body)]).toEqual([recordKinds.keyframe, body]);
});

it('decodes a keyframe', () => {
  expect(readKeyframe(fromHex(body))).toEqual(snapshot);
});

it('appends the facts about a federation, where there are any', () => {
  const record = readRecord(concatBytes(...keyframeParts({ ...snapshot, federation })), 0)!;
  expect(toHex(record.body)).toBe(body + federationBytes);
  expect(readKeyframe(record.body)).toEqual({ ...snapshot, federation });
});
