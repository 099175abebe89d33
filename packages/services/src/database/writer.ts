import { randomBytes } from 'node:crypto';
import { CodedError } from '@glassblock/primitives';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables/tables.ts';

/** Options of a process that writes a database alone. */
export interface WriterOptions {
  /**
   * Returns whether this process still has the lease. Read between the claim before and its own, so that a process that was
   * paused in between cannot replace a later one.
   */
  confirm(): Promise<boolean>;
  /** Called when another process has claimed the database. */
  onReplaced(error: CodedError): void;
}

/** Claims a database on PostgreSQL for one process: connections of earlier ones are closed, and cannot be opened again. */
export interface Writer {
  /** Name of its connections. */
  readonly applicationName: string;
  /** Checks a new connection. @throws {CodedError} services.replaced after another process's claim */
  verify(client: pg.ClientBase): Promise<void>;
  /**
   * Claims the database. After it no transaction of an earlier process can commit.
   * @throws {CodedError} services.replaced; services.writer-alive when connections of an earlier process cannot be closed
   */
  claim(database: Kysely<Tables>): Promise<void>;
}

const prefix = 'glassblock-writer';
/** For the end of one connection; four of them end within the timeout of a statement. */
const terminateTimeoutMs = 2_000;

/** Creates a writer. @param schema of the tables */
export function createWriter(schema: string, { confirm, onReplaced }: WriterOptions): Writer {
  const applicationName = `${prefix} ${randomBytes(8).toString('hex')} ${schema}`;
  const replaced = () => new CodedError('services.replaced', 'another process has taken over the services');
  let own: number | undefined;
  return {
    applicationName,
    async verify(client) {
      if (own === undefined) return;
      const { rows } = await client.query<{ claim: number }>('select claim from writer');
      if (rows[0]?.claim === own) return;
      const error = replaced();
      onReplaced(error);
      throw error;
    },
    async claim(database) {
      const { claim } = await database.selectFrom('writer').select('claim').executeTakeFirstOrThrow();
      if (!(await confirm())) throw replaced();
      const update = database
        .updateTable('writer')
        .set({ claim: claim + 1 })
        .where('claim', '=', claim);
      const { numUpdatedRows } = await update.executeTakeFirst();
      if (numUpdatedRows !== 1n) throw replaced();
      own = claim + 1;
      const earlier = sql`from pg_stat_activity where datname = current_database() and usename = current_user
        and split_part(application_name, ' ', 1) = ${prefix} and split_part(application_name, ' ', 3) = ${schema}
        and application_name <> ${applicationName}`;
      await sql`select pg_terminate_backend(pid, ${terminateTimeoutMs}) ${earlier}`.execute(database);
      const { rows } = await sql<{ pid: number }>`select pid ${earlier}`.execute(database);
      if (rows.length > 0) {
        const reason = 'connections of the process that had the services before cannot be closed';
        throw new CodedError('services.writer-alive', reason);
      }
    },
  };
}
