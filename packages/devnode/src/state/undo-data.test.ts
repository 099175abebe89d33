import { sats } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { packUndo, unpackUndo } from './undo-data.ts';

test('keeps prevouts with height and coinbase flag, by transaction', () => {
  const lists = [
    [],
    [
      { value: sats(5_000_000_000), script: Uint8Array.of(0x51), height: 1, coinbase: true },
      { value: sats(700), script: Uint8Array.of(0x00, 0x14, ...new Uint8Array(20)), height: 840_000, coinbase: false },
    ],
    [],
    [{ value: sats(0), script: Uint8Array.of(), height: 2, coinbase: false }],
  ];
  const packed = packUndo(lists);
  expect(unpackUndo(packed)).toEqual(lists);
  // transactions, then prevouts of each: value (LE), script length, script
  expect(Buffer.from(packed.bytes).toString('hex')).toBe(
    `0400${'02'}${'00f2052a01000000'}0151${'bc02000000000000'}160014${'00'.repeat(20)}00${'01'}${'00'.repeat(8)}00`,
  );
  expect([...packed.origins]).toEqual([3, 1_680_000, 4]);
});
