import { CodedError } from '@glassblock/primitives';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { transfer } from '../ledger/ledger.ts';
import { findInvoice } from './invoices.ts';

/**
 * Moves the balance of an invoice that was paid without an account to a user. Who knows the invoice may do so.
 * @returns sats that were moved
 * @throws {CodedError} services.bad-payment when there is nothing to claim
 */
export async function claimInvoice(
  database: Database,
  { invoiceId, userId }: { invoiceId: string; userId: number },
  nowSeconds: number,
): Promise<number> {
  const invoice = await findInvoice(database, invoiceId);
  if (invoice === undefined || invoice.is_guest !== 1 || invoice.user_id === userId) throw nothing();
  const guest = `user:${invoice.user_id!}` as const;
  return database.transaction().execute(async (part) => {
    const { balance } = await part
      .selectFrom('accounts')
      .select('balance')
      .where('id', '=', guest)
      .executeTakeFirstOrThrow();
    if (balance === 0) throw nothing();
    const { last } = await part
      .selectFrom('transfers')
      .select(({ fn }) => fn.max('id').as('last'))
      .where((where) => where.or([where('credit', '=', guest), where('debit', '=', guest)]))
      .executeTakeFirstOrThrow();
    // a concurrent claim has the same key
    const idempotencyKey = `claim:${guest}:${last}`;
    const request = { debit: guest, credit: `user:${userId}`, amountSats: balance, reason: 'claim' } as const;
    if (!(await transfer(part, { ...request, idempotencyKey }, nowSeconds))) throw nothing();
    return balance;
  });
}

/** Returns sats that can be claimed of an invoice that was paid without an account. */
export async function claimableSats(
  database: Database,
  { is_guest, user_id }: { is_guest: number; user_id: number | null },
): Promise<number> {
  if (is_guest !== 1) return 0;
  const { balance } = await database
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', `user:${user_id!}`)
    .executeTakeFirstOrThrow();
  return balance;
}

/** Returns sats that can be claimed, and credits that a reorg removed after they were spent. */
export async function openSums(database: Database): Promise<{ claimable: number; owed: number }> {
  const { claimable } = await database
    .selectFrom('invoices')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', sql<string>`'user:' || invoices.user_id`))
    .select(sql<number>`cast(coalesce(sum(accounts.balance), 0) as bigint)`.as('claimable'))
    .where('is_guest', '=', 1)
    .executeTakeFirstOrThrow();
  const { owed } = await database
    .selectFrom('payments')
    .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('owed'))
    .where('status', '=', 'owed')
    .executeTakeFirstOrThrow();
  return { claimable, owed };
}

const nothing = () => new CodedError('services.bad-payment', 'there is nothing to claim');
