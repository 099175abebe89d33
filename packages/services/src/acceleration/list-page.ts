import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables/tables.ts';
import { countDays, daySeconds, sumOfDays } from './day-counts.ts';
import type { AccelerationRow } from './life-cycle.ts';
import { filtered, type ListFilter } from './list-filter.ts';

const allStatuses: readonly AccelerationStatus[] = [
  'requested',
  'accelerating',
  'completed_provisional',
  'completed',
  'failed_provisional',
  'failed',
];

/** To pass over entries of an index takes less time than to find the day of a page, which reads the counts of all days. */
const maxPassed = 10_000;

/**
 * Returns one page of accelerations, newest first, and the number of all. Days that are newer or older than the page
 * are known by their counts: of other days, only entries of an index are passed over.
 * @param page from 1
 * @param nearRows rows from the newest whose pages are read without finding their days
 */
export async function accelerationPage(
  database: Database,
  filter: ListFilter,
  { page, pageLength }: { page: number; pageLength: number },
  nearRows = maxPassed,
): Promise<{ rows: AccelerationRow[]; total: number }> {
  const offset = (page - 1) * pageLength;
  const { total, newer, ...times } = await placeOf(database, filter, {
    start: offset,
    end: offset + pageLength,
    nearRows,
  });
  const limit = Math.min(pageLength, total - offset);
  if (limit <= 0) return { rows: [], total };
  const found = await keysOf(database, { ...filter, ...times })
    .orderBy('added', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset - newer)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows =
    ids.length === 0 ? [] : await database.selectFrom('accelerations').selectAll().where('id', 'in', ids).execute();
  return { rows: rows.sort((a, b) => b.added - a.added || b.id - a.id), total };
}

/** Where the rows of a page are. */
interface Place extends Pick<ListFilter, 'since' | 'until'> {
  /** Rows of the list. */
  total: number;
  /** Rows of the list that are newer than `until`. */
  newer: number;
}

/** Finds the days of a page: whole days by their counts, and days at the ends of the list, which it has in part. */
async function placeOf(
  database: Database,
  filter: ListFilter,
  { start, end, nearRows }: { start: number; end: number; nearRows: number },
): Promise<Place> {
  const { statuses, since, until, blockHash, blockHeight } = filter;
  const firstDay = since === undefined ? undefined : Math.ceil(since / daySeconds);
  const lastDay = until === undefined ? undefined : Math.floor((until + 1) / daySeconds) - 1;
  const hasNoWholeDay = firstDay !== undefined && lastDay !== undefined && lastDay < firstDay;
  // a block has few
  if (blockHash !== undefined || blockHeight !== undefined || hasNoWholeDay || statuses?.length === 0)
    return { total: await countRows(database, filter), newer: 0, since, until };
  const firstSecond = firstDay === undefined ? undefined : firstDay * daySeconds;
  const endSecond = lastDay === undefined ? undefined : (lastDay + 1) * daySeconds;
  const oldest = firstSecond === since ? 0 : await countRows(database, { ...filter, until: (firstSecond ?? 0) - 1 });
  const isPartOfNewest = endSecond !== undefined && until !== endSecond - 1;
  const newest = isPartOfNewest ? await countRows(database, { ...filter, since: endSecond }) : 0;
  const days = { statuses, minedBy: filter.minedBy, firstDay, lastDay };
  if (end <= nearRows) return { total: newest + (await sumOfDays(database, days)) + oldest, newer: 0, since, until };
  const { total, found } = await countDays(database, days, { start: start - newest, end: end - newest });
  const place: Place = { total: newest + total + oldest, newer: 0, since, until };
  if (start >= newest) {
    place.newer = newest + (found?.newer ?? total);
    place.until = found === undefined ? (firstSecond ?? 0) - 1 : (found.lastDay + 1) * daySeconds - 1;
  }
  if (end <= newest + total) place.since = found === undefined ? endSecond : found.firstDay * daySeconds;
  return place;
}

async function countRows(database: Database, filter: ListFilter): Promise<number> {
  const { count } = await filtered(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Returns the query of the times and ids of a list. States are read one by one and merged, since each of them has its
 * rows in this order in an index: of several in one query, all would be sorted.
 */
function keysOf(database: Database, filter: ListFilter) {
  const { statuses, minedBy, blockHash, blockHeight } = filter;
  const keys = (of: ListFilter) => filtered(database, of).select(['added', 'id']);
  // a block has few
  if (blockHash !== undefined || blockHeight !== undefined) return keys(filter);
  // the index of mining pools has the state before the time
  const [first, ...others] = statuses ?? (minedBy === undefined ? [] : allStatuses);
  if (first === undefined) return keys(filter);
  return others.reduce(
    (all, status) => all.unionAll(keys({ ...filter, statuses: [status] })),
    keys({ ...filter, statuses: [first] }),
  );
}
