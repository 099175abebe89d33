import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables/tables.ts';
import type { AccelerationRow } from './life-cycle.ts';

/** A step in the life of an acceleration. */
export interface AccelerationEvent {
  event: string;
  added: number;
}

const maxRows = 1_000;

/** Returns the accelerations of a user, newest first, at most 1,000. @param statuses undefined: all */
export function accelerationsOfUser(
  database: Database,
  userId: number,
  statuses: readonly AccelerationStatus[] | undefined,
): Promise<AccelerationRow[]> {
  if (statuses?.length === 0) return Promise.resolve([]);
  const ofUser = database.selectFrom('accelerations').where('user_id', '=', userId);
  if (statuses === undefined) return ofUser.selectAll().orderBy('id', 'desc').limit(maxRows).execute();
  // the limit is applied in the index: otherwise PostgreSQL reads and sorts all rows of these states
  const ids = ofUser.select('id').where('status', 'in', statuses).orderBy('id', 'desc').limit(maxRows);
  return database.selectFrom('accelerations').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
}

/** Returns the events of at most 1,000 accelerations, oldest first, by acceleration. */
export async function eventsOf(
  database: Database,
  rows: readonly Pick<AccelerationRow, 'id'>[],
): Promise<Map<number, AccelerationEvent[]>> {
  const events = new Map<number, AccelerationEvent[]>(rows.map(({ id }) => [id, []]));
  if (rows.length === 0) return events;
  const found = await database
    .selectFrom('acceleration_events')
    .select(['acceleration_id', 'event', 'added'])
    // of a join or a subquery by user, SQLite sorts the rows
    .where('acceleration_id', 'in', [...events.keys()])
    // in the order of the index
    .orderBy('acceleration_id')
    .orderBy('id')
    .execute();
  for (const { acceleration_id, event, added } of found) events.get(acceleration_id)!.push({ event, added });
  return events;
}
