import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables.ts';
import type { AccelerationRow } from './life-cycle.ts';
import { hourSeconds, sumsOfHours } from './running-sums.ts';

/** Which accelerations a public list has. */
export interface ListFilter {
  statuses?: readonly AccelerationStatus[] | undefined;
  /** Unix seconds; undefined: all. */
  since?: number | undefined;
  minedBy?: number | undefined;
  blockHeight?: number | undefined;
  blockHash?: string | undefined;
  /** Last second, Unix; undefined: now. */
  until?: number | undefined;
}

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
  return words.split(',').flatMap((word) => (Object.hasOwn(statusWords, word) ? statusWords[word]! : []));
}

function filtered(database: Database, { statuses, since, until, minedBy, blockHeight, blockHash }: ListFilter) {
  let query = database.selectFrom('accelerations');
  if (statuses !== undefined) query = query.where('status', 'in', statuses.length === 0 ? ['requested'] : statuses);
  if (statuses?.length === 0) query = query.where('id', '<', 0);
  if (since !== undefined) query = query.where('added', '>=', since);
  if (minedBy !== undefined) query = query.where('mined_by', '=', minedBy);
  if (until !== undefined) query = query.where('added', '<=', until);
  if (blockHash !== undefined) query = query.where('block_hash', '=', blockHash);
  if (blockHeight !== undefined) query = query.where('block_height', '=', blockHeight);
  return query;
}

/** The same, read in the order of ids: by the index of states, SQLite would sort all that match before the first page. */
function newestFirst(database: Database, { statuses, ...filter }: ListFilter) {
  const query = filtered(database, filter);
  if (statuses === undefined || statuses.length === 0) return filtered(database, { statuses, ...filter });
  return query.where(sql<AccelerationStatus>`coalesce(status, '')`, 'in', statuses);
}

const maxActive = 10_000;

/** Returns accelerations that miners have, oldest first. */
export const activeAccelerations = (database: Database): Promise<AccelerationRow[]> =>
  filtered(database, { statuses: ['accelerating'] })
    .selectAll()
    .orderBy('id')
    .limit(maxActive)
    .execute();

/** Returns one page of accelerations, newest first, and the number of all. @param page from 1 */
export async function accelerationPage(
  database: Database,
  filter: ListFilter,
  { page, pageLength }: { page: number; pageLength: number },
): Promise<{ rows: AccelerationRow[]; total: number }> {
  const { total } = await filtered(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await newestFirst(database, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageLength)
    .offset((page - 1) * pageLength)
    .execute();
  return { rows, total: Number(total) };
}

/** Totals of accelerations. */
export interface AccelerationTotals {
  requested: number;
  completed: number;
  /** Sats that were charged for mined accelerations, without service fees. */
  bidBoost: number;
  vsize: number;
}

/** True for filters that the running sums know. */
const isSummed = ({ statuses, until, blockHeight, blockHash }: ListFilter) =>
  statuses === undefined && until === undefined && blockHeight === undefined && blockHash === undefined;

/** Returns the totals of accelerations: of whole hours from the running sums, of the first one from its rows. */
export async function accelerationTotals(database: Database, filter: ListFilter): Promise<AccelerationTotals> {
  if (!isSummed(filter)) return totalsOfRows(database, filter);
  const { since, minedBy } = filter;
  const firstHour = since === undefined ? undefined : Math.ceil(since / hourSeconds);
  const [sums] = await sumsOfHours(database, { firstHour, minedBy }, undefined, 1);
  const first =
    firstHour === undefined || since === firstHour * hourSeconds
      ? undefined
      : await totalsOfRows(database, { ...filter, until: firstHour * hourSeconds - 1 });
  return {
    requested: sums!.requested + (first?.requested ?? 0),
    completed: sums!.completed + (first?.completed ?? 0),
    bidBoost: sums!.bid_boost + (first?.bidBoost ?? 0),
    vsize: sums!.vsize + (first?.vsize ?? 0),
  };
}

async function totalsOfRows(database: Database, filter: ListFilter): Promise<AccelerationTotals> {
  const all = await filtered(database, filter)
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
