import { CodedError, isCoded } from '@glassblock/primitives';
import { Kysely, type KyselyPlugin, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationsFor } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables/tables.ts';
import { createWriter, type Writer, type WriterOptions } from './writer.ts';

/** The database of services, or one transaction of it. */
export type Database = Kysely<Tables>;
/** One transaction. */
export type DatabaseTransaction = Transaction<Tables>;

/** Schema of the tables in PostgreSQL. */
const defaultSchema = 'glassblock';

/** Where the database is. */
export type DatabasePlace =
  | { kind: 'sqlite'; path: string }
  | {
      kind: 'postgres';
      url: string;
      schema?: string;
      onError?: (error: Error) => void;
      /** Of a process that may be one of several: it claims the database. */
      writer?: WriterOptions | undefined;
    };

/**
 * Opens the database and brings its tables to this version.
 * @param plugins of Kysely, for tests
 * @throws {CodedError} services.database, without the address, which may bear a password; of a writer's claim
 */
export async function openDatabase(place: DatabasePlace, plugins: KyselyPlugin[] = []): Promise<Database> {
  let database: Database | undefined;
  try {
    const writer = writerOf(place);
    database = new Kysely<Tables>({ dialect: dialectOf(place, writer), plugins });
    await migrate(database, place);
    await writer?.claim(database);
    return database;
  } catch (cause) {
    await database?.destroy();
    if (isCoded(cause)) throw cause;
    const name = place.kind === 'sqlite' ? ` "${place.path}"` : '';
    const text = `the database of services${name} cannot be opened (${reasonOf(cause)})`;
    throw new CodedError('services.database', text, { cause });
  }
}

/** Returns the words of SQLite, or a code: messages of PostgreSQL may have the address. */
function reasonOf(cause: unknown): string {
  const { message, errstr, code } = cause as Partial<Record<'message' | 'errstr' | 'code', string>>;
  // Kysely's, about a migration that this version does not have
  if (message?.startsWith('corrupted migrations: previously executed migration') === true)
    return 'a newer version has changed its tables';
  return errstr ?? code ?? 'error';
}

const writerOf = (place: DatabasePlace) =>
  place.kind === 'postgres' && place.writer !== undefined
    ? createWriter(place.schema ?? defaultSchema, place.writer)
    : undefined;

const dialectOf = (place: DatabasePlace, writer: Writer | undefined) =>
  place.kind === 'sqlite'
    ? sqliteDialect(openSqlite(place.path))
    : postgresDialect(place.url, place.schema ?? defaultSchema, place.onError ?? (() => undefined), writer);

/** Brings the tables of an open database to this version. @throws of the database */
export async function migrate(database: Database, place: DatabasePlace): Promise<void> {
  const provider = { getMigrations: async () => migrationsFor(place.kind) };
  // created when it is missing; other programs may have migration tables in other schemas
  const inSchema = place.kind === 'postgres' ? { migrationTableSchema: place.schema ?? defaultSchema } : {};
  const { error } = await new Migrator({ db: database, provider, ...inSchema }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Returns whether a query failed because a row with the same unique key exists. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  // SQLITE_CONSTRAINT_UNIQUE, or unique_violation of PostgreSQL
  return errcode === 2067 || code === '23505';
}
