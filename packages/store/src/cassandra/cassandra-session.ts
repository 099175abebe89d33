import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs, CodedError, isCoded } from '@glassblock/primitives';
import { auth, Client, type ClientOptions, policies, types } from 'cassandra-driver';
import pLimit from 'p-limit';
import type { CassandraAddress } from './cassandra-url.ts';
import { whenDefinitionsKnown } from './definitions-known.ts';

/** Requests that are open at a time; others wait. */
const maxOpen = 256;
/** Time after which a request counts as failed, ms. */
const requestMs = 12_000;
/** A request that has no answer after this time is sent to another node too. */
const speculativeMs = 1_000;
/** Idle connections are tested at this interval; those of a node that is cut off are closed. */
const heartBeatMs = 5_000;
/** Requests can be repeated, because writes are idempotent: attempts before one fails. */
const attempts = 5;
const pause = { firstMs: 100, maxMs: 2_000 };

/** Result of a query. */
export type Rows = types.ResultSet;

/** Runs queries, at quorum and with a bound on open requests. */
export interface Session {
  /** @throws {Error} the driver's, after several attempts */
  read(query: string, params: readonly unknown[], options?: { fetchSize?: number; pageState?: string }): Promise<Rows>;
  /** Applies the statements of one partition together. */
  write(statements: readonly { query: string; params: readonly unknown[] }[]): Promise<void>;
  /** A lightweight transaction: not repeated. */
  once(query: string, params: readonly unknown[]): Promise<Rows>;
  /** Reads results of lightweight transactions. */
  readDecided(query: string, params: readonly unknown[]): Promise<Rows>;
  close(): Promise<void>;
}

const { consistencies } = types;

/**
 * Connects to a cluster.
 * @param isReader the keyspace must exist; otherwise it and its tables are created where they are missing
 * @throws {CodedError} store.read-failed when no node answers, store.missing when a reader finds no keyspace
 */
export async function openSession(address: CassandraAddress, isReader: boolean): Promise<Session> {
  const { contactPoints, keyspace, user, password } = address;
  const connection = {
    contactPoints: [...contactPoints],
    protocolOptions: { port: Number(contactPoints[0]!.replace(/^.*:/, '')) },
    ...(user !== undefined && { authProvider: new auth.PlainTextAuthProvider(user, password ?? '') }),
    socketOptions: { readTimeout: requestMs, connectTimeout: 5_000 },
  };
  const localDataCenter = await prepareKeyspace(connection, address, isReader);
  const settings = {
    ...connection,
    keyspace,
    localDataCenter,
    // failed requests are repeated here, with pauses
    policies: {
      retry: new policies.retry.FallthroughRetryPolicy(),
      // a node that is paused or cut off leaves its connections open: the request is sent to another one too, and the
      // first answer is used
      speculativeExecution: new policies.speculativeExecution.ConstantSpeculativeExecutionPolicy(speculativeMs, 1),
    },
    pooling: { heartBeatInterval: heartBeatMs },
    queryOptions: { consistency: consistencies.localQuorum, prepare: true, isIdempotent: true },
    encoding: { copyBuffer: false },
  };
  try {
    return sessionOf(await whenDefinitionsKnown(() => connected(settings)));
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** Returns a client that is connected; one that fails to connect cannot be used again. */
async function connected(settings: ClientOptions): Promise<Client> {
  const client = new Client(settings);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.shutdown();
    throw error;
  }
}

const unreachable = (cause: unknown) =>
  new CodedError('store.read-failed', `the Cassandra cluster does not answer: ${messageOf(cause)}`, { cause });

function messageOf(cause: unknown): string {
  const { message, innerErrors } = cause as { message?: string; innerErrors?: Record<string, { message?: string }> };
  const inner = Object.entries(innerErrors ?? {}).map(([host, error]) => `${host}: ${error?.message ?? error}`);
  return inner.length > 0 ? inner.join('; ') : String(message ?? cause);
}

/**
 * Creates a keyspace and its tables where they are missing, or for a reader checks that they exist.
 * @param dataCenter undefined: that of a contact point
 * @returns the data center, which the driver requires before it connects to a keyspace
 * @throws {CodedError} store.read-failed, store.missing
 */
async function prepareKeyspace(
  connection: object,
  { keyspace, dataCenter, replicas }: CassandraAddress,
  isReader: boolean,
): Promise<string> {
  const client = new Client({
    ...connection,
    policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy() },
  });
  try {
    const { rows } = await client.execute('SELECT data_center FROM system.local');
    const local = dataCenter ?? (rows[0]!.get('data_center') as string);
    if (isReader) await requireTables(client, keyspace);
    else {
      for (const query of definitions(keyspace, local, replicas)) {
        await whenDefinitionsKnown(() => client.execute(query));
      }
    }
    return local;
  } catch (cause) {
    throw isCoded(cause) ? cause : unreachable(cause);
  } finally {
    await client.shutdown();
  }
}

