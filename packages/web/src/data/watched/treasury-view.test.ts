import { expect, it } from 'vitest';
import { supplyAt, treasuryRows } from './treasury-view.ts';

it.each([
  [0, 5_000_000_000],
  [209_999, 1_050_000_000_000_000],
  [210_000, 1_050_002_500_000_000],
  [10_000_000, 2_099_999_997_690_000],
])('the supply at height %i is %i sats', (height, sats) => {
  expect(supplyAt(height, 210_000)).toBe(sats);
});

it('sorts treasuries by their newest balance, with times that never decrease', () => {
  const row = (id: number, balances: { balance: number; time: number }[]) => ({
    id,
    name: `n${id}`,
    wallet: `w${id}`,
    enterprise: '',
    verifiedAddresses: ['a', 'b'],
    balances,
  });
  const list = [
    row(1, []),
    row(2, [
      { balance: 9, time: 5 },
      { balance: 3, time: 4 },
    ]),
    row(3, [{ balance: 8, time: 1 }]),
  ];
  expect(treasuryRows(list)).toEqual([
    { name: 'n3', wallet: 'w3', balance: 8, addressCount: 2, history: [[1, 8]] },
    {
      name: 'n2',
      wallet: 'w2',
      balance: 3,
      addressCount: 2,
      history: [
        [5, 9],
        [5, 3],
      ],
    },
    { name: 'n1', wallet: 'w1', balance: 0, addressCount: 2, history: [] },
  ]);
});
