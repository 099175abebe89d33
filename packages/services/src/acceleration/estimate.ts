import { CodedError } from '@glassblock/primitives';
import type { MempoolPackage } from './chain.ts';

/** Fees of the service, in sats. */
export interface ServiceFees {
  /** For each acceleration. */
  baseFee: number;
  /** For each virtual byte of the package. */
  feePerVbyte: number;
}

/** Quote for accelerating a transaction. Sats, except rates. */
export interface Quote {
  package: MempoolPackage & { nextBlockRate: number };
  /** Missing for the fee rate of the next block; at least 1 sat/vB. */
  cost: number;
  nextBlockFee: number;
  baseFee: number;
  vsizeFee: number;
  /** Recommended bids: minimum, default, maximum. */
  options: readonly [number, number, number];
}

/** Smallest bid per virtual byte of a package. */
const minBidRate = 1;

/** Returns the smallest bid for a package, in sats. */
export const minBidOf = ({ effectiveVsize }: MempoolPackage): number => Math.ceil(effectiveVsize * minBidRate);

/** Maximum transactions of a package: raising larger ones costs more than they are worth to a miner. */
export const maxPackageTxs = 25;

/**
 * Returns the quote of a package.
 * @throws {CodedError} services.too-many-relatives, services.high-sigops, services.no-fee-rate
 */
export function quoteOf(tx: MempoolPackage, fees: ServiceFees): Quote {
  const { nextBlockRate, ancestorCount, hasManySigops } = tx;
  if (ancestorCount > maxPackageTxs)
    throw new CodedError('services.too-many-relatives', 'the transaction has too many unconfirmed ancestors');
  if (hasManySigops)
    throw new CodedError('services.high-sigops', 'the transaction has too many signature operations for its size');
  if (nextBlockRate === undefined)
    throw new CodedError('services.no-fee-rate', 'the fee rate of the next block is not known yet');
  const nextBlockFee = Math.ceil(nextBlockRate * tx.effectiveVsize);
  const cost = Math.max(minBidOf(tx), nextBlockFee - tx.effectiveFee);
  return {
    package: { ...tx, nextBlockRate },
    cost,
    nextBlockFee,
    baseFee: fees.baseFee,
    vsizeFee: Math.ceil(fees.feePerVbyte * tx.effectiveVsize),
    options: [cost, 2 * cost, 4 * cost],
  };
}

/**
 * Returns the part of a bid that was needed for the block that mined the transaction.
 * @param lowestRate of the block's other transactions, sat/vB
 */
export function neededBoost(
  bid: number,
  { lowestRate, packageFee, packageVsize }: { lowestRate: number; packageFee: number; packageVsize: number },
): number {
  return Math.min(bid, Math.max(0, Math.ceil(lowestRate * packageVsize) - packageFee));
}
