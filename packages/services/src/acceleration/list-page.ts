import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables.ts';
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

/**
 * Returns one page of accelerations, newest first, and the number of all. For pages far from the newest row, only
 * entries of an index are passed over.
 * @param page from 1
 */
export async function accelerationPage(
  database: Database,
  filter: ListFilter,
  { page, pageLength }: { page: number; pageLength: number },
): Promise<{ rows: AccelerationRow[]; total: number }> {
  const counted = await filtered(database, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const offset = (page - 1) * pageLength;
  const limit = Math.min(pageLength, total - offset);
  if (limit <= 0) return { rows: [], total };
  const found = await keysOf(database, filter)
    .orderBy('added', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows =
    ids.length === 0 ? [] : await database.selectFrom('accelerations').selectAll().where('id', 'in', ids).execute();
  return { rows: rows.sort((a, b) => b.added - a.added || b.id - a.id), total };
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
