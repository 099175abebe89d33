import type { AccelerationQuote, MempoolBlock } from '@glassblock/contract';
import type { PaymentOrder } from '@glassblock/contract/services';
import { estimatePosition } from '../../live/reducers/fold-tx.ts';

/** A quote with its prices. */
export type Quote = NonNullable<AccelerationQuote['quote']>;

/** Effect of a bid. */
export interface BidOutcome {
  bid: number;
  /** Bid and fees, in sats. */
  total: number;
  /** sat/vB of the package. */
  rate: number;
  /** Index of the projected block; undefined without projected blocks. */
  block: number | undefined;
}

/** Returns the effect of a bid. */
export function outcomeOf(quote: Quote, bid: number, blocks: readonly MempoolBlock[]): BidOutcome {
  const { effectiveFee, effectiveVsize, baseFee, vsizeFee } = quote;
  const rate = (effectiveFee + bid) / effectiveVsize;
  return { bid, total: bid + baseFee + vsizeFee, rate, block: estimatePosition(rate, blocks)?.block };
}

/** Returns the bid at a value of the slider, in sats: a browser stops at the last whole step, which is the maximum. */
export const bidAt = (value: number, { step, max }: { step: number; max: number }): number =>
  value + step > max ? max : value;

/** Steps of an order, in their order. */
export const orderSteps = ['invoice', 'payment', 'acceleration', 'block', 'receipt'] as const;
/** Steps of a top-up, in their order. */
export const topUpSteps: readonly OrderStep[] = ['invoice', 'payment', 'receipt'];
/** A step of an order. */
export type OrderStep = (typeof orderSteps)[number];

/** Progress of an order. */
export interface OrderProgress {
  /** The step that is awaited; undefined when nothing is. */
  step: OrderStep | undefined;
  /** It did not lead to a charged acceleration. */
  isFailed: boolean;
}

/** Returns the progress of an order. */
export function progressOf({ kind, status, acceleration }: PaymentOrder): OrderProgress {
  if (status === 'expired' || status === 'credited') return { step: undefined, isFailed: true };
  if (kind === 'top_up' && status === 'paid') return { step: undefined, isFailed: false };
  if (status !== 'accelerated') return { step: status === 'paid' ? 'acceleration' : 'payment', isFailed: false };
  switch (acceleration?.status) {
    case 'failed':
      return { step: undefined, isFailed: true };
    case 'completed':
      return { step: undefined, isFailed: false };
    case 'completed_provisional':
      return { step: 'receipt', isFailed: false };
    case 'requested':
      return { step: 'acceleration', isFailed: false };
    default:
      return { step: 'block', isFailed: false };
  }
}

/** Returns the price of an acceleration that was charged, in sats. */
export const chargedSats = ({ acceleration }: PaymentOrder): number | undefined =>
  acceleration?.status === 'completed'
    ? (acceleration.bidBoost ?? 0) + acceleration.baseFee + acceleration.vsizeFee
    : undefined;
