import type { Engine } from '../engine.ts';
import type { Table } from '../table.ts';
import type { CassandraAddress } from './cassandra-url.ts';

/**
 * Opens the rows of a store in a keyspace of Apache Cassandra 4 or 5, or ScyllaDB; creates the keyspace and its tables
 * where they are missing. The driver is loaded here, because most processes do without.
 * @param tables of the store
 * @throws {CodedError} store.read-failed when no node answers
 */
export async function openCassandraEngine(address: CassandraAddress, tables: readonly Table[]): Promise<Engine> {
  const { connectCassandraEngine } = await import('./cassandra-engine.ts');
  return connectCassandraEngine(address, tables);
}
