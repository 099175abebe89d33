import { describe, expect, it } from 'vitest';
import { balanceLine, balanceSteps, recentSteps } from './balance.ts';

const entry = (txid: string, time: number, value: number) => ({ txid, time, value, height: time, tx_position: 0 });
// newest first; the time of b lies before that of a, as block times may
const entries = [entry('d', 400, -30), entry('c', 300, 5), entry('b', 90, -20), entry('a', 100, 50)];

describe('the balance', () => {
  it('is worked out backwards from what is there now', () => {
    expect(balanceSteps(entries, 5).map(({ txid, balance }) => [txid, balance])).toEqual([
      ['a', 50],
      ['b', 30],
      ['c', 35],
      ['d', 5],
    ]);
    // only the newest two are known: the line begins where it must
    expect(balanceSteps(entries.slice(0, 2), 5).map(({ balance }) => balance)).toEqual([35, 5]);
    expect(balanceSteps([], 7)).toEqual([]);
  });

  it('is a line that never runs back and reaches up to now', () => {
    expect(balanceLine(balanceSteps(entries, 5), 1_000)).toEqual([
      [100_000, 50],
      [100_000, 30],
      [300_000, 35],
      [400_000, 5],
      [1_000_000, 5],
    ]);
    expect(balanceLine([], 1_000)).toEqual([]);
  });

  it('of the last days begins with the step before them', () => {
    const steps = balanceSteps(entries, 5);
    expect(recentSteps(steps, 500, 250).map(({ txid }) => txid)).toEqual(['b', 'c', 'd']);
    expect(recentSteps(steps, 9_000, 10).map(({ txid }) => txid)).toEqual(['d']);
    expect(recentSteps(steps, 500, 1e9).map(({ txid }) => txid)).toEqual(['a', 'b', 'c', 'd']);
  });
});
