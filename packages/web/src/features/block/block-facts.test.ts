import { networks } from '@glassblock/primitives';
import { expect, test } from 'vitest';
import { sampleBlock } from '../../../test/support/samples/sample-data.ts';
import { demoSpacingMs, hasDecreasingTime, minerOf, signalledBits, signalsTaproot } from './block-facts.ts';

test('version bits are signals only with the BIP 9 prefix', () => {
  expect(signalledBits(0x20000000)).toEqual([]);
  expect(signalledBits(0x20000006)).toEqual([1, 2]);
  expect(signalledBits(0x3fffffff)).toHaveLength(29);
  expect(signalledBits(4)).toEqual([]);
  expect(signalledBits(-1)).toEqual([]);
});

test('Taproot signals are bit 2 of mainnet blocks 681,408 to 709,631', () => {
  const says = (height: number, version = 0x20000004, network = 'mainnet') =>
    signalsTaproot({ height, version }, network);
  expect([681_407, 681_408, 709_631, 709_632].map((height) => says(height))).toEqual([false, true, true, false]);
  expect(says(700_000, 0x20000002)).toBe(false);
  expect(says(700_000, 0x20000004, 'testnet')).toBe(false);
});

test('hasDecreasingTime is true for two hours after a time before that of the parent', () => {
  const now = 10_000_000;
  const at = (secondsAgo: number) => ({ timestamp: now / 1000 - secondsAgo });
  expect(hasDecreasingTime(at(100), at(50), now)).toBe(true);
  expect(hasDecreasingTime(at(50), at(100), now)).toBe(false);
  expect(hasDecreasingTime(at(7_300), at(7_200), now)).toBe(false);
  expect(hasDecreasingTime(at(50), undefined, now)).toBe(false);
});

test('the miner name within a mining pool has at most sixteen letters', () => {
  const block = sampleBlock(1, 0);
  const named = (minerNames: string[] | null) =>
    minerOf({ ...block, extras: { ...block.extras, pool: { ...block.extras.pool, minerNames } } });
  expect(named(null)).toBe(block.extras.pool.name);
  expect(named(['OCEAN'])).toBe(block.extras.pool.name);
  expect(named(['OCEAN', 'A miner with a very long name'])).toBe('A miner with a v');
});

test('the block interval of the demo is that of the network table', () => {
  expect(demoSpacingMs).toBe(networks.demo.targetSpacing * 1000);
});
