/**
 * Runs the suites of the store, of the index and of its routes on Apache Cassandra: on GLASSBLOCK_TEST_CASSANDRA (`host:port`), or on a
 * node of its own that is started for the run. Not part of `npm test`.
 * Arguments are passed to vitest; test files among them are run instead of all.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onCassandra } from './cassandra/start-cassandra.ts';

const files = [
  'packages/store/src/conformance.test.ts',
  'packages/index/src/follower.test.ts',
  'packages/index/src/bulk/bulk-build.test.ts',
  'packages/index/src/check/check-index.test.ts',
  'packages/server/test/esplora.test.ts',
  'packages/server/test/node/real-node.test.ts',
];

async function run(contactPoint: string): Promise<number> {
  const given = process.argv.slice(2);
  const isFile = (argument: string) => argument.includes('.test.ts');
  const options = ['run', '--project', 'unit', '--project', 'integration', '--no-file-parallelism'];
  const env = { ...process.env, GLASSBLOCK_TEST_CASSANDRA: contactPoint };
  // asynchronous: this process reads the output of the node meanwhile
  const child = spawn('npx', ['vitest', ...options, ...(given.some(isFile) ? [] : files), ...given], {
    stdio: 'inherit',
    env,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await onCassandra(run);
