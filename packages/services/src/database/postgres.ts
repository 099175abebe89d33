import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Writer } from './writer.ts';

const maxConnections = 4;
/** For a new connection, and for a free one. */
const connectTimeoutMs = 20_000;
const statementTimeoutMs = 10_000;

/**
 * Connects to PostgreSQL as a Kysely dialect.
 * @param schema of the tables
 * @param writer checks connections of a process that writes alone
 */
export function postgresDialect(
  url: string,
  schema: string,
  onError: (error: Error) => void,
  writer: Writer | undefined,
) {
  const { Pool, types } = pg;
  const connections = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    ...(writer && {
      application_name: writer.applicationName,
      verify: (client: pg.PoolClient, done: (error?: Error) => void) =>
        void writer.verify(client).then(() => done(), done),
    }),
    options: `-c search_path=${schema}`,
    types: {
      // sats and ids are exact in a number
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? (text: string) => Number(text) : types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  });
  // a connection that breaks, also within a transaction: the next query opens another one
  connections.on('connect', (client) => client.on('error', onError));
  // of idle connections, which were reported above
  connections.on('error', () => undefined);
  return new PostgresDialect({ pool: connections });
}
