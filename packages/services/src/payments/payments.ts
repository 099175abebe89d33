import { CodedError } from '@glassblock/primitives';
import { minBidOf } from '../acceleration/estimate.ts';
import { buyAccelerations } from './buy-accelerations.ts';
import { type CardPurchase, chargeCard, findLostCharges } from './cards.ts';
import { confirmationsFor, type InvoiceRow } from './invoice-state.ts';
import {
  countOpenInvoices,
  createInvoiceId,
  type InvoiceRequest,
  knownInvoice,
  lightningInvoices,
  maxOpenInvoices,
  observedInvoices,
  openInvoices,
  type PaymentWays,
  paymentsOf,
  setLightningClosed,
  storeInvoice,
} from './invoices.ts';
import type { PaymentsOptions } from './options.ts';
import type { CardProvider, LightningWallet, ReceivedOutput, SettledInvoice } from './providers.ts';
import { receivePayments, type SeenPayment } from './receive.ts';

/** Takes payments in bitcoin for balances and accelerations. */
export interface Payments {
  /** Lightning or on-chain payments are possible. */
  readonly isEnabled: boolean;
  /** Bounds of one invoice, in sats. */
  readonly bounds: { min: number; max: number };
  /**
   * Creates an invoice for the balance of a user.
   * @throws {CodedError} services.payment-method, services.payment-bounds, services.busy, services.key-reused
   */
  requestTopUp(userId: number, amountSats: number, requestKey?: string): Promise<InvoiceRow>;
  /**
   * Creates an invoice for an acceleration; bid and fees stay as quoted.
   * @param userId undefined: without an account
   * @throws {CodedError} as `requestTopUp`, of `quote`, services.bad-bid, services.acceleration-duplicated
   */
  requestAcceleration(
    userId: number | undefined,
    txid: string,
    bid: { bidSats: number } | { totalSats: number },
    requestKey?: string,
  ): Promise<InvoiceRow>;
  /**
   * Charges a card and accelerates a transaction, for the default bid.
   * @returns the address of the provider's receipt
   * @throws {CodedError} services.payment-method, services.payment-bounds, services.payment-declined, of `quote`
   */
  chargeCard(purchase: CardPurchase): Promise<string | null>;
  /** Card payments; undefined: none. */
  readonly cards: CardProvider | undefined;
  /** Stores a settled Lightning invoice. Unknown ones are ignored: the node may have others. */
  onSettled(settled: SettledInvoice): Promise<void>;
  /** Reads all invoices from the Lightning node that may have a payment which is not known. */
  lookUpLightning(): Promise<void>;
  /**
   * Observes addresses, buys the accelerations that are paid and lets invoices expire. Those with a Lightning invoice
   * stay open while the Lightning node does not answer: it may have been paid in time.
   * @param isFull also observes addresses of settled invoices, and reads ended Lightning invoices for the last time
   * @throws of the Lightning node, after everything else
   */
  reconcile(isFull: boolean): Promise<void>;
}

/** The Lightning node ends invoices by its own clock. */
const clockSkewSeconds = 600;
/** Ended invoices that are read at once: an older database may have many. */
const maxClosings = 500;

/** Smallest and largest amount of an invoice, in sats. */
export const invoiceBounds = { min: 1_000, max: 10_000_000 } as const;

/** Creates the payments of a service. */
export function createPayments(options: PaymentsOptions): Payments {
  const { database, accelerator, lightning, addresses, nowSeconds } = options;
  let running: Promise<unknown> = Promise.resolve();
  /** Concurrent runs would do the same work twice, with the same result. */
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const run = running.then(work, work);
    running = run.catch(() => undefined);
    return run;
  };

  async function create(request: InvoiceRequest, memo: string): Promise<InvoiceRow> {
    if (lightning === undefined && addresses === undefined)
      throw new CodedError('services.payment-method', 'payments in bitcoin are not configured');
    if (request.amount < invoiceBounds.min || request.amount > invoiceBounds.max)
      throw new CodedError('services.payment-bounds', 'the amount is too small or too large for an invoice');
    if ((await countOpenInvoices(database)) >= maxOpenInvoices)
      throw new CodedError('services.busy', 'too many invoices are open');
    const ways = await waysOf(options, request.amount, memo);
    const life = { now: nowSeconds(), lifeSeconds: options.lifeSeconds };
    return storeInvoice(database, createInvoiceId(), request, ways, life);
  }

  return {
    isEnabled: lightning !== undefined || addresses !== undefined,
    bounds: invoiceBounds,
    async requestTopUp(userId, amount, requestKey) {
      if (!Number.isSafeInteger(amount)) throw new CodedError('services.payment-bounds', 'not a number of sats');
      const none = { txid: undefined, bid: undefined, baseFee: 0, vsizeFee: 0 };
      const request = { ...none, userId, kind: 'top_up', method: 'bitcoin', amount, requestKey } as const;
      return (await knownInvoice(database, request)) ?? create(request, 'Top-up of the balance');
    },
    async requestAcceleration(userId, txid, bid, requestKey) {
      const about = { userId, kind: 'acceleration', method: 'bitcoin', txid, requestKey } as const;
      // before the quote, which changes with fees and ends with the transaction
      const price =
        'bidSats' in bid ? { bid: bid.bidSats, amount: undefined } : { bid: undefined, amount: bid.totalSats };
      const known = await knownInvoice(database, { ...about, ...price });
      if (known !== undefined) return known;
      const quote = await accelerator.quote(txid);
      if (quote === undefined)
        throw new CodedError('services.acceleration-duplicated', 'the transaction is accelerated already');
      const { baseFee, vsizeFee } = quote;
      const bidSats = 'bidSats' in bid ? bid.bidSats : bid.totalSats - baseFee - vsizeFee;
      const amount = bidSats + baseFee + vsizeFee;
      const request: InvoiceRequest = { ...about, bid: bidSats, amount, baseFee, vsizeFee };
      if (!Number.isSafeInteger(bidSats) || bidSats < minBidOf(quote.package))
        throw new CodedError('services.bad-bid', 'the bid is too low or not a number of sats');
      return create(request, `Acceleration of ${txid}`);
    },
    cards: options.cards,
    chargeCard: (purchase) => exclusively(() => chargeCard(options, purchase)),
    onSettled: (settled) => exclusively(() => receiveLightning(options, settled)),
    lookUpLightning: () =>
      exclusively(async () => {
        if (lightning === undefined) return;
        for (const { payment_hash } of await lightningInvoices(database, nowSeconds()))
          await lookUp(options, lightning, payment_hash!);
      }),
    reconcile: (isFull) =>
      exclusively(async () => {
        await observeAddresses(options, isFull);
        await findLostCharges(options);
        await buyAccelerations(options);
        await endExpired(options);
        if (isFull) await closeLightning(options);
      }),
  };
}

