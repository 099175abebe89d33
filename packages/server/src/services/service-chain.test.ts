import { expect, it } from 'vitest';
import { figuresOf } from './service-chain.ts';

const tx = (txid: string, fee: number, rate: number, parents: number[] = []) => ({
  relative: { txid, fee, weight: 800 },
  parents,
  children: [],
  rate,
});

/** coinbase   parent <- fast   other   dust */
const txs = [
  tx('coinbase', 0, 0),
  tx('parent', 100, 1),
  tx('fast', 400, 1.25, [1]),
  tx('other', 2_000, 10),
  tx('dust', 3_000, 15),
];

it('returns the package in the block, and the lowest fee rate of the transactions that are not accelerated', () => {
  expect(figuresOf({ txs }, 'fast', new Set(['fast']))).toEqual({
    packageFee: 500,
    packageVsize: 400,
    lowestRate: 10,
  });
  expect(figuresOf({ txs }, 'fast', new Set(['fast', 'other']))).toMatchObject({ lowestRate: 15 });
});

it('has no lowest fee rate in a block without others', () => {
  expect(figuresOf({ txs: txs.slice(0, 3) }, 'fast', new Set(['fast']))).toMatchObject({ lowestRate: 0 });
});
