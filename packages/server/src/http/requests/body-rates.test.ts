import { expect, it } from 'vitest';
import { createBodyRates } from './body-rates.ts';

/** Rates with a clock that only waits advance; `waits` are the waits in milliseconds. */
function rates() {
  let nowMs = 5_000;
  const waits: number[] = [];
  const created = createBodyRates(
    () => nowMs,
    async (ms) => {
      waits.push(ms);
      nowMs += ms;
    },
  );
  return { rates: created, waits, advance: (ms: number) => (nowMs += ms) };
}

it('reads the first megabyte of an address without delay, then 8 MB per second', async () => {
  const { rates: limit, waits } = rates();
  for (let chunk = 0; chunk < 90; chunk++) await limit.add('a', 100_000);
  // 9 MB: all but the first one wait
  expect(new Set(waits)).toEqual(new Set([12.5]));
  expect(waits).toHaveLength(80);
});

it('limits each address separately', async () => {
  const { rates: limit, waits } = rates();
  expect(limit.add('a', 1_000_000)).toBeUndefined();
  expect(limit.add('b', 1_000_000)).toBeUndefined();
  expect(limit.add('a', 80_000)).toBeInstanceOf(Promise);
  expect(waits).toEqual([10]);
});

it('allows another megabyte after an eighth of a second, and deletes addresses whose time has passed', async () => {
  const { rates: limit, waits, advance } = rates();
  for (let round = 0; round < 3; round++) {
    expect(limit.add('a', 1_000_000)).toBeUndefined();
    advance(125);
  }
  expect(waits).toEqual([]);
  advance(1);
  expect(limit.add('b', 10)).toBeUndefined();
  expect(limit.size).toBe(1);
});
