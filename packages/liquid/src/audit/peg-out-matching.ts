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

/**
 * How a payment redeems peg-outs: with their exact amount, several at once, less a part of the fee, or both of the
 * latter.
 */
export type RedemptionKind = 'exact' | 'merged' | 'fee-deducted' | 'merged-fee-deducted';

/** Why a peg-out has no payment. */
export type UnmatchedReason = 'no-payment' | 'other-amount';

/** Outcome of a peg-out. */
export type PegOutOutcome =
  | {
      readonly pegOut: RequestedPegOut;
      readonly payment: FederationPayment;
      readonly kind: RedemptionKind;
      /** Part of the payment for this peg-out: over all peg-outs of a payment, the sum is its value. */
      readonly paidSats: number;
    }
  | { readonly pegOut: RequestedPegOut; readonly payment: undefined; readonly reason: UnmatchedReason };

/** Block times may be off by two hours; a payment is not earlier than its peg-out by more. */
const maxClockErrorSeconds = 7_200;

/**
 * Matches peg-outs with payments of the federation, by script. In order of its transactions, each payment redeems
 * 1. the oldest open peg-out of exactly its amount,
 * 2. else the oldest consecutive open peg-outs, two or more, whose amounts add up to it,
 * 3. else the open peg-out whose amount exceeds it by the least, at most by the transaction's fee,
 * 4. else the oldest consecutive open peg-outs whose sum exceeds it by at most the fee.
 * A rule is tried for all payments of a transaction before the next one, so that the order of its outputs does not
 * matter; together they deduct no more than its fee. Everything else stays unmatched, with the reason. Linear in the
 * payments to a script times its open peg-outs.
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
  const redeemed = new Map<RequestedPegOut, PegOutOutcome>();
  const unused = new Map<string, FederationPayment[]>();
  const txs = new Map<string, FederationPayment[]>();
  await slices.each(payments, (payment) => {
    if (open.has(toHex(payment.script))) group(txs, toHex(payment.txid)).push(payment);
  });
  await slices.each(txs.values(), (all) => {
    let feeSats = all[0]!.feeSats;
    let rest = all.sort((a, b) => a.valueSats - b.valueSats);
    for (const rule of rules) {
      rest = rest.filter((payment) => {
        const key = toHex(payment.script);
        const waiting = open.get(key)!.filter(({ time }) => time <= payment.time + maxClockErrorSeconds);
        const match = rule.match(waiting, payment.valueSats, feeSats);
        if (match.length === 0) return true;
        let leftSats = payment.valueSats;
        for (const pegOut of match) {
          const paidSats = Math.min(pegOut.amountSats, leftSats);
          leftSats -= paidSats;
          feeSats -= pegOut.amountSats - paidSats;
          redeemed.set(pegOut, { pegOut, payment, kind: rule.kind, paidSats });
        }
        open.set(
          key,
          open.get(key)!.filter((pegOut) => !redeemed.has(pegOut)),
        );
        return false;
      });
    }
    for (const payment of rest) group(unused, toHex(payment.script)).push(payment);
  });
  const outcomes: PegOutOutcome[] = [];
  await slices.each(pegOuts, (pegOut) => {
    const match = redeemed.get(pegOut);
    if (match !== undefined) {
      outcomes.push(match);
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

/** Finds the peg-outs that a payment redeems, none if there are none. */
interface Rule {
  readonly kind: RedemptionKind;
  /** @param waiting open peg-outs to the script of the payment, oldest first */
  match(waiting: readonly RequestedPegOut[], valueSats: number, feeSats: number): readonly RequestedPegOut[];
}

/** In the order in which they are tried. */
const rules: readonly Rule[] = [
  {
    kind: 'exact',
    match: (waiting, valueSats) => waiting.filter(({ amountSats }) => amountSats === valueSats).slice(0, 1),
  },
  { kind: 'merged', match: (waiting, valueSats) => runOf(waiting, valueSats, valueSats) },
  {
    kind: 'fee-deducted',
    match(waiting, valueSats, feeSats) {
      let best: RequestedPegOut | undefined;
      for (const pegOut of waiting) {
        const deducted = pegOut.amountSats - valueSats;
        if (deducted <= 0 || deducted > feeSats) continue;
        if (best === undefined || pegOut.amountSats < best.amountSats) best = pegOut;
      }
      return best === undefined ? [] : [best];
    },
  },
  {
    kind: 'merged-fee-deducted',
    match: (waiting, valueSats, feeSats) => runOf(waiting, valueSats + 1, valueSats + feeSats),
  },
];

/** Returns the first run of two or more consecutive peg-outs whose sum is in a range; none: empty. */
function runOf(waiting: readonly RequestedPegOut[], minSats: number, maxSats: number): readonly RequestedPegOut[] {
  let [start, sum] = [0, 0];
  for (const [i, { amountSats }] of waiting.entries()) {
    sum += amountSats;
    while (sum > maxSats) sum -= waiting[start++]!.amountSats;
    if (sum >= minSats && i > start) return waiting.slice(start, i + 1);
  }
  return [];
}
