/**
 * Runs the suite of processes that share a store and a bus, on Apache Cassandra (GLASSBLOCK_TEST_CASSANDRA, `host:port`, or a node
 * of its own) and on a nats-server of its own, and with PostgreSQL (GLASSBLOCK_TEST_POSTGRES) that of a standby of the services. Not part of `npm test`. Arguments are passed to vitest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onCassandra } from './cassandra/start-cassandra.ts';

async function run(contactPoint: string): Promise<number> {
  const options = [
    'run',
    '--project',
    'integration',
    'packages/server/test/scale/roles.test.ts',
    ...(process.env['GLASSBLOCK_TEST_POSTGRES'] === undefined ? [] : ['packages/server/test/scale/services.test.ts']),
    ...process.argv.slice(2),
  ];
  const env = { ...process.env, GLASSBLOCK_TEST_CASSANDRA: contactPoint, GLASSBLOCK_TEST_SCALE: '1' };
  const child = spawn('npx', ['vitest', ...options], { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await onCassandra(run);
