/** Engines for tests of dependent packages: in memory, or on a Cassandra cluster. */
import { randomBytes } from 'node:crypto';
import { openCassandraEngine } from '../cassandra/open-cassandra.ts';
import type { Engine } from '../engine.ts';
import { openMemoryEngine } from '../engines/memory-engine.ts';
import type { Table } from '../table.ts';

/** `host:port` of the cluster of `npm run test:cassandra`; undefined in other runs. */
export const testCluster = process.env['GLASSBLOCK_TEST_CASSANDRA'];

/** Opens a new keyspace of the cluster of this test run. */
export async function openTestKeyspace(tables: readonly Table[], keyspace = newKeyspace()): Promise<Engine> {
  if (testCluster === undefined) throw new Error('GLASSBLOCK_TEST_CASSANDRA is not set: use npm run test:cassandra');
  const credentials = { user: undefined, password: undefined };
  const address = { contactPoints: [testCluster], keyspace, dataCenter: undefined, replicas: 1, ...credentials };
  return openCassandraEngine(address, tables);
}

/** Returns the name of a keyspace that does not exist. */
export const newKeyspace = (): string => `test_${randomBytes(6).toString('hex')}`;

/** Opens an empty engine: in memory, or in `npm run test:cassandra` a keyspace of the cluster. */
export async function openTestEngine(tables: readonly Table[]): Promise<Engine> {
  return testCluster === undefined ? openMemoryEngine() : openTestKeyspace(tables);
}
