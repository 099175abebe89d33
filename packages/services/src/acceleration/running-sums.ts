import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { HourTable } from '../database/tables/sum-tables.ts';
import type { AccelerationRow } from './life-cycle.ts';

/** Seconds of an hour. */
export const hourSeconds = 3_600;

const fields = ['requested', 'accepted', 'completed', 'bid_boost', 'vsize', 'heights'] as const;

/** Returns the contribution of an acceleration to the sums of its hour. */
function partOf(row: AccelerationRow): HourTable {
  const isMined = row.status === 'completed' || row.status === 'completed_provisional';
  return {
    hour: Math.floor(row.added / hourSeconds),
    mined_by: row.mined_by ?? -1,
    requested: 1,
    accepted: row.accepted,
    completed: isMined ? 1 : 0,
    bid_boost: isMined ? (row.bid_boost ?? 0) : 0,
    vsize: isMined ? row.effective_vsize : 0,
    heights: isMined ? (row.block_height ?? 0) : 0,
  };
}

/**
 * Changes the sums with an acceleration, in the database transaction of its change.
 * @param before undefined for a new one
 */
export async function addToSums(
  part: DatabaseTransaction,
  before: AccelerationRow | undefined,
  after: AccelerationRow,
): Promise<void> {
  const parts = [partOf(after), ...(before === undefined ? [] : [negative(partOf(before))])];
  // in one order, so that two changes do not wait for each other
  for (const row of parts.sort((a, b) => a.mined_by - b.mined_by)) await add(part, row);
}

function negative(row: HourTable): HourTable {
  const result = { ...row };
  for (const field of fields) result[field] = -row[field];
  return result;
}

const add = (part: DatabaseTransaction, row: HourTable) =>
  part
    .insertInto('acceleration_hours')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['hour', 'mined_by']).doUpdateSet((at) => ({
        requested: at('acceleration_hours.requested', '+', row.requested),
        accepted: at('acceleration_hours.accepted', '+', row.accepted),
        completed: at('acceleration_hours.completed', '+', row.completed),
        bid_boost: at('acceleration_hours.bid_boost', '+', row.bid_boost),
        vsize: at('acceleration_hours.vsize', '+', row.vsize),
        heights: at('acceleration_hours.heights', '+', row.heights),
      })),
    )
    .execute();

/** Which hours are summed. */
export interface HourFilter {
  /** First hour; undefined: all. */
  firstHour?: number | undefined;
  /** Last hour; undefined: all. */
  lastHour?: number | undefined;
  minedBy?: number | undefined;
}

/** Returns sums by interval, newest first. @param intervalHours hours of an interval; undefined: all in one */
export async function sumsOfHours(
  database: Database,
  { firstHour, lastHour, minedBy }: HourFilter,
  intervalHours: number | undefined,
  limit: number,
): Promise<HourTable[]> {
  const interval = intervalHours === undefined ? sql<number>`0` : sql<number>`hour / cast(${intervalHours} as bigint)`;
  const sum = (name: (typeof fields)[number]) =>
    sql<number>`cast(coalesce(sum(${sql.ref(name)}), 0) as bigint)`.as(name);
  let query = database.selectFrom('acceleration_hours').select([interval.as('hour'), ...fields.map(sum)]);
  if (firstHour !== undefined) query = query.where('hour', '>=', firstHour);
  if (lastHour !== undefined) query = query.where('hour', '<=', lastHour);
  if (minedBy !== undefined) query = query.where('mined_by', '=', minedBy);
  if (intervalHours !== undefined) query = query.groupBy(sql`1`).orderBy(sql`1`, 'desc').limit(limit);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, mined_by: minedBy ?? -1 }) as HourTable);
}
