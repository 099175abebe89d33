import type { Database } from '../database/database.ts';
import type { AccelerationStatus } from '../database/tables/tables.ts';

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

/** Returns the query of all accelerations of a list. */
export function filtered(database: Database, { statuses, since, until, minedBy, blockHeight, blockHash }: ListFilter) {
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
