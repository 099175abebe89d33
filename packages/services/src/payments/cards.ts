import { createHash, randomUUID } from 'node:crypto';
import { CodedError } from '@glassblock/primitives';
import { buyAccelerations } from './buy-accelerations.ts';
import type { InvoiceRow } from './invoice-state.ts';
import { createInvoiceId, type InvoiceRequest, knownInvoice, openInvoices, storeInvoice } from './invoices.ts';
import type { PaymentsOptions } from './options.ts';
import { type CardCharge, type CardMethod, type CardProvider, cardMethods } from './providers.ts';
import { receivePayments } from './receive.ts';

/** A card payment for an acceleration. */
export interface CardPurchase {
  /** Undefined: without an account. */
  userId: number | undefined;
  txid: string;
  method: CardMethod;
  /** Of the provider's widget, used once; of `cardOnFile` the id of a stored card. */
  token: string;
  /** Made by the client for each attempt: a stored card is charged once for it. */
  referenceId: string | undefined;
  /** The user agreed to at most this; undefined: to any price within the bounds. */
  approvedCents: number | undefined;
  details: Readonly<Record<string, unknown>>;
}

/**
 * Charges a card for an acceleration. The invoice is stored first and its id is the provider's idempotency key: a lost
 * answer is found by `findLostCharges`.
 */
export async function chargeCard(options: PaymentsOptions, purchase: CardPurchase): Promise<string | null> {
  const { database, accelerator, cards, nowSeconds } = options;
  const { userId, txid, method, token, approvedCents, details } = purchase;
  const bounds = cards?.methods[method];
  if (cards === undefined || bounds === undefined)
    throw new CodedError('services.payment-method', 'the payment method is not configured');
  if (method === 'cardOnFile') await checkOwner(cards, userId, token);
  const quote = await accelerator.quote(txid);
  if (quote === undefined)
    throw new CodedError('services.acceleration-duplicated', 'the transaction is accelerated already');
  const { baseFee, vsizeFee } = quote;
  const bid = quote.options[1];
  const amount = bid + baseFee + vsizeFee;
  const cents = cards.centsOf(amount);
  if (cents === undefined) throw new CodedError('services.payment-method', 'there is no price');
  if (cents < bounds.minCents || cents > bounds.maxCents || (approvedCents !== undefined && cents > approvedCents))
    throw new CodedError('services.payment-bounds', 'the price is out of bounds');
  // the id of a stored card is the same in each payment
  const once = method === 'cardOnFile' ? `${userId} ${token} ${purchase.referenceId ?? randomUUID()}` : token;
  const requestKey = `card:${createHash('sha256').update(once).digest('hex')}`;
  const about = { userId, kind: 'acceleration', method, txid, bid, requestKey } as const;
  const request: InvoiceRequest = { ...about, amount, baseFee, vsizeFee };
  const known = await knownInvoice(database, request);
  const life = { now: nowSeconds(), lifeSeconds: options.lifeSeconds };
  const ways = { lightning: undefined, address: undefined };
  const invoice = known ?? (await storeInvoice(database, createInvoiceId(), request, ways, life));
  const charge = await cards.charge({ method, token, cents, idempotencyKey: invoice.id, details });
  if (charge === undefined) {
    await database
      .updateTable('invoices')
      .set({ expires: nowSeconds() - 1 })
      .where('id', '=', invoice.id)
      .execute();
    await receivePayments(database, invoice.id, [], nowSeconds());
    throw new CodedError('services.payment-declined', 'the provider declined the payment');
  }
  await receiveCharge(options, invoice, charge);
  return charge.receiptUrl;
}

/** Another user may know the id of a card. */
async function checkOwner({ stored }: CardProvider, userId: number | undefined, cardId: string): Promise<void> {
  if (stored === undefined || userId === undefined)
    throw new CodedError('services.payment-method', 'the payment method is not configured');
  if (!(await stored.list(userId)).some(({ id }) => id === cardId))
    throw new CodedError('services.bad-payment', 'the user has no such card');
}

async function receiveCharge(options: PaymentsOptions, invoice: InvoiceRow, charge: CardCharge): Promise<void> {
  const { database, nowSeconds } = options;
  await database.updateTable('invoices').set({ receipt_url: charge.receiptUrl }).where('id', '=', invoice.id).execute();
  const payment = { method: 'card', reference: charge.reference, amountSats: invoice.amount } as const;
  const seen = { ...payment, firstSeen: invoice.added, block: undefined, isFinal: true, isGone: false };
  await receivePayments(database, invoice.id, [seen], nowSeconds());
  await buyAccelerations(options);
}

/** Requests charges from the provider whose answer was lost by an end of the program. */
export async function findLostCharges(options: PaymentsOptions): Promise<void> {
  const { database, cards } = options;
  if (cards === undefined) return;
  for (const invoice of await openInvoices(database)) {
    if (invoice.status !== 'pending' || !(cardMethods as readonly string[]).includes(invoice.method)) continue;
    const charge = await cards.find(invoice.id);
    if (charge !== undefined) await receiveCharge(options, invoice, charge);
  }
}
