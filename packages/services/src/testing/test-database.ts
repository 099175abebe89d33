import { Kysely, type KyselyPlugin, sql } from 'kysely';
import { type Database, migrate, openDatabase } from '../database/database.ts';
import { postgresDialect } from '../database/postgres.ts';
import { openSqlite, sqliteDialect } from '../database/sqlite.ts';
import type { Tables } from '../database/tables/tables.ts';

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

/** A schema of PostgreSQL with the tables of this version. */
interface Schema {
  readonly name: string;
  /** Statements that remove all rows but those of the migrations. */
  readonly reset: string;
}

/** Schemas that no test uses: migrating a new one takes nine tenths of the time of most tests. */
const unused: Schema[] = [];
let schemas = 0;

/** Returns a statement that inserts a row of numbers and texts. */
function insertOf(table: string, row: Readonly<Record<string, unknown>>): string {
  const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `insert into ${table} (${Object.keys(row).join(', ')}) overriding system value values (${values.join(', ')})`;
}

/** Migrates a new schema. The server of `npm run test:postgres` is removed afterwards; on others, the next run replaces the schema. */
async function createSchema(server: string): Promise<Schema> {
  schemas += 1;
  const name = `test_services_${schemas}`;
  const root = new Kysely<Tables>({ dialect: postgresDialect(server, 'public', () => undefined, undefined) });
  await sql.raw(`drop schema if exists ${name} cascade`).execute(root);
  await root.destroy();
  const database = await openDatabase({ kind: 'postgres', url: server, schema: name });
  const tables = (await database.introspection.getTables()).filter((table) => table.schema === name);
  const paths = tables.map((table) => `${name}.${table.name}`);
  const inserts: string[] = [];
  for (const path of paths) {
    const { rows } = await sql.raw<Record<string, unknown>>(`select * from ${path}`).execute(database);
    for (const row of rows) inserts.push(insertOf(path, row));
  }
  await database.destroy();
  const truncate = `truncate ${paths.join(', ')} restart identity cascade`;
  return { name, reset: [truncate, ...inserts].join('; ') };
}

async function openInPostgres(server: string, plugins: KyselyPlugin[]): Promise<TestDatabase> {
  const schema = unused.pop() ?? (await createSchema(server));
  const database = new Kysely<Tables>({
    dialect: postgresDialect(server, schema.name, () => undefined, undefined),
    plugins,
  });
  return {
    database,
    async close() {
      await sql.raw(schema.reset).execute(database);
      await database.destroy();
      unused.push(schema);
    },
  };
}

/** Opens an empty database: SQLite in memory, or a schema of its own in PostgreSQL. */
export async function openTestDatabase(plugins: KyselyPlugin[] = []): Promise<TestDatabase> {
  if (url !== undefined) return openInPostgres(url, plugins);
  const database = await openInMemory(plugins);
  return { database, close: () => database.destroy() };
}
