import { expect, test } from 'vitest';
import { auditPercent, deficitCount, gaugePlace, monthsOf } from './reserves.ts';

const hash = '00'.repeat(32);
const total = (amount: string) => ({ amount, lastBlockUpdate: 1, hash });

test('monthsOf sums changes of the supply and ends with the current amounts', () => {
  const changes = [
    { amount: '1000', date: '2026-01-01' },
    { amount: '-300', date: '2026-02-01' },
    { amount: '50', date: '2026-03-01' },
  ];
  const reserves = [
    { amount: '990', date: '2026-01-01' },
    { amount: '700', date: '2026-02-01' },
  ];
  expect(monthsOf(changes, reserves, { supply: total('760'), reserves: total('755') })).toEqual([
    { time: 1_767_225_600, supply: 1_000, holdings: 990 },
    { time: 1_769_904_000, supply: 700, holdings: 700 },
    { time: 1_772_323_200, supply: 760, holdings: 755 },
  ]);
  expect(monthsOf(changes, [], { supply: undefined, reserves: undefined }).map(({ supply }) => supply)).toEqual([
    1_000, 700, 750,
  ]);
});

test('deficitCount counts months below 95 % of the last 36', () => {
  const month = (holdings: number | undefined) => ({ time: 0, supply: 100, holdings });
  expect(deficitCount([month(94), month(95), month(undefined), month(120)])).toBe(1);
  expect(deficitCount([month(1), ...Array.from({ length: 36 }, () => month(100))])).toBe(0);
});

test.each([
  [0.5, 0],
  [0.999, 0],
  [1, 0.5],
  [1.0005, 0.75],
  [2, 1],
])('gaugePlace of %s is %s', (share, place) => {
  expect(gaugePlace(share)).toBeCloseTo(place, 9);
});

test('auditPercent stays below 100', () => {
  const status = { bitcoinBlocks: 200, bitcoinHeaders: 200, isAuditSynced: false };
  expect(auditPercent({ ...status, lastBlockAudit: 100 })).toBe(50);
  expect(auditPercent({ ...status, lastBlockAudit: 200 })).toBe(99.9);
  expect(auditPercent({ ...status, bitcoinHeaders: 0, lastBlockAudit: 0 })).toBe(0);
});
