import { CodedError } from '@glassblock/primitives';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AccountId } from '../database/tables/tables.ts';
import { transfer } from '../ledger/ledger.ts';
import { findInvoice } from './invoices.ts';

/**
 * Moves the balance of an invoice that was paid without an account to a user. Anyone who knows the invoice may do so.
 * @returns sats that were moved
 * @throws {CodedError} services.bad-payment when there is nothing to claim
 */
export async function claimInvoice(
  database: Database,
  { invoiceId, userId }: { invoiceId: string; userId: number },
  nowSeconds: number,
): Promise<number> {
  return moveGuestBalance(database, invoiceId, { credit: `user:${userId}`, reason: 'claim' }, nowSeconds);
}

/**
 * Records that the operator pays a guest out. To be called before the payment: afterwards the sats cannot be claimed.
 * @returns sats that the operator owes the guest now
 * @throws {CodedError} services.bad-payment when there is nothing to pay out
 */
export const payOutInvoice = (database: Database, invoiceId: string, nowSeconds: number): Promise<number> =>
  moveGuestBalance(database, invoiceId, { credit: 'external', reason: 'payout' }, nowSeconds);

async function moveGuestBalance(
  database: Database,
  invoiceId: string,
  { credit, reason }: { credit: AccountId; reason: 'claim' | 'payout' },
  nowSeconds: number,
): Promise<number> {
  const invoice = await findInvoice(database, invoiceId);
  const guest = `user:${invoice?.user_id ?? 0}` as const;
  if (invoice?.is_guest !== 1 || guest === credit) throw nothing();
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
    // a concurrent one has the same key
    const idempotencyKey = `${reason}:${guest}:${last}`;
    const request = { debit: guest, credit, amountSats: balance, reason, idempotencyKey };
    if (!(await transfer(part, request, nowSeconds))) throw nothing();
    return balance;
  });
}

/** An invoice that was paid without an account and has a remaining amount. */
export interface ClaimableInvoice {
  id: string;
  sats: number;
  added: number;
}

const maxClaimable = 1_000;

/** Returns invoices with sats that can be claimed or paid out, oldest first, at most 1,000. */
export const claimableInvoices = (database: Database): Promise<ClaimableInvoice[]> =>
  database
    .selectFrom('invoices')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', sql<string>`'user:' || invoices.user_id`))
    .select(['invoices.id as id', 'accounts.balance as sats', 'invoices.added as added'])
    .where('is_guest', '=', 1)
    .where('accounts.balance', '>', 0)
    .orderBy('invoices.added')
    .limit(maxClaimable)
    .execute();

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
