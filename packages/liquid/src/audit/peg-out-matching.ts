import { toHex } from '@glassblock/primitives';
import type { Slices } from '../slices.ts';

/** A peg-out of the side chain. */
export interface RequestedPegOut {
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly amountSats: number;
  /** Script to be paid on the parent chain. */
  readonly script: Uint8Array;
  /** Time of the side chain's block, Unix seconds. */
  readonly time: number;
}

/** An output of a transaction that spends outputs of the federation. */
export interface FederationPayment {
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly vout: number;
  readonly valueSats: number;
  readonly script: Uint8Array;
  /** Time of the parent chain's block, Unix seconds. */
  readonly time: number;
  /** Fee of the whole transaction. */
  readonly feeSats: number;
}

/** How a payment redeems peg-outs: with their exact amount, several at once, or less a part of the fee. */
export type RedemptionKind = 'exact' | 'merged' | 'fee-deducted';

/** Why a peg-out has no payment. */
export type UnmatchedReason = 'no-payment' | 'other-amount';

/** Outcome of a peg-out. */
export type PegOutOutcome =
  | { readonly pegOut: RequestedPegOut; readonly payment: FederationPayment; readonly kind: RedemptionKind }
  | { readonly pegOut: RequestedPegOut; readonly payment: undefined; readonly reason: UnmatchedReason };

/** Block times may be off by two hours; a payment is not earlier than its peg-out by more. */
const maxClockErrorSeconds = 7_200;

/**
 * Matches peg-outs with payments of the federation, by script. In order of the payments each one redeems
 * 1. the oldest open peg-out of exactly its amount,
 * 2. else the oldest open peg-outs, two or more, whose amounts add up to it,
 * 3. else the oldest open peg-out whose amount exceeds it by at most the transaction's fee.
 * Everything else stays unmatched, with the reason. Linear in the payments to a script times its open peg-outs.
 * @param pegOuts oldest first
 * @param payments in the order of the parent chain
 * @returns one outcome for each peg-out, in the same order
 */
export async function matchPegOuts(
  pegOuts: readonly RequestedPegOut[],
  payments: readonly FederationPayment[],
  slices: Slices,
): Promise<PegOutOutcome[]> {
  const open = new Map<string, RequestedPegOut[]>();
  await slices.each(pegOuts, (pegOut) => void group(open, toHex(pegOut.script)).push(pegOut));
  const redeemed = new Map<RequestedPegOut, { payment: FederationPayment; kind: RedemptionKind }>();
  const unused = new Map<string, FederationPayment[]>();
  await slices.each(payments, (payment) => {
    const key = toHex(payment.script);
    const waiting = (open.get(key) ?? []).filter(({ time }) => time <= payment.time + maxClockErrorSeconds);
    const match = matchOf(payment, waiting);
    if (match === undefined) {
      group(unused, key).push(payment);
      return;
    }
    for (const pegOut of match.pegOuts) redeemed.set(pegOut, { payment, kind: match.kind });
    open.set(
      key,
      open.get(key)!.filter((pegOut) => !match.pegOuts.includes(pegOut)),
    );
  });
  const outcomes: PegOutOutcome[] = [];
  await slices.each(pegOuts, (pegOut) => {
    const match = redeemed.get(pegOut);
    if (match !== undefined) {
      outcomes.push({ pegOut, ...match });
      return;
    }
    const later = (unused.get(toHex(pegOut.script)) ?? []).some(
      ({ time }) => time + maxClockErrorSeconds >= pegOut.time,
    );
    outcomes.push({ pegOut, payment: undefined, reason: later ? 'other-amount' : 'no-payment' });
  });
  return outcomes;
}

function group<T>(groups: Map<string, T[]>, key: string): T[] {
  const list = groups.get(key) ?? [];
  groups.set(key, list);
  return list;
}

function matchOf(
  { valueSats, feeSats }: FederationPayment,
  waiting: readonly RequestedPegOut[],
): { pegOuts: RequestedPegOut[]; kind: RedemptionKind } | undefined {
  const exact = waiting.find(({ amountSats }) => amountSats === valueSats);
  if (exact !== undefined) return { pegOuts: [exact], kind: 'exact' };
  let sum = 0;
  for (let count = 0; count < waiting.length && sum < valueSats; count++) {
    sum += waiting[count]!.amountSats;
    if (sum === valueSats) return { pegOuts: waiting.slice(0, count + 1), kind: 'merged' };
  }
  const less = waiting.find(({ amountSats }) => amountSats > valueSats && amountSats - valueSats <= feeSats);
  return less === undefined ? undefined : { pegOuts: [less], kind: 'fee-deducted' };
}
