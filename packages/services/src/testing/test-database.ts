import { randomBytes } from 'node:crypto';
import { Kysely, type KyselyPlugin, sql } from 'kysely';
import { type Database, migrate, openDatabase } from '../database/database.ts';
import { openSqlite, sqliteDialect } from '../database/sqlite.ts';
import type { Tables } from '../database/tables.ts';

/** A database of one test. */
export interface TestDatabase {
  database: Database;
  close(): Promise<void>;
}

/** PostgreSQL for the suites instead of SQLite; set by `npm run test:postgres`. */
const url = process.env['GLASSBLOCK_TEST_POSTGRES'];

/** An empty SQLite database: migrating a new one takes nine tenths of the CPU time of most tests. */
let migrated: Uint8Array | undefined;

async function openInMemory(plugins: KyselyPlugin[]): Promise<Database> {
  const connection = openSqlite(':memory:');
  if (migrated !== undefined) connection.deserialize(migrated);
  const database = new Kysely<Tables>({ dialect: sqliteDialect(connection), plugins });
  if (migrated === undefined) {
    await migrate(database, { kind: 'sqlite', path: ':memory:' });
    migrated = connection.serialize();
  }
  return database;
}

/** Opens an empty database: SQLite in memory, or a schema of its own in PostgreSQL. */
export async function openTestDatabase(plugins: KyselyPlugin[] = []): Promise<TestDatabase> {
  if (url === undefined) {
    const database = await openInMemory(plugins);
    return { database, close: () => database.destroy() };
  }
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const database = await openDatabase({ kind: 'postgres', url, schema }, plugins);
  return {
    database,
    async close() {
      await sql.raw(`drop schema ${schema} cascade`).execute(database);
      await database.destroy();
    },
  };
}
