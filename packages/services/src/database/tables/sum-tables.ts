import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sums of the accelerations that were requested in one hour, by the mining pool that mined them. */
export interface HourTable {
  /** Unix seconds by 3,600. */
  hour: number;
  /** Unique id of the mining pool; -1: not mined. */
  mined_by: number;
  requested: number;
  /** Those that a miner had. */
  accepted: number;
  completed: number;
  /** Sats. */
  bid_boost: number;
  vsize: number;
  /** Sum of block heights. */
  heights: number;
}

/** Migrations of the sums. */
export const sumMigrations: Record<string, Migration> = {
  '0012-acceleration-hours': {
    async up(database: Kysely<unknown>): Promise<void> {
      const isMined = "status in ('completed', 'completed_provisional')";
      const sumOf = (value: string) => `coalesce(sum(case when ${isMined} then ${value} else 0 end), 0)`;
      const statements = [
        `create table acceleration_hours (
          hour bigint not null, mined_by bigint not null, requested bigint not null, completed bigint not null,
          bid_boost bigint not null, vsize bigint not null, heights bigint not null, primary key (hour, mined_by))`,
        `insert into acceleration_hours (hour, mined_by, requested, completed, bid_boost, vsize, heights)
          select added / 3600, coalesce(mined_by, -1), count(*), ${sumOf('1')}, ${sumOf('coalesce(bid_boost, 0)')},
            ${sumOf('effective_vsize')}, ${sumOf('coalesce(block_height, 0)')}
          from accelerations group by 1, 2`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
  '0024-accepted-accelerations': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        'alter table accelerations add column accepted bigint not null default 0',
        `update accelerations set accepted = 1 where status not in ('requested', 'failed') or exists (
          select 1 from acceleration_events where acceleration_id = accelerations.id and event like 'accelerating:%')`,
        'create index accelerations_by_acceptance on accelerations (accepted, added)',
        'alter table acceleration_hours add column accepted bigint not null default 0',
        `update acceleration_hours set accepted = sums.accepted from (
          select added / 3600 as hour, coalesce(mined_by, -1) as mined_by, sum(accepted) as accepted
          from accelerations group by 1, 2) as sums
          where sums.hour = acceleration_hours.hour and sums.mined_by = acceleration_hours.mined_by`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
};
