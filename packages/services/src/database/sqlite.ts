import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

const busyTimeoutMs = 2_000;

/** Opens a SQLite file. @param path of the file, or `:memory:` */
export function openSqlite(path: string): DatabaseSync {
  // created before SQLite opens it: its umask would make it readable by all
  if (path !== ':memory:') {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off');
  return database;
}

/** Returns the Kysely dialect of an open SQLite database, which Kysely closes. */
export const sqliteDialect = (database: DatabaseSync): SqliteDialect =>
  new SqliteDialect({ database: adapt(database) });

/** Returns the database in the form of better-sqlite3, which Kysely uses. */
function adapt(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      // a transaction that reads first and writes later would fail at once when another process has written in between
      const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      const adapted: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
        run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
        iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
      };
      return adapted;
    },
  };
}
