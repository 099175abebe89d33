import type { Selectable } from 'kysely';
import type { InvoiceStatus, InvoiceTable, PaymentTable } from '../database/tables/payment-tables.ts';

/** A stored invoice. */
export type InvoiceRow = Selectable<InvoiceTable>;
/** A stored payment. */
export type PaymentRow = Selectable<PaymentTable>;

/** Confirmations after which a payment is credited, by its amount in sats. Amounts above the last need the most. */
const confirmationSteps = [
  [1_000_000, 1],
  [10_000_000, 3],
] as const;
const maxConfirmations = 6;

/** Returns the confirmations after which an on-chain payment is credited. */
export const confirmationsFor = (amountSats: number): number =>
  confirmationSteps.find(([below]) => amountSats < below)?.[1] ?? maxConfirmations;

/** Payments of an invoice, summed. Sats. */
export interface Received {
  credited: number;
  /** Seen, but not credited. */
  pending: number;
  /** The part of both that was first seen before the invoice expired. */
  inTime: number;
}

/** Sums the payments of an invoice. */
export function receivedOf({ expires }: Pick<InvoiceRow, 'expires'>, payments: readonly PaymentRow[]): Received {
  const received: Received = { credited: 0, pending: 0, inTime: 0 };
  for (const { amount, status, added } of payments) {
    if (status === 'gone') continue;
    if (status === 'seen') received.pending += amount;
    else received.credited += amount;
    if (added <= expires) received.inTime += amount;
  }
  return received;
}

/**
 * Returns the state that follows from the received payments. A pure function. A bought acceleration stays; one that
 * could not be bought is not tried again.
 */
export function nextStatus(
  invoice: Pick<InvoiceRow, 'kind' | 'status' | 'amount' | 'expires' | 'reason'>,
  { credited, pending, inTime }: Received,
  nowSeconds: number,
): InvoiceStatus {
  const { kind, status, amount, expires, reason } = invoice;
  if (status === 'accelerated') return status;
  if (reason !== null) return 'credited';
  // a top-up has no price that could change: late payments count too
  const counted = kind === 'top_up' ? credited + pending : inTime;
  if (counted >= amount) return credited >= amount ? 'paid' : 'confirming';
  if (nowSeconds <= expires) return credited + pending > 0 ? 'underpaid' : 'pending';
  if (pending > 0) return 'confirming';
  return credited > 0 ? 'credited' : 'expired';
}
