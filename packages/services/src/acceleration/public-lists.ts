import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables/tables.ts';
import type { AccelerationRow } from './life-cycle.ts';
import { filtered, type ListFilter } from './list-filter.ts';
import { hourSeconds, sumsOfHours } from './running-sums.ts';

const minedStatuses = ['completed', 'completed_provisional'] as const;
/** Words of the query `status` that mean several states, or one of another name. */
const statusWords: Readonly<Record<string, readonly AccelerationStatus[]>> = {
  requested: ['requested'],
  accelerating: ['accelerating'],
  mined: ['completed_provisional'],
  completed: ['completed'],
  completed_provisional: ['completed_provisional'],
  failed: ['failed'],
  failed_provisional: ['failed_provisional'],
};

/** Returns the states of a comma-separated query; undefined for all; empty when no word is known. */
export function statusesOf(words: string | undefined): AccelerationStatus[] | undefined {
  if (words === undefined || words.split(',').includes('all')) return undefined;
  const statuses = words.split(',').flatMap((word) => (Object.hasOwn(statusWords, word) ? statusWords[word]! : []));
  return [...new Set(statuses)];
}

const maxActive = 10_000;

/** Returns accelerations that miners have, oldest first. */
export const activeAccelerations = (database: Database): Promise<AccelerationRow[]> =>
  filtered(database, { statuses: ['accelerating'] })
    .selectAll()
    .orderBy('id')
    .limit(maxActive)
    .execute();

/** Totals of accelerations. */
export interface AccelerationTotals {
  requested: number;
  /** Those that a miner had. */
  accepted: number;
  completed: number;
  /** Sats that were charged for mined accelerations, without service fees. */
  bidBoost: number;
  vsize: number;
}

/** True for filters that the running sums support. */
const isSummed = ({ statuses, blockHeight, blockHash }: ListFilter) =>
  statuses === undefined && blockHeight === undefined && blockHash === undefined;

/** Returns the totals of accelerations: of whole hours from the running sums, of partial hours from their rows. */
export async function accelerationTotals(database: Database, filter: ListFilter): Promise<AccelerationTotals> {
  if (!isSummed(filter)) return totalsOfRows(database, filter);
  const { since, until, minedBy } = filter;
  const firstHour = since === undefined ? undefined : Math.ceil(since / hourSeconds);
  const lastHour = until === undefined ? undefined : Math.floor((until + 1) / hourSeconds) - 1;
  if (firstHour !== undefined && lastHour !== undefined && lastHour < firstHour) return totalsOfRows(database, filter);
  const [sums] = await sumsOfHours(database, { firstHour, lastHour, minedBy }, undefined, 1);
  let totals: AccelerationTotals = {
    requested: sums!.requested,
    accepted: sums!.accepted,
    completed: sums!.completed,
    bidBoost: sums!.bid_boost,
    vsize: sums!.vsize,
  };
  const start = (firstHour ?? 0) * hourSeconds;
  if (since !== undefined && since < start)
    totals = plus(totals, await totalsOfRows(database, { ...filter, until: start - 1 }));
  const end = ((lastHour ?? 0) + 1) * hourSeconds;
  if (until !== undefined && until >= end)
    totals = plus(totals, await totalsOfRows(database, { ...filter, since: end }));
  return totals;
}

const plus = (a: AccelerationTotals, b: AccelerationTotals): AccelerationTotals => ({
  requested: a.requested + b.requested,
  accepted: a.accepted + b.accepted,
  completed: a.completed + b.completed,
  bidBoost: a.bidBoost + b.bidBoost,
  vsize: a.vsize + b.vsize,
});

async function totalsOfRows(database: Database, filter: ListFilter): Promise<AccelerationTotals> {
  const all = await filtered(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const accepted = await filtered(database, filter)
    .where('accepted', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const mined = await filtered(database, { ...filter, statuses: minedStatuses })
    .select([
      ({ fn }) => fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(bid_boost), 0) as bigint)`.as('boost'),
      sql<number>`cast(coalesce(sum(effective_vsize), 0) as bigint)`.as('vsize'),
    ])
    .executeTakeFirstOrThrow();
  return {
    requested: Number(all.count),
    accepted: Number(accepted.count),
    completed: Number(mined.count),
    bidBoost: mined.boost,
    vsize: mined.vsize,
  };
}

/** Mined accelerations of an interval. */
export interface AccelerationSum {
  /** Start of the interval, Unix seconds. */
  start: number;
  bidBoost: number;
  meanHeight: number;
  count: number;
}

const maxIntervals = 5_000;

/**
 * Returns mined accelerations by interval, oldest first, and when the first one was requested.
 * @param filter whole hours of `since`; `statuses`, `until` and blocks are ignored
 * @param intervalSeconds whole hours
 */
export async function accelerationSums(
  database: Database,
  { since, minedBy }: ListFilter,
  intervalSeconds: number,
): Promise<{ sums: AccelerationSum[]; oldest: number | undefined }> {
  const firstHour = since === undefined ? undefined : Math.floor(since / hourSeconds);
  const hours = intervalSeconds / hourSeconds;
  const rows = await sumsOfHours(database, { firstHour, minedBy }, hours, maxIntervals);
  const { oldest } = await database
    .selectFrom('accelerations')
    .select(({ fn }) => fn.min('added').as('oldest'))
    .executeTakeFirstOrThrow();
  const sums = rows
    .filter(({ completed }) => completed > 0)
    .reverse()
    .map(({ hour: index, completed, bid_boost, heights }) => ({
      start: index * intervalSeconds,
      bidBoost: bid_boost,
      meanHeight: Math.floor(heights / completed),
      count: completed,
    }));
  return { sums, oldest: (oldest as number | null) ?? undefined };
}

/** Returns the newest acceleration of a transaction. */
export const accelerationOfTx = (database: Database, txid: string): Promise<AccelerationRow | undefined> =>
  database.selectFrom('accelerations').selectAll().where('txid', '=', txid).orderBy('id', 'desc').executeTakeFirst();
