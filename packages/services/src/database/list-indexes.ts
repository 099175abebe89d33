import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes of lists with filters, and of the sums of a user. */
export const listMigrations: Record<string, Migration> = {
  '0022-list-indexes': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        'drop index accelerations_by_time',
        'create index accelerations_by_time on accelerations (added, id)',
        'create index accelerations_by_status_and_time on accelerations (status, added, id)',
        'create index accelerations_by_mining_pool on accelerations (mined_by, status, added, id)',
        'create index accelerations_by_block_hash on accelerations (block_hash)',
        'create index hours_by_mining_pool on acceleration_hours (mined_by, hour)',
        // has all columns of a sum
        'create index transfers_by_accounts on transfers (debit, credit, amount)',
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
  '0026-own-list-indexes': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        'create index accelerations_of_user_by_status on accelerations (user_id, status, id)',
        // has all columns of the credits of a user
        'create index transfers_by_reason on transfers (credit, reason, id, amount, added)',
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
};
