import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Threads of the server load their modules in every test file: without types and compiled, they start twice as fast.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/compile', import.meta.url));

/**
 * Time limits end tests that hang. They do not measure: a machine that does other work can be ten times slower. A late element is
 * reported by its own error, so waits of the browser and polls are shorter.
 */
const waitTimeout = 90_000;
const testTimeout = 300_000;

/** Tests in `src` that start a node or a process, build whole chains, or take more than five seconds. */
const slow = [
  'packages/*/src/**/*real-node.test.ts',
  'packages/devnode/src/traffic/mainnet/mainnet-course.test.ts',
  'packages/index/src/bulk/bulk-build.test.ts',
  'packages/index/src/check/check-index.test.ts',
  'packages/journal/src/disk/*.test.ts',
  'packages/server/src/demo/past-records.test.ts',
];

/** Tests of PostgreSQL alone: `npm run test:postgres`. */
const onPostgres = ['packages/services/src/database/writer.test.ts'];

const shared = {
  testTimeout,
  hookTimeout: testTimeout,
  expect: { poll: { timeout: waitTimeout } },
  pool: 'forks',
  // a worker loads modules once, and starts one browser: a quarter of the time of the unit tests
  isolate: false,
} as const;

/** Pages are rendered by the React that operators run; its development build takes twice the processor time. */
const env = { NODE_ENV: 'production' };

export default defineConfig({
  test: {
    // a failed comparison of a list names its elements in the report of `.ci/run`, which has no diff
    chaiConfig: { truncateThreshold: 1000 },
    // one more than the processors of a small machine: tests with a node or a browser often wait
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: process.env['GLASSBLOCK_TEST_POSTGRES'] === undefined ? [...slow, ...onPostgres] : slow,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          env,
          include: [...slow, 'packages/!(web)/test/**/*.test.ts'],
          exclude: process.env['GLASSBLOCK_TEST_SCALE'] === '1' ? [] : ['packages/server/test/scale/**'],
        },
      },
      { test: { ...shared, name: 'pages', env, include: ['packages/web/test/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'e2e',
          env,
          include: ['e2e/**/*.test.ts'],
          exclude: process.env['GLASSBLOCK_TEST_EXAMPLES'] === '1' ? [] : ['e2e/docs-programs.test.ts'],
        },
      },
    ],
  },
});
