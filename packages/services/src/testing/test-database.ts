import { randomBytes } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { type Database, openDatabase } from '../database/database.ts';

/** A database of one test. */
export interface TestDatabase {
  database: Database;
  close(): Promise<void>;
}

/** PostgreSQL for the suites instead of SQLite; set by `npm run test:postgres`. */
const url = process.env['GLASSBLOCK_TEST_POSTGRES'];

/** Opens an empty database: SQLite in memory, or a schema of its own in PostgreSQL. */
export async function openTestDatabase(plugins: KyselyPlugin[] = []): Promise<TestDatabase> {
  if (url === undefined) {
    const database = await openDatabase({ kind: 'sqlite', path: ':memory:' }, plugins);
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
