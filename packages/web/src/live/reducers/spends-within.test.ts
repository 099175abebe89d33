import { expect, test } from 'vitest';
import type { ListedTx } from './listed-tx.ts';
import { spendsWithin } from './spends-within.ts';

const tx = (txid: string, spends: [txid: string, vout: number][], confirmed = false): ListedTx => ({
  txid,
  status: { confirmed },
  fee: 0,
  weight: 400,
  vin: spends.map(([from, vout]) => ({ txid: from, vout, is_coinbase: false, scriptsig: '', prevout: null })),
  vout: [],
  inputs: spends.length,
  outputs: 0,
  total: 0,
});

test('finds the spending transaction in the list, and none once it is removed', () => {
  const first = tx('aa', [['elsewhere', 0]], true);
  const payer = tx('bb', [
    ['elsewhere', 1],
    ['aa', 3],
  ]);
  expect(spendsWithin([payer, first])).toEqual(
    new Map([['aa', new Map([[3, { spent: true, txid: 'bb', vin: 1, status: { confirmed: false } }]])]]),
  );
  expect(spendsWithin([first])).toEqual(new Map());
});

test('handles several spends of one transaction, and of several by one', () => {
  const spends = spendsWithin([tx('dd', [['cc', 0]]), tx('cc', [['aa', 1]]), tx('bb', [['aa', 0]]), tx('aa', [])]);
  expect([...(spends.get('aa') ?? [])].map(([vout, { txid }]) => [vout, txid])).toEqual([
    [1, 'cc'],
    [0, 'bb'],
  ]);
  expect(spends.get('cc')?.get(0)?.txid).toBe('dd');
});