/** @throws {CodedError} store.missing */
async function requireTables(client: Client, keyspace: string): Promise<void> {
  const query = 'SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?';
  const { rows } = await client.execute(query, [keyspace], { prepare: true });
  const names = rows.map((row) => row.get('table_name') as string);
  if (names.includes('rows') && names.includes('buckets')) return;
  throw new CodedError('store.missing', `the Cassandra cluster has no keyspace ${keyspace} with an index`);
}

/**
 * The keyspace and its tables. Rows are ordered inside a bucket, a group of neighbouring store partitions; `buckets` lists
 * the buckets of each table in order, because a cluster does not order its partitions.
 */
function definitions(keyspace: string, dataCenter: string, replicas: number): string[] {
  const replication = `{'class': 'NetworkTopologyStrategy', '${dataCenter.replaceAll("'", "''")}': ${replicas}}`;
  return [
    `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = ${replication}`,
    `CREATE TABLE IF NOT EXISTS ${keyspace}.rows (bucket blob, key blob, value blob, PRIMARY KEY (bucket, key))`,
    `CREATE TABLE IF NOT EXISTS ${keyspace}.buckets (id int, bucket blob, PRIMARY KEY (id, bucket))`,
  ];
}

function sessionOf(client: Client): Session {
  const limit = pLimit(maxOpen);
  async function repeated<T>(request: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await limit(request);
      } catch (error) {
        if (failures === attempts || !isPassing(error)) throw error;
        await sleep(backOffMs(failures, pause));
      }
    }
  }
  return {
    read: (query, params, options = {}) =>
      repeated(() => client.execute(query, [...params], { autoPage: false, ...options })),
    write: (statements) =>
      repeated(async () => {
        const [first] = statements;
        if (first !== undefined && statements.length === 1) {
          await client.execute(first.query, [...first.params]);
          return;
        }
        const queries = statements.map(({ query, params }) => ({ query, params: [...params] }));
        await client.batch(queries, { logged: false });
      }),
    once: (query, params) =>
      limit(() =>
        client.execute(query, [...params], {
          isIdempotent: false,
          serialConsistency: consistencies.localSerial,
        }),
      ),
    readDecided: (query, params) =>
      repeated(() => client.execute(query, [...params], { consistency: consistencies.localSerial })),
    close: () => client.shutdown(),
  };
}

/** Whether a request may succeed when it is repeated: no node could be reached, enough replicas were away, or it took too long. */
function isPassing(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: number };
  const { unavailableException, overloaded, isBootstrapping, writeTimeout, readTimeout } = types.responseErrorCodes;
  const codes: readonly (number | undefined)[] = [
    unavailableException,
    overloaded,
    isBootstrapping,
    writeTimeout,
    readTimeout,
  ];
  return name === 'NoHostAvailableError' || name === 'OperationTimedOutError' || codes.includes(code);
}
