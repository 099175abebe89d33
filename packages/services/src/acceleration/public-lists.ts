import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables.ts';
import type { AccelerationRow } from './life-cycle.ts';

/** Which accelerations a public list has. */
export interface ListFilter {
  statuses?: readonly AccelerationStatus[] | undefined;
  /** Unix seconds; undefined: all. */
  since?: number | undefined;
  minedBy?: number | undefined;
  blockHeight?: number | undefined;
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

function filtered(database: Database, { statuses, since, minedBy, blockHeight }: ListFilter) {
  let query = database.selectFrom('accelerations');
  if (statuses !== undefined) query = query.where('status', 'in', statuses.length === 0 ? ['requested'] : statuses);
  if (statuses?.length === 0) query = query.where('id', '<', 0);
  if (since !== undefined) query = query.where('added', '>=', since);
  if (minedBy !== undefined) query = query.where('mined_by', '=', minedBy);
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

/** Returns the totals of accelerations. */
export async function accelerationTotals(database: Database, filter: ListFilter): Promise<AccelerationTotals> {
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

/** Returns mined accelerations by interval, oldest first, and when the first one was requested. */
export async function accelerationSums(
  database: Database,
  filter: ListFilter,
  intervalSeconds: number,
): Promise<{ sums: AccelerationSum[]; oldest: number | undefined }> {
  const interval = sql<number>`added / cast(${intervalSeconds} as bigint)`;
  const rows = await filtered(database, { ...filter, statuses: minedStatuses })
    .select([
      interval.as('interval'),
      ({ fn }) => fn.countAll<number>().as('count'),
      sql<number>`cast(coalesce(sum(bid_boost), 0) as bigint)`.as('boost'),
      sql<number>`cast(coalesce(sum(block_height), 0) as bigint)`.as('heights'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`, 'desc')
    .limit(maxIntervals)
    .execute();
  const { oldest } = await database
    .selectFrom('accelerations')
    .select(({ fn }) => fn.min('added').as('oldest'))
    .executeTakeFirstOrThrow();
  const sums = rows.reverse().map(({ interval: index, count, boost, heights }) => ({
    start: index * intervalSeconds,
    bidBoost: boost,
    meanHeight: Math.floor(heights / Number(count)),
    count: Number(count),
  }));
  return { sums, oldest: (oldest as number | null) ?? undefined };
}
