import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Number of accelerations that were requested in one day and are in one state, of a mining pool or of all. */
export interface DayTable<Status extends string> {
  /** Unique id of the mining pool that mined them; -1: all, also those that were not mined. */
  mined_by: number;
  status: Status;
  /** Unix seconds by 86,400. */
  day: number;
  count: number;
}

/** Migration of the counts. */
export const dayMigrations: Record<string, Migration> = {
  '0025-acceleration-days': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        `create table acceleration_days (
          mined_by bigint not null, status text not null, day bigint not null, count bigint not null,
          primary key (mined_by, status, day))`,
        `insert into acceleration_days (mined_by, status, day, count)
          select -1, status, added / 86400, count(*) from accelerations group by 2, 3`,
        `insert into acceleration_days (mined_by, status, day, count)
          select mined_by, status, added / 86400, count(*) from accelerations
          where mined_by is not null group by 1, 2, 3`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
};
