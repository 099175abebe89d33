import type { Acceleration } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { foldAccelerations } from '../../live/reducers/fold.ts';
import { hasNewcomer } from '../../sound/use-sound.ts';
import { accelerationData, offeredAccelerationWindows } from './acceleration-series.ts';
import { statusOf } from './acceleration-status.ts';
import { activeSums, shareOfBlocks, statsWindowOf } from './acceleration-sums.ts';

const one = (name: string, more: Partial<Acceleration> = {}): Acceleration => ({
  txid: name.repeat(64),
  added: 1_700_000_000,
  effectiveVsize: 250,
  effectiveFee: 500,
  feeDelta: 10_000,
  pools: [1],
  ...more,
});

test('a size is a share of the blocks of its window, with no share for all time', () => {
  expect(shareOfBlocks(1_440_000, '24h')).toBe(1);
  expect(shareOfBlocks(4_320_000, '3d')).toBe(1);
  expect(shareOfBlocks(1_008_000, '1w')).toBeCloseTo(0.1, 12);
  expect(shareOfBlocks(43_200_000, '1m')).toBe(1);
  expect(shareOfBlocks(43_200_000, 'all')).toBeUndefined();
});

test('the window comes from the URL and defaults to one week', () => {
  expect(['24H', '3d', 'all', null, '1y', '__proto__'].map(statsWindowOf)).toEqual([
    '24h',
    '3d',
    'all',
    '1w',
    '1w',
    '1w',
  ]);
});

test('sums of pending accelerations, including an empty list', () => {
  expect(activeSums([one('a'), one('b', { feeDelta: 20_001, effectiveVsize: 1_000 })])).toEqual({
    count: 2,
    meanBid: 15_001,
    vsize: 1_250,
  });
  expect(activeSums([])).toEqual({ count: 0, meanBid: 0, vsize: 0 });
});

test('a delta is applied to a list and ignored without one', () => {
  const delta = { added: [one('b', { feeDelta: 99 }), one('c')], removed: ['a'.repeat(64), 'f'.repeat(64)] };
  expect(foldAccelerations(undefined, delta)).toBeUndefined();
  const full = foldAccelerations(undefined, { accelerations: [one('a'), one('b')] });
  expect([...(full?.keys() ?? [])]).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
  const next = foldAccelerations(full, delta);
  expect([...(next?.values() ?? [])].map(({ txid, feeDelta }) => [txid[0], feeDelta])).toEqual([
    ['b', 99],
    ['c', 10_000],
  ]);
  // the previous list is not changed
  expect(full?.size).toBe(2);
  expect(foldAccelerations(next, { accelerations: [] })?.size).toBe(0);
});

test('new entries are those that the previous list lacks', () => {
  const [none, first, both] = [[], ['a'], ['a', 'b']].map((names) => new Map(names.map((name) => [name, one(name)])));
  expect(hasNewcomer(undefined, first)).toBe(false);
  expect(hasNewcomer(none, first)).toBe(true);
  expect(hasNewcomer(first, both)).toBe(true);
  expect(hasNewcomer(both, first)).toBe(false);
  expect(hasNewcomer(first, new Map([['a', one('a', { feeDelta: 99 })]]))).toBe(false);
  expect(hasNewcomer(first, undefined)).toBe(false);
});

test('the list is bounded', () => {
  const many = Array.from({ length: 10_003 }, (_, place) => ({ ...one('a'), txid: `${place}` }));
  const full = foldAccelerations(undefined, { accelerations: many });
  expect(full?.size).toBe(10_000);
  const more = foldAccelerations(full, { added: [one('b'), { ...one('a'), txid: '7', feeDelta: 1 }], removed: [] });
  expect(more?.size).toBe(10_000);
  expect(more?.get('7')?.feeDelta).toBe(1);
});

test.each([
  [{ status: 'accelerating' }, 'pending', false],
  [{ status: 'completed', pools: [1, 2], minedByPoolUniqueId: 2 }, 'completed', false],
  [{ status: 'completed_provisional', pools: [1, 2], minedByPoolUniqueId: 2 }, 'completed', true],
  [{ status: 'completed', pools: [1, 2], minedByPoolUniqueId: 3 }, 'mined', false],
  [{ status: 'completed' }, 'mined', false],
  [{ status: 'failed_provisional', canceled: 1 }, 'canceled', true],
  [{ status: 'failed', canceled: 0 }, 'failed', false],
])('%j is %s', (record, name, isProvisional) => {
  expect(statusOf(record)).toMatchObject({ name, isProvisional });
});

test('unknown statuses have no badge', () => {
  for (const status of ['requested', '', 'constructor', '_provisional', 'accelerating_provisional'])
    expect(statusOf({ status })).toBeUndefined();
});

test('added fees, oldest first, one row per time, in BTC for large amounts', () => {
  const row = (timestamp: number, sumBidBoost: number, count?: number) => ({
    timestamp,
    sumBidBoost,
    avgHeight: 840_000.4,
    ...(count !== undefined && { count }),
  });
  const data = accelerationData([row(200, 5_000, 3), row(100, 10_000_000), row(1e13, 1), row(200, 6_000, 4)]);
  expect(data.points).toEqual([
    { time: 100, height: 840_000 },
    { time: 200, height: 840_000 },
  ]);
  expect(data.series.map(({ key, unit, values }) => [key, unit, values])).toEqual([
    ['accelerated', 'txs', [null, 4]],
    ['boost', 'sats', [10_000_000, 6_000]],
  ]);
  const large = accelerationData([row(100, 10_000_001)]);
  expect(large.series.map(({ key, unit, values }) => [key, unit, values])).toEqual([['boost', 'BTC', [0.10000001]]]);
});

test('windows follow from the days since the first acceleration', () => {
  expect(offeredAccelerationWindows(29.9, '1w')).toEqual(['1w', '1m', 'all']);
  expect(offeredAccelerationWindows(400, '1w')).toEqual(['1w', '1m', '3m', '6m', '1y', '2y', 'all']);
  expect(offeredAccelerationWindows(0, '3y')).toEqual(['3y', 'all']);
  expect(offeredAccelerationWindows(undefined, 'all')).toHaveLength(8);
});
