import { randomBytes } from 'node:crypto';
import { CodedError } from '@glassblock/primitives';
import type { Insertable } from 'kysely';
import { type Database, type DatabaseTransaction, isDuplicate } from '../database/database.ts';
import type { InvoiceKind, InvoiceTable } from '../database/tables/payment-tables.ts';
import type { InvoiceRow, PaymentRow } from './invoice-state.ts';
import type { AddressSource } from './providers.ts';

/** Parameters of an invoice. Sats. */
export interface InvoiceRequest {
  /** Undefined: without an account. */
  userId: number | undefined;
  kind: InvoiceKind;
  method: string;
  amount: number;
  txid: string | undefined;
  bid: number | undefined;
  baseFee: number;
  vsizeFee: number;
  /** A second request of the caller with the same key returns the same invoice. */
  requestKey: string | undefined;
}

/** Returns a random id of an invoice: 22 characters. */
export const createInvoiceId = (): string => randomBytes(16).toString('base64url');

const maxKeyLength = 200;

/** Keys of callers without an account are only as secret as the callers chose them. */
function storedKey({ requestKey, userId }: Pick<InvoiceRequest, 'requestKey' | 'userId'>): string | null {
  if (requestKey === undefined) return null;
  if (requestKey.length > maxKeyLength)
    throw new CodedError('services.bad-payment', 'the idempotency key has more than 200 characters');
  return `${userId ?? 'guest'}:${requestKey}`;
}

/** The parameters by which the repetition of a request is known: fees may have changed since the first one. */
export type RepeatedRequest = Pick<InvoiceRequest, 'userId' | 'kind' | 'method' | 'txid' | 'bid' | 'requestKey'> & {
  /** Undefined: compared by the bid. */
  amount: number | undefined;
};

/**
 * Returns the invoice of the caller's idempotency key.
 * @throws {CodedError} services.key-reused when its parameters differ, or both bid and amount do
 */
export async function knownInvoice(database: Database, request: RepeatedRequest): Promise<InvoiceRow | undefined> {
  const key = storedKey(request);
  if (key === null) return undefined;
  const known = await database.selectFrom('invoices').selectAll().where('request_key', '=', key).executeTakeFirst();
  if (known === undefined) return undefined;
  const isSame =
    known.kind === request.kind &&
    known.method === request.method &&
    known.txid === (request.txid ?? null) &&
    (known.amount === request.amount || (request.bid !== undefined && known.bid === request.bid));
  if (!isSame) throw new CodedError('services.key-reused', 'the idempotency key belongs to another invoice');
  return known;
}

/** How an invoice can be paid. */
export interface PaymentWays {
  lightning: { paymentHash: string; paymentRequest: string } | undefined;
  /** An address, or the source of the next one. */
  address: string | Extract<AddressSource, { kind: 'derived' }> | undefined;
}

/**
 * Stores an invoice; the index of a derived address is used up in the same database transaction.
 * @returns the stored one; that of the same idempotency key when a concurrent request was first
 */
export async function storeInvoice(
  database: Database,
  id: string,
  request: InvoiceRequest,
  { lightning, address }: PaymentWays,
  { now, lifeSeconds }: { now: number; lifeSeconds: number },
): Promise<InvoiceRow> {
  try {
    return await database.transaction().execute(async (part) => {
      const values: Insertable<InvoiceTable> = {
        id,
        user_id: request.userId ?? null,
        kind: request.kind,
        method: request.method,
        status: 'pending',
        amount: request.amount,
        txid: request.txid ?? null,
        bid: request.bid ?? null,
        base_fee: request.baseFee,
        vsize_fee: request.vsizeFee,
        request_key: storedKey(request),
        payment_request: lightning?.paymentRequest ?? null,
        payment_hash: lightning?.paymentHash ?? null,
        address: typeof address === 'object' ? await nextAddress(part, address) : (address ?? null),
        added: now,
        expires: now + lifeSeconds,
        paid: null,
        acceleration_id: null,
        reason: null,
        receipt_url: null,
      };
      return part.insertInto('invoices').values(values).returningAll().executeTakeFirstOrThrow();
    });
  } catch (error) {
    const known = isDuplicate(error) ? await knownInvoice(database, request) : undefined;
    if (known === undefined) throw error;
    return known;
  }
}

