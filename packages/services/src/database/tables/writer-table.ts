import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Number of the process that writes a database on PostgreSQL; one row. */
export interface WriterTable {
  id: number;
  /** Increased by each claim. */
  claim: number;
}

/** Creates the row of the writer. */
export const writerMigrations: Record<string, Migration> = {
  '0023-writer': {
    async up(database: Kysely<unknown>): Promise<void> {
      const statements = [
        'create table writer (id integer primary key check (id = 1), claim bigint not null)',
        'insert into writer (id, claim) values (1, 0)',
      ];
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  },
};
