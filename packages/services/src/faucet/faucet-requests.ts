import { CodedError } from '@glassblock/primitives';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Payment } from './faucet-wallet.ts';

/** Limits of a faucet in sats. */
export interface FaucetLimits {
  min: number;
  max: number;
  /** Of one user in 24 hours. */
  userPerDay: number;
  /** Of all users in 24 hours. */
  allPerDay: number;
  /** Between two requests of a user, and to an address. */
  waitSeconds: number;
}

/** Why a faucet does not pay: the error words of mempool.space without `faucet_`. */
export type FaucetRefusal = 'too-soon' | 'maximum-reached' | 'not-available';

const daySeconds = 86_400;

/** Returns why a request of a user for an address is refused now; undefined if it is allowed. */
export async function refusalOf(
  database: Database,
  network: string,
  limits: FaucetLimits,
  asked: { userId: number; address?: string; sats: number },
  nowSeconds: number,
): Promise<FaucetRefusal | undefined> {
  const since = nowSeconds - daySeconds;
  const counted = database.selectFrom('faucet_requests').where('network', '=', network).where('status', '!=', 'failed');
  const total = sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('total');
  const own = counted.where('user_id', '=', asked.userId);
  const recent = (rows: typeof counted) =>
    rows
      .where('added', '>', nowSeconds - limits.waitSeconds)
      .select('id')
      .limit(1)
      .executeTakeFirst();
  const ofUser = await own.where('added', '>', since).select(total).executeTakeFirstOrThrow();
  if (ofUser.total + asked.sats > limits.userPerDay) return 'maximum-reached';
  if ((await recent(own)) !== undefined) return 'too-soon';
  if (asked.address !== undefined && (await recent(counted.where('address', '=', asked.address))) !== undefined)
    return 'too-soon';
  const ofAll = await counted.where('added', '>', since).select(total).executeTakeFirstOrThrow();
  return ofAll.total + asked.sats > limits.allPerDay ? 'not-available' : undefined;
}

/** Creates the row of a faucet. */
export async function createFaucetRow(database: Database, network: string): Promise<void> {
  await database
    .insertInto('faucets')
    .values({ network, requests: 0 })
    .onConflict((conflict) => conflict.column('network').doNothing())
    .execute();
}

/**
 * Stores a request if the limits allow it. Requests are checked one after another.
 * @returns its id
 * @throws {CodedError} services.faucet- and a `FaucetRefusal`
 */
export function storeRequest(
  database: Database,
  network: string,
  limits: FaucetLimits,
  asked: { userId: number; address: string; sats: number },
  nowSeconds: number,
): Promise<number> {
  return database.transaction().execute(async (part) => {
    await part
      .updateTable('faucets')
      .set((at) => ({ requests: at('requests', '+', 1) }))
      .where('network', '=', network)
      .execute();
    const refusal = await refusalOf(part, network, limits, asked, nowSeconds);
    if (refusal !== undefined) throw new CodedError(`services.faucet-${refusal}`, 'a limit of the faucet is reached');
    const { userId, address, sats } = asked;
    const { id } = await part
      .insertInto('faucet_requests')
      .values({
        network,
        user_id: userId,
        address,
        amount: sats,
        status: 'waiting',
        batch_id: null,
        added: nowSeconds,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Returns requests that are in no batch, oldest first. */
export async function waitingRequests(
  database: Database,
  network: string,
  max: number,
): Promise<({ id: number } & Payment)[]> {
  const rows = await database
    .selectFrom('faucet_requests')
    .select(['id', 'address', 'amount'])
    .where('network', '=', network)
    .where('status', '=', 'waiting')
    .where('batch_id', 'is', null)
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(({ id, address, amount }) => ({ id, address, sats: amount }));
}

/** Stores a signed transaction with the requests that it pays: both, or nothing. @returns the id of the batch */
export function storeBatch(
  database: Database,
  network: string,
  { txid, raw, ids }: { txid: string; raw: string; ids: readonly number[] },
  nowSeconds: number,
): Promise<number> {
  return database.transaction().execute(async (part) => {
    const { id } = await part
      .insertInto('faucet_batches')
      .values({ network, txid, raw, status: 'signed', added: nowSeconds })
      .returning('id')
      .executeTakeFirstOrThrow();
    await part.updateTable('faucet_requests').set({ batch_id: id }).where('id', 'in', ids).execute();
    return id;
  });
}

/** Stores whether a batch was sent; its requests are paid, or have failed. */
export async function settleBatch(database: Database, id: number, status: 'sent' | 'rejected'): Promise<void> {
  await database.transaction().execute(async (part) => {
    await part.updateTable('faucet_batches').set({ status }).where('id', '=', id).execute();
    await part
      .updateTable('faucet_requests')
      .set({ status: status === 'sent' ? 'paid' : 'failed' })
      .where('batch_id', '=', id)
      .execute();
  });
}

/** Stores that requests are not paid. */
export async function failRequests(database: Database, ids: readonly number[]): Promise<void> {
  await database
    .updateTable('faucet_requests')
    .set({ status: 'failed' })
    .where('id', 'in', ids)
    .where('batch_id', 'is', null)
    .execute();
}

/** Returns batches that may not have been sent, oldest first. */
export const signedBatches = (database: Database, network: string) =>
  database
    .selectFrom('faucet_batches')
    .select(['id', 'txid', 'raw'])
    .where('network', '=', network)
    .where('status', '=', 'signed')
    .orderBy('id')
    .execute();