/** Uses up one index of a key. An index is lost when the invoice is not stored, and never used twice. */
async function nextAddress(
  part: DatabaseTransaction,
  { id: source, derive }: Extract<AddressSource, { kind: 'derived' }>,
): Promise<string> {
  const { next } = await part
    .insertInto('address_counters')
    .values({ source, next: 1 })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet((at) => ({ next: at('address_counters.next', '+', 1) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return derive(next - 1);
}

/** Returns an invoice. */
export const findInvoice = (database: Database, id: string): Promise<InvoiceRow | undefined> =>
  database.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the payments of an invoice, oldest first. */
export const paymentsOf = (database: Database, invoiceId: string): Promise<PaymentRow[]> =>
  database.selectFrom('payments').selectAll().where('invoice_id', '=', invoiceId).orderBy('id').execute();

/** Maximum invoices that wait for a payment at the same time. */
export const maxOpenInvoices = 5_000;
const openStatuses = ['pending', 'underpaid', 'confirming', 'paid'] as const;

/** Returns invoices that are not settled, oldest first. */
export const openInvoices = (database: Database): Promise<InvoiceRow[]> =>
  database
    .selectFrom('invoices')
    .selectAll()
    .where('status', 'in', [...openStatuses])
    .orderBy('added')
    .orderBy('id')
    .limit(maxOpenInvoices)
    .execute();

/** Returns the number of invoices that are not settled. */
export async function countOpenInvoices(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('invoices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', 'in', [...openStatuses])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Time for which an address is observed after its invoice expired. */
export const observedSeconds = 30 * 86_400;
const maxObserved = 20_000;

/** Returns invoices whose addresses are observed: unsettled ones, and settled ones for 30 days. */
export const observedInvoices = (database: Database, nowSeconds: number): Promise<InvoiceRow[]> =>
  database
    .selectFrom('invoices')
    .selectAll()
    .where('address', 'is not', null)
    .where('expires', '>', nowSeconds - observedSeconds)
    .orderBy('expires', 'desc')
    .limit(maxObserved)
    .execute();

/**
 * Returns invoices whose Lightning payment is not known and may have been made, for as long as addresses are
 * observed, the last to end first.
 * @param endedBefore Unix seconds; default: also those that have not ended
 */
export function lightningInvoices(
  database: Database,
  nowSeconds: number,
  endedBefore = Number.MAX_SAFE_INTEGER,
): Promise<Pick<InvoiceRow, 'payment_hash'>[]> {
  return database
    .selectFrom('invoices')
    .select('payment_hash')
    .where('lightning_closed', '=', 0)
    .where('payment_hash', 'is not', null)
    .where('expires', '>', nowSeconds - observedSeconds)
    .where('expires', '<', endedBefore)
    .orderBy('expires', 'desc')
    .limit(maxOpenInvoices)
    .execute();
}

/** Stores that the Lightning payment of an invoice is known, or can no longer be made. */
export async function setLightningClosed(database: Database, paymentHash: string): Promise<void> {
  await database
    .updateTable('invoices')
    .set({ lightning_closed: 1 })
    .where('payment_hash', '=', paymentHash)
    .where('lightning_closed', '=', 0)
    .execute();
}

const maxRows = 1_000;

/** Returns invoices of a user for top-ups, newest first, at most 1,000. */
export const topUpsOf = (database: Database, userId: number): Promise<InvoiceRow[]> =>
  database
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'top_up')
    .orderBy('added', 'desc')
    .limit(maxRows)
    .execute();
