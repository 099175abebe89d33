import { CodedError } from '@glassblock/primitives';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { AccountId, TransferTable } from '../database/tables/tables.ts';

/** A movement of sats between two accounts. */
export interface TransferRequest {
  /** Account whose balance is reduced. */
  debit: AccountId;
  /** Account whose balance grows. */
  credit: AccountId;
  amountSats: number;
  reason: string;
  /** A second transfer with the same key changes nothing. */
  idempotencyKey: string;
}

/** The largest amount of one transfer: all bitcoins. */
const maxAmountSats = 2_100_000_000_000_000;

/**
 * Moves sats within a database transaction: both balances change with the transfer, or nothing does.
 * @returns false when the key is known and nothing was moved
 * @throws {CodedError} services.not-enough-balance; services.key-reused for the key of another transfer
 */
export async function transfer(
  database: DatabaseTransaction,
  request: TransferRequest,
  nowSeconds: number,
): Promise<boolean> {
  const { debit, credit, amountSats, reason, idempotencyKey } = request;
  if (!Number.isSafeInteger(amountSats) || amountSats <= 0 || amountSats > maxAmountSats)
    throw new Error(`a transfer of ${amountSats} sats`);
  // the key first: a concurrent transfer with the same key waits here, and then moves nothing
  const made = await database
    .insertInto('transfers')
    .values({ debit, credit, amount: amountSats, reason, idempotency_key: idempotencyKey, added: nowSeconds })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) {
    await checkSame(database, request);
    return false;
  }
  // in the order of ids, so that two transfers between the same accounts do not wait for each other
  for (const account of [debit, credit].sort()) {
    if (account === debit) await reduce(database, debit, amountSats);
    else await grow(database, credit, amountSats);
  }
  return true;
}

/** A key identifies one transfer: another transfer with the same key is a bug or an attack. */
async function checkSame(database: Database, { debit, credit, amountSats, idempotencyKey }: TransferRequest) {
  const known = await database
    .selectFrom('transfers')
    .select(['debit', 'credit', 'amount'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow();
  if (known.debit !== debit || known.credit !== credit || known.amount !== amountSats)
    throw new CodedError('services.key-reused', 'the idempotency key belongs to another transfer');
}

async function reduce(database: Database, account: AccountId, amountSats: number): Promise<void> {
  let update = database
    .updateTable('accounts')
    .set((at) => ({ balance: at('balance', '-', amountSats) }))
    .where('id', '=', account);
  if (account !== 'external') update = update.where('balance', '>=', amountSats);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new CodedError('services.not-enough-balance', 'the balance is not enough');
}

async function grow(database: Database, account: AccountId, amountSats: number): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('accounts')
    .set((at) => ({ balance: at('balance', '+', amountSats) }))
    .where('id', '=', account)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`there is no account ${account}`);
}

/** Creates the accounts of a new user. */
export async function createAccounts(database: DatabaseTransaction, userId: number): Promise<void> {
  await database
    .insertInto('accounts')
    .values([`user:${userId}`, `hold:${userId}`].map((id) => ({ id, balance: 0 })))
    .execute();
}

/** Credits a user with sats that the operator received. @returns false when the key is known */
export function creditUser(
  database: Database,
  { userId, amountSats, idempotencyKey }: { userId: number; amountSats: number; idempotencyKey: string },
  nowSeconds: number,
): Promise<boolean> {
  return database
    .transaction()
    .execute((part) =>
      transfer(
        part,
        { debit: 'external', credit: `user:${userId}`, amountSats, reason: 'credit', idempotencyKey },
        nowSeconds,
      ),
    );
}

/** Balance of a user in sats. */
export interface Balance {
  balance: number;
  /** Held for accelerations that are not settled. */
  hold: number;
  /** Charged so far. */
  feesPaid: number;
}

/** Returns the spendable balance of a user, in sats. */
export async function spendableOf(database: Database, userId: number): Promise<number> {
  const account = await database
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', `user:${userId}`)
    .executeTakeFirst();
  return account?.balance ?? 0;
}

/** Returns the balance of a user. */
export async function balanceOf(database: Database, userId: number): Promise<Balance> {
  const accounts = await database
    .selectFrom('accounts')
    .select(['id', 'balance'])
    .where('id', 'in', [`user:${userId}`, `hold:${userId}`])
    .execute();
  const { paid } = await database
    .selectFrom('transfers')
    .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('paid'))
    .where('debit', '=', `hold:${userId}`)
    .where('credit', '=', 'revenue')
    .executeTakeFirstOrThrow();
  const of = (id: string) => accounts.find((account) => account.id === id)?.balance ?? 0;
  return { balance: of(`user:${userId}`), hold: of(`hold:${userId}`), feesPaid: paid };
}

const maxRows = 1_000;

/** A credit of a user. */
export type Credit = Pick<TransferTable, 'amount' | 'added'> & { id: number };

/** Returns the credits of a user by the operator, newest first, at most 1,000. */
export function creditsOf(database: Database, userId: number): Promise<Credit[]> {
  // all with this reason are from `external`
  return database
    .selectFrom('transfers')
    .select(['id', 'amount', 'added'])
    .where('credit', '=', `user:${userId}`)
    .where('reason', '=', 'credit')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
}

/** Compares all balances with the transfers. @returns ids of accounts that differ; empty when the books are right */
export async function auditLedger(database: Database): Promise<string[]> {
  const wrong = await sql<{ id: string }>`
    select accounts.id from accounts
    left join (select credit as id, sum(amount) as amount from transfers group by credit) as credits
      on credits.id = accounts.id
    left join (select debit as id, sum(amount) as amount from transfers group by debit) as debits
      on debits.id = accounts.id
    where accounts.balance <> coalesce(credits.amount, 0) - coalesce(debits.amount, 0)`.execute(database);
  const { sum } = await database
    .selectFrom('accounts')
    .select(sql<number>`cast(coalesce(sum(balance), 0) as bigint)`.as('sum'))
    .executeTakeFirstOrThrow();
  return [...wrong.rows.map(({ id }) => id), ...(sum === 0 ? [] : ['sum'])];
}
