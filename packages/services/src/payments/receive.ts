import { isDeleted } from '../accounts/deletion.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { PaymentMethod, PaymentStatus } from '../database/tables/payment-tables.ts';
import type { AccountId } from '../database/tables/tables.ts';
import { createAccounts, transfer } from '../ledger/ledger.ts';
import { type InvoiceRow, nextStatus, type PaymentRow, receivedOf } from './invoice-state.ts';

/** Observation of a payment. */
export interface SeenPayment {
  method: PaymentMethod;
  reference: string;
  amountSats: number;
  /** Unix seconds. */
  firstSeen: number;
  block: { height: number; hash: string } | undefined;
  /** Enough to be credited. */
  isFinal: boolean;
  /** Neither in the chain nor in the mempool. */
  isGone: boolean;
}

/**
 * Stores observations of the payments of an invoice, moves sats accordingly, and stores the resulting state of the
 * invoice: all in one database transaction, so that it can be repeated at any time.
 * @returns the stored invoice; undefined when there is none
 */
export function receivePayments(
  database: Database,
  invoiceId: string,
  seen: readonly SeenPayment[],
  nowSeconds: number,
): Promise<InvoiceRow | undefined> {
  return database.transaction().execute(async (part) => {
    let invoice = await part.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirst();
    if (invoice === undefined) return undefined;
    for (const payment of seen) {
      const row = await storePayment(part, invoiceId, payment, nowSeconds);
      if (row === undefined) continue;
      if (payment.isFinal && !isCredited(row)) invoice = await withUser(part, invoice, nowSeconds);
      await movePayment(part, invoice, row, payment, nowSeconds);
    }
    const payments = await part.selectFrom('payments').selectAll().where('invoice_id', '=', invoiceId).execute();
    const status = nextStatus(invoice, receivedOf(invoice, payments), nowSeconds);
    if (status === invoice.status) return invoice;
    return part
      .updateTable('invoices')
      .set({ status, ...(status === 'paid' ? { paid: nowSeconds } : {}) })
      .where('id', '=', invoiceId)
      .where('status', '=', invoice.status)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Inserts a payment when it is new. @returns undefined when it was never seen */
async function storePayment(
  part: DatabaseTransaction,
  invoiceId: string,
  { method, reference, amountSats, firstSeen, block, isGone }: SeenPayment,
  nowSeconds: number,
): Promise<PaymentRow | undefined> {
  if (!isGone)
    await part
      .insertInto('payments')
      .values({
        invoice_id: invoiceId,
        method,
        reference,
        amount: amountSats,
        status: 'seen',
        block_height: block?.height ?? null,
        block_hash: block?.hash ?? null,
        added: Math.min(firstSeen, nowSeconds),
        credits: 0,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
  return part
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
}

const isCredited = ({ status }: PaymentRow): boolean => status === 'credited' || status === 'owed';

/** Credits a payment that has become final, or reverses the credit when a reorg removed it. */
async function movePayment(
  part: DatabaseTransaction,
  invoice: InvoiceRow,
  row: PaymentRow,
  { block, isFinal, isGone }: SeenPayment,
  nowSeconds: number,
): Promise<void> {
  const place = { block_height: block?.height ?? null, block_hash: block?.hash ?? null };
  const set = (status: PaymentStatus, credits = row.credits) =>
    part
      .updateTable('payments')
      .set({ ...place, status, credits })
      .where('id', '=', row.id)
      .execute();
  // a reorg may leave a credited payment with fewer confirmations: that is undone only when it was disconnected
  if (isFinal || (isCredited(row) && block !== undefined)) {
    if (isCredited(row)) {
      if (row.status === 'owed' || row.block_hash !== place.block_hash) await set('credited');
      return;
    }
    const request = { debit: 'external', credit: accountOf(invoice), amountSats: row.amount } as const;
    const idempotencyKey = `payment:${row.reference}:${row.credits + 1}`;
    await transfer(part, { ...request, reason: 'payment', idempotencyKey }, nowSeconds);
    await set('credited', row.credits + 1);
  } else if (isCredited(row)) {
    const isUndone = await undo(part, invoice, row, nowSeconds);
    if (isUndone || row.status !== 'owed') await set(isUndone ? (isGone ? 'gone' : 'seen') : 'owed');
  } else if (row.status !== (isGone ? 'gone' : 'seen') || row.block_hash !== place.block_hash)
    await set(isGone ? 'gone' : 'seen');
}

/** Reverses a credit. @returns false when the balance does not cover it any more */
async function undo(
  part: DatabaseTransaction,
  invoice: InvoiceRow,
  row: PaymentRow,
  nowSeconds: number,
): Promise<boolean> {
  const account = accountOf(invoice);
  const { balance } = await part
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  if (balance < row.amount) return false;
  const request = { debit: account, credit: 'external', amountSats: row.amount } as const;
  const idempotencyKey = `undo:${row.reference}:${row.credits}`;
  await transfer(part, { ...request, reason: 'reorg', idempotencyKey }, nowSeconds);
  return true;
}

const accountOf = ({ user_id }: InvoiceRow): AccountId => `user:${user_id!}`;

/** Names of guests: users cannot have such a name. */
export const guestPrefix = 'guest:';

/** Returns the invoice with the user who is credited; a guest when the payer has no account, or has deleted it. */
async function withUser(part: DatabaseTransaction, invoice: InvoiceRow, nowSeconds: number): Promise<InvoiceRow> {
  if (invoice.user_id !== null && !(await isDeleted(part, invoice.user_id))) return invoice;
  const { id } = await part
    .insertInto('users')
    .values({
      // not the whole id: a user who knows that may claim the balance
      username: `${guestPrefix}${invoice.added}-${invoice.id.slice(0, 6)}`,
      email: null,
      password_hash: null,
      type: 'community',
      status: 'verified',
      added: nowSeconds,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createAccounts(part, id);
  return part
    .updateTable('invoices')
    .set({ user_id: id, is_guest: 1 })
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
