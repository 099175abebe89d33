import { CodedError } from '@glassblock/primitives';
import { type Database, type DatabaseTransaction, isDuplicate } from '../database/database.ts';
import { openStates } from '../database/migrations.ts';
import { transfer } from '../ledger/ledger.ts';
import { addToDays } from './day-counts.ts';
import type { Quote } from './estimate.ts';
import { type AccelerationRow, bidSeconds, heldSats, type Transition } from './life-cycle.ts';
import { addToSums } from './running-sums.ts';

/** An acceleration to be bought. */
export interface Purchase {
  userId: number;
  quote: Quote;
  bid: number;
  /** The paid invoice that it fulfils. */
  invoiceId: string | undefined;
}

/**
 * Stores an acceleration and moves bid and fees of the user into the hold account, or does neither.
 * @throws {CodedError} services.acceleration-duplicated, services.acceleration-outbid, services.not-enough-balance
 */
export async function requestAcceleration(
  database: Database,
  { userId, quote, bid, invoiceId }: Purchase,
  nowSeconds: number,
): Promise<AccelerationRow> {
  const { txid, effectiveFee, effectiveVsize } = quote.package;
  try {
    return await database.transaction().execute(async (part) => {
      const row = await part
        .insertInto('accelerations')
        .values({
          user_id: userId,
          txid,
          status: 'requested',
          added: nowSeconds,
          last_updated: nowSeconds,
          expires: nowSeconds + bidSeconds,
          effective_fee: effectiveFee,
          effective_vsize: effectiveVsize,
          bid,
          base_fee: quote.baseFee,
          vsize_fee: quote.vsizeFee,
          bid_boost: null,
          block_hash: null,
          block_height: null,
          mined_by: null,
          failed_height: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const hold = {
        debit: `user:${userId}`,
        credit: `hold:${userId}`,
        amountSats: heldSats(row),
        reason: 'hold',
        idempotencyKey: `hold:${row.id}`,
      } as const;
      await transfer(part, hold, nowSeconds);
      await addEvent(part, row.id, 'requested', nowSeconds);
      await countChange(part, undefined, row);
      if (invoiceId !== undefined) await fulfil(part, invoiceId, row.id);
      return row;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const other = await openAccelerationOf(database, txid);
    if (other !== undefined && other.user_id !== userId && other.bid > bid)
      throw new CodedError('services.acceleration-outbid', 'the bid of another user is higher', { cause: error });
    throw new CodedError('services.acceleration-duplicated', 'the transaction is accelerated already', {
      cause: error,
    });
  }
}

/** An invoice buys one acceleration. */
async function fulfil(part: DatabaseTransaction, invoiceId: string, accelerationId: number): Promise<void> {
  const { numUpdatedRows } = await part
    .updateTable('invoices')
    .set({ acceleration_id: accelerationId, status: 'accelerated' })
    .where('id', '=', invoiceId)
    .where('status', '=', 'paid')
    .where('acceleration_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new CodedError('services.acceleration-duplicated', 'the invoice has bought an acceleration already');
}

/** Returns the acceleration of a transaction that is not settled. */
const openAccelerationOf = (database: Database, txid: string): Promise<AccelerationRow | undefined> =>
  database
    .selectFrom('accelerations')
    .selectAll()
    .where('txid', '=', txid)
    .where('status', 'in', [...openStates])
    .executeTakeFirst();

/**
 * Raises the bid of a user's own acceleration that miners have, and holds the difference.
 * @returns undefined when there is none with a lower bid
 * @throws {CodedError} services.not-enough-balance
 */
export async function raiseOwnBid(
  database: Database,
  { userId, quote, bid }: Purchase,
  nowSeconds: number,
): Promise<AccelerationRow | undefined> {
  const open = await openAccelerationOf(database, quote.package.txid);
  if (open?.user_id !== userId || open.status !== 'accelerating' || open.bid >= bid) return undefined;
  return database.transaction().execute(async (part) => {
    const row = await part
      .updateTable('accelerations')
      .set({ bid, last_updated: nowSeconds })
      .where('id', '=', open.id)
      .where('status', '=', 'accelerating')
      .where('bid', '=', open.bid)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const request = { debit: `user:${userId}`, credit: `hold:${userId}`, amountSats: bid - open.bid } as const;
    await transfer(part, { ...request, reason: 'hold', idempotencyKey: `raise:${row.id}:${bid}` }, nowSeconds);
    await addEvent(part, row.id, 'bid raised', nowSeconds);
    return row;
  });
}

/**
 * Moves an acceleration to its next state, with the sats that this settles, in one database transaction.
 * @returns the stored row; undefined when it was in another state meanwhile and nothing was changed
 */
export function applyTransition(
  database: Database,
  row: AccelerationRow,
  { status, event, set, settle }: Transition,
  nowSeconds: number,
): Promise<AccelerationRow | undefined> {
  return database.transaction().execute(async (part) => {
    const updated = await part
      .updateTable('accelerations')
      .set({ ...set, status, last_updated: nowSeconds, ...(status !== 'failed' && { accepted: 1 }) })
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .returningAll()
      .executeTakeFirst();
    if (updated === undefined) return undefined;
    await addEvent(part, row.id, `${status}: ${event}`, nowSeconds);
    if (settle !== undefined) await settleHold(part, updated, settle, nowSeconds);
    await countChange(part, row, updated);
    return updated;
  });
}

/** Changes sums and counts: after balances, so that two database transactions lock rows in the same order. */
async function countChange(
  part: DatabaseTransaction,
  before: AccelerationRow | undefined,
  after: AccelerationRow,
): Promise<void> {
  await addToSums(part, before, after);
  await addToDays(part, before, after);
}

async function settleHold(
  part: DatabaseTransaction,
  row: AccelerationRow,
  charge: number,
  nowSeconds: number,
): Promise<void> {
  const debit = `hold:${row.user_id}` as const;
  const refund = heldSats(row) - charge;
  if (charge > 0) {
    const request = { debit, credit: 'revenue', amountSats: charge, reason: 'charge' } as const;
    await transfer(part, { ...request, idempotencyKey: `charge:${row.id}` }, nowSeconds);
  }
  if (refund > 0) {
    const request = { debit, credit: `user:${row.user_id}`, amountSats: refund, reason: 'refund' } as const;
    await transfer(part, { ...request, idempotencyKey: `refund:${row.id}` }, nowSeconds);
  }
}

async function addEvent(part: DatabaseTransaction, id: number, event: string, nowSeconds: number): Promise<void> {
  await part.insertInto('acceleration_events').values({ acceleration_id: id, event, added: nowSeconds }).execute();
}

/** Maximum accelerations that are open at the same time. */
export const maxOpen = 10_000;

/** Returns accelerations that are not settled, oldest first. */
export const openAccelerations = (database: Database): Promise<AccelerationRow[]> =>
  database
    .selectFrom('accelerations')
    .selectAll()
    .where('status', 'in', [...openStates])
    .orderBy('id')
    .limit(maxOpen)
    .execute();

/** Returns the number of accelerations that are not settled. */
export async function countOpen(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('accelerations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', 'in', [...openStates])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether an acceleration of a transaction is not settled. */
export async function isAccelerated(database: Database, txid: string): Promise<boolean> {
  const row = await database
    .selectFrom('accelerations')
    .select('id')
    .where('txid', '=', txid)
    .where('status', 'in', [...openStates])
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns an acceleration of a user; undefined for those of other users. */
export const accelerationOf = (database: Database, userId: number, id: number): Promise<AccelerationRow | undefined> =>
  database
    .selectFrom('accelerations')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Returns which of some transactions were ever accelerated here. */
export async function everAccelerated(database: Database, txids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const idsPerQuery = 500;
  for (let start = 0; start < txids.length; start += idsPerQuery) {
    const rows = await database
      .selectFrom('accelerations')
      .select('txid')
      .distinct()
      .where('txid', 'in', txids.slice(start, start + idsPerQuery))
      .execute();
    for (const { txid } of rows) found.add(txid);
  }
  return found;
}
