import { describe, expect, it } from 'vitest';
import { balanceLine, balanceSteps, recentSteps, worthLine } from './balance.ts';

const entry = (txid: string, time: number, value: number) => ({ txid, time, value, height: time, tx_position: 0 });
// newest first; the time of b precedes that of a, as block times may
const entries = [entry('d', 400, -30), entry('c', 300, 5), entry('b', 90, -20), entry('a', 100, 50)];

describe('balance', () => {
  it('is computed backwards from the current balance', () => {
    expect(balanceSteps(entries, 5).map(({ txid, balance }) => [txid, balance])).toEqual([
      ['a', 50],
      ['b', 30],
      ['c', 35],
      ['d', 5],
    ]);
    // only the newest two are known
    expect(balanceSteps(entries.slice(0, 2), 5).map(({ balance }) => balance)).toEqual([35, 5]);
    expect(balanceSteps([], 7)).toEqual([]);
  });

  it('the line has increasing times and ends now', () => {
    expect(balanceLine(balanceSteps(entries, 5), 1_000)).toEqual([
      [100_000, 50],
      [100_000, 30],
      [300_000, 35],
      [400_000, 5],
      [1_000_000, 5],
    ]);
    expect(balanceLine([], 1_000)).toEqual([]);
  });

  it('its fiat value uses the price at each time, with none before the first price', () => {
    const sats = (utxos: number) => utxos * 1e8;
    const points: [number, number][] = [
      [0, sats(1)],
      [200_000, sats(3)],
      [400_000, sats(3)],
    ];
    const line = worthLine(points, { times: [100, 300], prices: [10, 20] });
    const at = (ms: number) => line.find(([time]) => time === ms)?.[1];
    expect(line).toHaveLength(401);
    expect([at(0), at(99_000), at(100_000), at(199_000), at(200_000), at(299_000), at(300_000), at(400_000)]).toEqual([
      null,
      null,
      10,
      10,
      30,
      30,
      60,
      60,
    ]);
    expect(worthLine([], { times: [], prices: [] })).toEqual([]);
    expect(worthLine(points.slice(0, 1), { times: [100], prices: [10] })).toEqual([]);
  });

  it('the view of the last days starts with the step before them', () => {
    const steps = balanceSteps(entries, 5);
    expect(recentSteps(steps, 500, 250).map(({ txid }) => txid)).toEqual(['b', 'c', 'd']);
    expect(recentSteps(steps, 9_000, 10).map(({ txid }) => txid)).toEqual(['d']);
    expect(recentSteps(steps, 500, 1e9).map(({ txid }) => txid)).toEqual(['a', 'b', 'c', 'd']);
  });
});
