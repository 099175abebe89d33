import { expect, test } from 'vitest';
import { type GroupEntry, groupTotals } from './group.ts';

const entry = (plain: string, amounts: Record<string, number>, hasConfidential = false): GroupEntry => ({
  kind: 'address',
  address: plain,
  plain,
  unspent: 1,
  txs: 1,
  balance: { amounts: Object.entries(amounts).map(([asset, value]) => ({ asset, value })), hasConfidential },
});

test('sums balances by asset, and both forms of an address once', () => {
  const first = entry('ex1a', { native: 5, gold: 2 });
  expect(groupTotals([first, { ...first, address: 'lq1a' }, entry('ex1b', { native: 7 })])).toEqual({
    amounts: [
      { asset: 'native', value: 12 },
      { asset: 'gold', value: 2 },
    ],
    hasConfidential: false,
  });
});

test('reports that a sum is incomplete', () => {
  expect(groupTotals([entry('ex1a', {}, true)])).toEqual({ amounts: [], hasConfidential: true });
  const unknown: GroupEntry = {
    kind: 'address',
    address: 'ex1a',
    plain: 'ex1a',
    unspent: 500,
    txs: 1,
    balance: undefined,
  };
  expect(groupTotals([unknown, { kind: 'invalid', address: 'x' }])).toEqual({ amounts: [], hasConfidential: true });
});