/**
 * Requests a Lightning invoice and an address. When the program ends before the invoice is stored, no client has them.
 */
async function waysOf(
  { lightning, addresses, lifeSeconds }: PaymentsOptions,
  amountSats: number,
  memo: string,
): Promise<PaymentWays> {
  return {
    lightning: await lightning?.createInvoice({ amountSats, memo, lifeSeconds }),
    address: addresses?.kind === 'wallet' ? await addresses.next() : addresses,
  };
}

async function receiveLightning(
  options: PaymentsOptions,
  { paymentHash, amountSats, settled }: SettledInvoice,
): Promise<void> {
  const { database, nowSeconds } = options;
  const invoice = await database
    .selectFrom('invoices')
    .select('id')
    .where('payment_hash', '=', paymentHash)
    .executeTakeFirst();
  if (invoice === undefined || amountSats <= 0) return;
  const payment = { method: 'lightning', reference: paymentHash, amountSats, firstSeen: settled } as const;
  const seen: SeenPayment = { ...payment, block: undefined, isFinal: true, isGone: false };
  await receivePayments(database, invoice.id, [seen], nowSeconds());
  // after the payment: when the program ends between both, it is looked up again
  await setLightningClosed(database, paymentHash);
  await buyAccelerations(options);
}

/** Reads an invoice from the Lightning node, and stores its payment, if there is one. @throws of the Lightning node */
async function lookUp(options: PaymentsOptions, lightning: LightningWallet, hash: string): Promise<void> {
  const settled = await lightning.lookUp(hash);
  if (settled !== undefined) await receiveLightning(options, settled);
}

/**
 * Reads Lightning invoices that have ended for the last time: a payment may have been made while the node was away, also
 * when the invoice was paid on chain.
 * @throws of the Lightning node
 */
async function closeLightning(options: PaymentsOptions): Promise<void> {
  const { database, lightning, nowSeconds } = options;
  if (lightning === undefined) return;
  const now = nowSeconds();
  const ended = await lightningInvoices(database, now, now - clockSkewSeconds);
  for (const { payment_hash: hash } of ended.slice(0, maxClosings)) {
    await lookUp(options, lightning, hash!);
    await setLightningClosed(database, hash!);
  }
}

/** Ends invoices that were not paid in time. @throws of the Lightning node, after all others have ended */
async function endExpired(options: PaymentsOptions): Promise<void> {
  const { database, lightning, nowSeconds } = options;
  const failures: unknown[] = [];
  for (const { id, status, expires, payment_hash: hash } of await openInvoices(database)) {
    if (status === 'paid' || expires >= nowSeconds()) continue;
    if (lightning !== undefined && hash !== null) {
      if (failures.length > 0) continue;
      try {
        await lookUp(options, lightning, hash);
      } catch (error) {
        failures.push(error);
        continue;
      }
    }
    await receivePayments(database, id, [], nowSeconds());
  }
  if (failures.length > 0) throw failures[0];
}

/** Stores all payments to the addresses of invoices, and those that left chain and mempool. */
async function observeAddresses({ database, chain, nowSeconds }: PaymentsOptions, isFull: boolean): Promise<void> {
  const invoices = (isFull ? await observedInvoices(database, nowSeconds()) : await openInvoices(database)).filter(
    ({ address }) => address !== null,
  );
  if (invoices.length === 0) return;
  const found = await chain.received(invoices.map(({ address }) => address!));
  if (found === undefined) return;
  for (const [i, invoice] of invoices.entries()) {
    const outputs = found.outputs[i]!;
    const known = await paymentsOf(database, invoice.id);
    if (outputs.length === 0 && known.length === 0) continue;
    const seen = outputs.map((output) => seenOutput(output, found.height));
    const references = new Set(seen.map(({ reference }) => reference));
    for (const { method, reference, amount, added, status } of known)
      if (method === 'chain' && status !== 'gone' && !references.has(reference))
        seen.push({ ...gonePayment, reference, amountSats: amount, firstSeen: added });
    await receivePayments(database, invoice.id, seen, nowSeconds());
  }
}

const gonePayment = { method: 'chain', block: undefined, isFinal: false, isGone: true } as const;

function seenOutput({ txid, vout, amountSats, time, block }: ReceivedOutput, height: number): SeenPayment {
  const confirmations = block === undefined ? 0 : height - block.height + 1;
  return {
    method: 'chain',
    reference: `${txid}:${vout}`,
    amountSats,
    firstSeen: time,
    block,
    isFinal: confirmations >= confirmationsFor(amountSats),
    isGone: false,
  };
}
