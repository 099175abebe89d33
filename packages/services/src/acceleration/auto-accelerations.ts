import { CodedError, isCoded } from '@glassblock/primitives';
import type { Selectable } from 'kysely';
import { forUser } from '../accounts/users.ts';
import { type Database, isDuplicate } from '../database/database.ts';
import type { AutoStatus, AutoTable, TriggerType } from '../database/tables/auto-tables.ts';
import type { Accelerator } from './accelerator.ts';
import type { AccelerationChain, TxLocation } from './chain.ts';

/** A stored automatic acceleration. */
export type AutoRow = Selectable<AutoTable>;

/** Options of automatic accelerations. */
export interface AutoOptions {
  database: Database;
  accelerator: Pick<Accelerator, 'quote' | 'accept' | 'hasMiner'>;
  chain: AccelerationChain;
  nowSeconds(): number;
}

const minDelayHours = 0.5;
const minAheadSeconds = 60;
const maxOfUser = 100;
/** One that cannot be bought is canceled after this time. */
const tryingSeconds = 14 * 86_400;
const maxDelayHours = 14 * 24;

/**
 * Stores an automatic acceleration; it is bought from the balance with the default bid when its trigger is reached.
 * @throws {CodedError} services.bad-acceleration for a malformed trigger, services.txid-not-in-mempool,
 * services.acceleration-duplicated, services.busy
 */
export async function trackAcceleration(
  { database, chain, nowSeconds }: AutoOptions,
  { userId, txid, type, value }: { userId: number; txid: string; type: string; value: number | undefined },
): Promise<void> {
  const located = await chain.locate([txid]);
  if (located?.locations[0]?.in !== 'mempool')
    throw new CodedError('services.txid-not-in-mempool', 'the transaction is not in the mempool');
  const due = dueOf(type, value, { height: located.height, now: nowSeconds() });
  if (due === undefined) throw new CodedError('services.bad-acceleration', 'the trigger is malformed or in the past');
  const row = { user_id: userId, txid, status: 'tracking', added: nowSeconds(), ...due } as const;
  try {
    await forUser(database, userId, async (part) => {
      if ((await countTracked(part, userId)) >= maxOfUser)
        throw new CodedError('services.busy', 'too many automatic accelerations');
      await part.insertInto('auto_accelerations').values(row).execute();
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new CodedError('services.acceleration-duplicated', 'the same trigger exists already', { cause: error });
  }
}

async function countTracked(database: Database, userId: number): Promise<number> {
  const { tracked } = await database
    .selectFrom('auto_accelerations')
    .select(({ fn }) => fn.countAll<number>().as('tracked'))
    .where('user_id', '=', userId)
    .where('status', '=', 'tracking')
    .executeTakeFirstOrThrow();
  return Number(tracked);
}

type Due = Pick<AutoRow, 'trigger_type' | 'trigger_value' | 'due_height' | 'due_time'>;

/** Returns when a trigger is due; undefined for a malformed one. */
function dueOf(type: string, value: number | undefined, seen: { height: number; now: number }): Due | undefined {
  const next = seen.height + 1;
  const at = (trigger_type: TriggerType, due_height: number | null, due_time: number | null): Due => ({
    trigger_type,
    trigger_value: value ?? next,
    due_height,
    due_time,
  });
  if (type === 'next_block') return at(type, next, null);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  if (type === 'time_delay')
    return value >= minDelayHours && value <= maxDelayHours
      ? at(type, null, seen.now + Math.round(value * 3_600))
      : undefined;
  if (!Number.isSafeInteger(value)) return undefined;
  if (type === 'block_height') return value >= next ? at(type, value, null) : undefined;
  if (type === 'timestamp') return value >= seen.now + minAheadSeconds ? at(type, null, value) : undefined;
  return undefined;
}

/** Automatic accelerations that are read at a time. */
const batchSize = 5_000;
/** Of miners; repeating the purchase would lead to the same. */
const refusals = ['services.tx-rejected', 'services.cannot-decode-tx', 'services.bad-dependencies'];

/** Buys automatic accelerations that are due, and ends those of mined transactions. Those of disabled users wait. */
export async function runAutoAccelerations(options: AutoOptions): Promise<void> {
  const { database, chain } = options;
  let after = 0;
  for (;;) {
    const rows = await database
      .selectFrom('auto_accelerations')
      .selectAll()
      .where('status', '=', 'tracking')
      .where('id', '>', after)
      .where('user_id', 'in', (at) => at.selectFrom('users').select('id').where('status', '=', 'verified'))
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const located = await chain.locate(rows.map(({ txid }) => txid));
    if (located === undefined) return;
    for (const [i, row] of rows.entries()) {
      const status = await nextAutoStatus(options, row, located.locations[i]!, located.height);
      if (status !== undefined) await endTracking(database, row.id, status);
    }
    if (rows.length < batchSize) return;
  }
}

async function nextAutoStatus(
  { accelerator, nowSeconds }: AutoOptions,
  row: AutoRow,
  location: TxLocation,
  height: number,
): Promise<AutoStatus | undefined> {
  if (location.in === 'block') return 'confirmed';
  if (location.in === 'nowhere') return 'canceled';
  if (location.in === 'unknown') return undefined;
  const isDue = (row.due_height ?? Number.POSITIVE_INFINITY) <= height || (row.due_time ?? Infinity) <= nowSeconds();
  if (!isDue) return undefined;
  try {
    const quote = await accelerator.quote(row.txid);
    // accelerated already, by an interrupted run too
    if (quote === undefined) return 'accelerated';
    // a purchase without a miner is stored as a failed one, each time
    if (!(await accelerator.hasMiner())) return undefined;
    await accelerator.accept(row.user_id, row.txid, quote.options[1]);
    return 'accelerated';
  } catch (error) {
    if (!isCoded(error)) throw error;
    if (error.code === 'services.acceleration-duplicated') return 'accelerated';
    if (refusals.includes(error.code)) return 'canceled';
    // no balance, no miner: until it is mined
    return nowSeconds() > row.added + tryingSeconds + maxDelayHours * 3_600 ? 'canceled' : undefined;
  }
}

const endTracking = (database: Database, id: number, status: AutoStatus) =>
  database
    .updateTable('auto_accelerations')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'tracking')
    .execute();

/** Ends automatic accelerations of a transaction. @returns how many there were */
export async function untrackAcceleration(
  database: Database,
  { userId, txid, type }: { userId: number; txid: string; type: string | undefined },
): Promise<number> {
  let update = database
    .updateTable('auto_accelerations')
    .set({ status: 'canceled' })
    .where('user_id', '=', userId)
    .where('txid', '=', txid)
    .where('status', '=', 'tracking');
  if (type !== undefined) update = update.where('trigger_type', '=', type as TriggerType);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}

const maxRows = 1_000;

/** Returns the automatic accelerations of a user, newest first, at most 1,000. */
export const autoAccelerationsOf = (database: Database, userId: number): Promise<AutoRow[]> =>
  database
    .selectFrom('auto_accelerations')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute();
