import type { Engine } from '../engine.ts';
import type { Table } from '../table.ts';
import type { CassandraAddress } from './cassandra-url.ts';

/**
 * Opens the rows of a store in a keyspace of Apache Cassandra 4 or 5, or ScyllaDB. The driver is loaded here, because
 * most processes do without.
 * @param tables of the store
 * @param isReader only reads; otherwise creates the missing keyspace and tables
 * @throws {CodedError} store.read-failed when no node answers, store.missing when a reader finds no keyspace
 */
export async function openCassandraEngine(
  address: CassandraAddress,
  tables: readonly Table[],
  { isReader = false }: { isReader?: boolean } = {},
): Promise<Engine> {
  const { connectCassandraEngine } = await import('./cassandra-engine.ts');
  return connectCassandraEngine(address, tables, isReader);
}
