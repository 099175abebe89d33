import { type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When an automatic acceleration starts. */
export type TriggerType = 'time_delay' | 'block_height' | 'timestamp' | 'next_block';
/** States of an automatic acceleration. */
export type AutoStatus = 'tracking' | 'accelerated' | 'confirmed' | 'canceled';

/** An acceleration that starts by itself. Times are Unix seconds. */
export interface AutoTable {
  id: Generated<number>;
  user_id: number;
  txid: string;
  status: AutoStatus;
  trigger_type: TriggerType;
  /** As the user stated it: hours, height or time. */
  trigger_value: number;
  /** Due at this height or time; the other one is null. */
  due_height: number | null;
  due_time: number | null;
  added: number;
}

/** Migrations of automatic accelerations. @param id definition of an id column */
export const autoMigrations = (id: string): Record<string, Migration> => ({
  '0011-auto-accelerations': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        `create table auto_accelerations (
          id ${id}, user_id bigint not null references users (id), txid text not null,
          status text not null check (status in ('tracking', 'accelerated', 'confirmed', 'canceled')),
          trigger_type text not null, trigger_value double precision not null,
          due_height bigint, due_time bigint, added bigint not null)`,
        `create unique index one_trigger_of_a_kind on auto_accelerations (user_id, txid, trigger_type)
          where status = 'tracking'`,
        'create index auto_accelerations_of_user on auto_accelerations (user_id, id)',
        'create index auto_accelerations_by_status on auto_accelerations (status, id)',
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
});
