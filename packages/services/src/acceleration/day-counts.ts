import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { DayTable } from '../database/tables/day-tables.ts';
import type { AccelerationStatus } from '../database/tables/tables.ts';
import type { AccelerationRow } from './life-cycle.ts';
import type { ListFilter } from './list-filter.ts';

/** Seconds of a day. */
export const daySeconds = 86_400;
/** Id of the counts of all mining pools. */
const all = -1;

/** Returns the contribution of an acceleration to the counts of its day. @param count 1, or -1 to take it back */
function partsOf({ added, status, mined_by }: AccelerationRow, count: number): DayTable<AccelerationStatus>[] {
  const day = Math.floor(added / daySeconds);
  return [all, ...(mined_by === null ? [] : [mined_by])].map((id) => ({ mined_by: id, status, day, count }));
}

/**
 * Changes the counts with an acceleration, in the database transaction of its change.
 * @param before undefined for a new one
 */
export async function addToDays(
  part: DatabaseTransaction,
  before: AccelerationRow | undefined,
  after: AccelerationRow,
): Promise<void> {
  const parts = [...(before === undefined ? [] : partsOf(before, -1)), ...partsOf(after, 1)];
  // in one order, so that two changes do not wait for each other
  parts.sort((a, b) => a.mined_by - b.mined_by || (a.status < b.status ? -1 : 1));
  for (const row of parts)
    await part
      .insertInto('acceleration_days')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['mined_by', 'status', 'day'])
          .doUpdateSet((at) => ({ count: at('acceleration_days.count', '+', row.count) })),
      )
      .execute();
}

/** Whole days that are counted. */
export interface DayFilter extends Pick<ListFilter, 'statuses' | 'minedBy'> {
  /** Undefined: all before `lastDay`. */
  firstDay: number | undefined;
  /** Undefined: all after `firstDay`. */
  lastDay: number | undefined;
}

/** Returns the query of the counts of whole days. */
function daysIn(database: Database, { statuses, minedBy, firstDay, lastDay }: DayFilter) {
  let days = database.selectFrom('acceleration_days').where('mined_by', '=', minedBy ?? all);
  if (statuses !== undefined) days = days.where('status', 'in', statuses);
  if (firstDay !== undefined) days = days.where('day', '>=', firstDay);
  if (lastDay !== undefined) days = days.where('day', '<=', lastDay);
  return days;
}

/** Returns the number of accelerations of whole days. */
export async function sumOfDays(database: Database, filter: DayFilter): Promise<number> {
  const { total } = await daysIn(database, filter)
    .select(sql<number>`cast(coalesce(sum(count), 0) as bigint)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Number of accelerations of whole days, and the days of some of them. */
export interface DayCounts {
  total: number;
  /** Days with at least one of the rows of `wanted`; undefined when none has. */
  found: { firstDay: number; lastDay: number; newer: number } | undefined;
}

/**
 * Counts the accelerations of whole days.
 * @param wanted positions of rows, from the newest, of which the last one is exclusive
 * @returns `newer`: rows that are newer than `lastDay`
 */
export async function countDays(
  database: Database,
  filter: DayFilter,
  wanted: { start: number; end: number },
): Promise<DayCounts> {
  const days = daysIn(database, filter)
    .select([
      'day',
      ({ fn }) => fn.sum('count').as('rows'),
      sql<number>`sum(sum(count)) over (order by day desc)`.as('with_newer'),
    ])
    .groupBy('day');
  const isWanted = sql`filter (where with_newer > ${wanted.start} and with_newer - "rows" < ${wanted.end})`;
  const { total, first, last, newer } = await database
    .selectFrom(days.as('days'))
    .select([
      sql<number>`cast(coalesce(sum("rows"), 0) as bigint)`.as('total'),
      sql<number | null>`min(day) ${isWanted}`.as('first'),
      sql<number | null>`max(day) ${isWanted}`.as('last'),
      sql<number>`cast(min(with_newer - "rows") ${isWanted} as bigint)`.as('newer'),
    ])
    .executeTakeFirstOrThrow();
  const found = first === null || last === null ? undefined : { firstDay: first, lastDay: last, newer };
  return { total, found };
}
