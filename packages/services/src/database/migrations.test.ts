import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrate } from './database.ts';
import { migrationsFor } from './migrations.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

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
