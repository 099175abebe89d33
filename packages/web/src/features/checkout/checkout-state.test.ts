import type { MempoolBlock } from '@glassblock/contract';
import type { PaymentOrder } from '@glassblock/contract/services';
import { expect, it } from 'vitest';
import { bidAt, chargedSats, outcomeOf, progressOf } from './checkout-state.ts';

const quote = {
  effectiveVsize: 200,
  effectiveFee: 400,
  ancestorCount: 1,
  targetFeeRate: 12,
  baseFee: 1_000,
  vsizeFee: 100,
  options: [2_000, 4_000, 8_000],
};
const blocks = [
  { blockVSize: 1_000_000, feeRange: [10, 20] },
  { blockVSize: 1_000_000, feeRange: [1, 10] },
] as MempoolBlock[];

it('a bid leads to a fee rate, a projected block and a price', () => {
  expect(outcomeOf(quote, 2_000, blocks)).toEqual({ bid: 2_000, total: 3_100, rate: 12, block: 0 });
  expect(outcomeOf(quote, 800, blocks)).toMatchObject({ rate: 6, block: 1 });
  expect(outcomeOf(quote, 800, [])).toMatchObject({ block: undefined });
});

const order = (status: PaymentOrder['status'], accelerated?: string) =>
  ({
    status,
    ...(accelerated && { acceleration: { status: accelerated, bidBoost: 700, baseFee: 10, vsizeFee: 5 } }),
  }) as PaymentOrder;

it('an order goes from its invoice to its receipt, or fails', () => {
  expect(progressOf(order('pending'))).toEqual({ step: 'payment', isFailed: false });
  expect(progressOf(order('underpaid'))).toMatchObject({ step: 'payment' });
  expect(progressOf(order('paid'))).toMatchObject({ step: 'acceleration' });
  expect(progressOf(order('accelerated', 'requested'))).toMatchObject({ step: 'acceleration' });
  expect(progressOf(order('accelerated', 'accelerating'))).toMatchObject({ step: 'block' });
  expect(progressOf(order('accelerated', 'completed_provisional'))).toMatchObject({ step: 'receipt' });
  expect(progressOf(order('accelerated', 'completed'))).toEqual({ step: undefined, isFailed: false });
  expect(progressOf(order('accelerated', 'failed'))).toEqual({ step: undefined, isFailed: true });
  expect(progressOf({ ...order('paid'), kind: 'top_up' })).toEqual({ step: undefined, isFailed: false });
  expect(progressOf({ ...order('confirming'), kind: 'top_up' })).toMatchObject({ step: 'payment' });
  expect(progressOf(order('credited'))).toEqual({ step: undefined, isFailed: true });
  expect(chargedSats(order('accelerated', 'completed'))).toBe(715);
  expect(chargedSats(order('accelerated', 'accelerating'))).toBeUndefined();
});

it('bids the maximum at the last whole step of the slider', () => {
  const to = { step: 11, max: 1_516 };
  expect([379, 1_501, 1_512, 1_516].map((value) => bidAt(value, to))).toEqual([379, 1_501, 1_516, 1_516]);
  expect(bidAt(1_511, { step: 1, max: 1_512 })).toBe(1_511);
});
