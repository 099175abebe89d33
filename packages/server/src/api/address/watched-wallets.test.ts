import { expect, it } from 'vitest';
import { balancesOf } from './watched-wallets.ts';

const totals = (funded: number, spent: number) => ({
  tx_count: 2,
  funded_txo_count: 1,
  funded_txo_sum: funded,
  spent_txo_count: 1,
  spent_txo_sum: spent,
});
const row = (txid: string, value: number, height: number, position: number) => ({
  txid,
  value,
  height,
  time: 1_000 + height,
  tx_position: position,
});

/** a receives 100, sends 60 to b with a fee of 1 (one row of each address), b sends 20 */
it('counts balances back from the present one, with one row for a transaction between two addresses', () => {
  const a = { address: 'a', stats: totals(100, 61), transactions: [row('t2', -61, 2, 5), row('t1', 100, 1, 3)] };
  const b = { address: 'b', stats: totals(60, 20), transactions: [row('t3', -20, 2, 9), row('t2', 60, 2, 5)] };
  expect(balancesOf({ a: { ...a, lastSync: 0 }, b: { ...b, lastSync: 0 } })).toEqual([
    { balance: 100, time: 1_001 },
    { balance: 99, time: 1_002 },
    { balance: 79, time: 1_002 },
  ]);
});
