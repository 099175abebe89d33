import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrate } from './database.ts';
import { migrationsFor } from './migrations.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables/tables.ts';

const memory = { kind: 'sqlite', path: ':memory:' } as const;

it('counts the accelerations of an older database that a miner had, also where they failed later', async () => {
  const database = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(memory.path)) });
  const provider = { getMigrations: async () => migrationsFor('sqlite') };
  const { error } = await new Migrator({ db: database, provider }).migrateTo('0023-writer');
  expect(error).toBeUndefined();
  await sql`insert into users (username, type, status, added) values ('alice', 'community', 'verified', 1)`.execute(
    database,
  );
  for (const [id, status, added] of [
    [1, 'failed', 100],
    [2, 'failed', 200],
    [3, 'completed', 3_700],
    [4, 'requested', 3_800],
  ] as const)
    await sql`insert into accelerations (id, user_id, txid, status, added, last_updated, expires, effective_fee,
      effective_vsize, bid, base_fee, vsize_fee) values (${id}, 1, ${`tx ${id}`}, ${status}, ${added}, 0, 0, 1, 1, 1, 0, 0)`.execute(
      database,
    );
  await sql`insert into acceleration_events (acceleration_id, event, added) values
    (1, 'requested', 0), (1, 'failed: not sent to miners', 0), (2, 'accelerating: sent to miners', 0),
    (2, 'failed: refunded', 0)`.execute(database);
  await sql`insert into acceleration_hours (hour, mined_by, requested, completed, bid_boost, vsize, heights) values
    (0, -1, 2, 0, 0, 0, 0), (1, -1, 2, 1, 1, 1, 1)`.execute(database);
  await migrate(database, memory);
  const rows = await database.selectFrom('accelerations').select('accepted').orderBy('id').execute();
  expect(rows.map(({ accepted }) => accepted)).toEqual([0, 1, 1, 0]);
  const hours = await database.selectFrom('acceleration_hours').select('accepted').orderBy('hour').execute();
  expect(hours.map(({ accepted }) => accepted)).toEqual([1, 1]);
  await database.destroy();
});

it('counts the accelerations of an older database by day, state and mining pool', async () => {
  const database = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(memory.path)) });
  const provider = { getMigrations: async () => migrationsFor('sqlite') };
  await new Migrator({ db: database, provider }).migrateTo('0024-accepted-accelerations');
  await sql`insert into users (username, type, status, added) values ('alice', 'community', 'verified', 1)`.execute(
    database,
  );
  for (const [id, status, added, miningPool] of [
    [1, 'failed', 86_399, null],
    [2, 'completed', 86_400, 7],
    [3, 'completed', 172_799, 8],
    [4, 'completed', 172_799, 8],
  ] as const)
    await sql`insert into accelerations (id, user_id, txid, status, added, last_updated, expires, effective_fee,
      effective_vsize, bid, base_fee, vsize_fee, mined_by)
      values (${id}, 1, ${`tx ${id}`}, ${status}, ${added}, 0, 0, 1, 1, 1, 0, 0, ${miningPool})`.execute(database);
  await migrate(database, memory);
  const days = await database.selectFrom('acceleration_days').selectAll().orderBy('mined_by').orderBy('day').execute();
  expect(days).toEqual([
    { mined_by: -1, status: 'failed', day: 0, count: 1 },
    { mined_by: -1, status: 'completed', day: 1, count: 3 },
    { mined_by: 7, status: 'completed', day: 1, count: 1 },
    { mined_by: 8, status: 'completed', day: 1, count: 2 },
  ]);
  await database.destroy();
});
