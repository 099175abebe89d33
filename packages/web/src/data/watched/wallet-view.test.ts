import { expect, it } from 'vitest';
import { balanceAt, thinned, walletView } from './wallet-view.ts';

const day = 86_400;
const now = 100 * day;
const totals = (funded: number, spent: number, txs: number) => ({
  tx_count: txs,
  funded_txo_count: 2,
  funded_txo_sum: funded,
  spent_txo_count: 1,
  spent_txo_sum: spent,
});
const row = (txid: string, value: number, height: number, time: number) => ({ txid, value, height, time });

/** a receives 100 on day 10, sends 60 to b on day 80 (fee 1), b sends 20 on day 95 */
const wallet = {
  a: {
    address: 'a',
    stats: totals(100, 61, 2),
    transactions: [row('t2', -61, 2, 80 * day), row('t1', 100, 1, 10 * day)],
    lastSync: 0,
  },
  b: {
    address: 'b',
    stats: totals(60, 20, 3),
    transactions: [row('t3', -20, 3, 95 * day), row('t2', 60, 2, 80 * day)],
    lastSync: 0,
  },
};

it('merges the addresses of a wallet', () => {
  expect(walletView(wallet, now, { from: 0, count: 2 })).toEqual({
    addresses: [
      { address: 'b', sats: 40, txCount: 3 },
      { address: 'a', sats: 39, txCount: 2 },
    ],
    balance: 79,
    received: 160,
    utxos: 2,
    rows: [
      { txid: 't3', change: -20, time: 95 * day },
      { txid: 't2', change: -1, time: 80 * day },
    ],
    rowCount: 3,
    // an older transaction of b is not in the list
    isPartial: true,
    history: [
      [10 * day - 1, 0],
      [10 * day, 100],
      [80 * day, 99],
      [95 * day, 79],
    ],
    changes: { week: -20, month: -21 },
  });
});

it('shows a wallet without transactions', () => {
  const empty = walletView({}, now, { from: 0, count: 10 });
  expect(empty).toMatchObject({ balance: 0, rows: [], history: [], changes: { week: 0, month: 0 }, isPartial: false });
});

it('keeps first and last point, and the last one of each part between', () => {
  const points = Array.from({ length: 1_000 }, (_, place) => [place, place * 2] as const);
  const few = thinned(points, 11);
  expect(few).toEqual([0, 99, 199, 299, 399, 499, 599, 699, 799, 899, 998, 999].map((at) => [at, at * 2]));
  expect(
    thinned(
      Array.from({ length: 20 }, () => [5, 1] as const),
      10,
    ),
  ).toEqual([
    [5, 1],
    [5, 1],
  ]);
  expect(balanceAt(points, 10.5)).toBe(20);
  expect(balanceAt([[50, 7]], 10)).toBe(7);
  expect(balanceAt([], 10)).toBe(0);
});
