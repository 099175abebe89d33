import type { Acceleration } from '@glassblock/contract';
import { expect, test } from 'vitest';
import type { Accelerations } from '../../sources/accelerations/accelerations.ts';
import { paidFor } from './paid-for.ts';

const paid: Acceleration = {
  txid: 'bb',
  added: 1_700_000_000,
  effectiveVsize: 200,
  effectiveFee: 400,
  feeDelta: 9_000,
  pools: [111, 36],
};
const accelerations = { find: (txid: string) => (txid === paid.txid ? paid : undefined) } as Accelerations;
const published = { acceleratedBy: [111, 36], acceleratedAt: 1_700_000_000, feeDelta: 9_000 };
const relative = (txid: string) => ({ txid, fee: 1, weight: 4 });

test('returns the out-of-band fee of the transaction, and of a descendant', () => {
  expect(paidFor({ accelerations }, { txid: 'bb', accelerated: true, descendants: [] })).toEqual(published);
  expect(
    paidFor({ accelerations }, { txid: 'aa', accelerated: true, descendants: [relative('cc'), relative('bb')] }),
  ).toEqual(published);
});

test('returns nothing without a fee delta, without a payment, and without a source', () => {
  expect(paidFor({ accelerations }, { txid: 'bb', accelerated: false, descendants: [] })).toEqual({});
  expect(paidFor({ accelerations }, { txid: 'cc', accelerated: true, descendants: [relative('dd')] })).toEqual({});
  expect(paidFor({ accelerations: undefined }, { txid: 'bb', accelerated: true, descendants: [] })).toEqual({});
});
