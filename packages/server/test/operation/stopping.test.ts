// Takes about 20 s: explorers and a demo are started and stopped in each phase of a start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../support/test-explorer.ts';

let node: Devnode;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-stopping-'));
  node = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 20, mempoolSize: 50 });
});
afterAll(async () => {
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

const state = (explorer: TestExplorer, test: (state: NetworkState) => boolean) =>
  explorer.until('/api/glass/v1/state', test);

it.each([
  ['at once', async () => undefined],
  ['when its node has answered', (explorer) => state(explorer, (now) => now.node.state === 'ready')],
  ['when it has the mempool', (explorer) => state(explorer, ({ mempool }) => mempool.synced)],
] satisfies [string, (explorer: TestExplorer) => Promise<unknown>][])(
  'stops all its threads %s after a start, and starts again',
  async (_, moment) => {
    for (let round = 0; round < 2; round++) {
      const explorer = await startTestExplorer({ node: node.rpcUrl, network: 'demo', dataDir: directory });
      await moment(explorer);
      await explorer.stop();
      expect(explorer.faults).toEqual([]);
    }
  },
);

it('removes the temporary directory of a demo that is ended while it starts', async () => {
  const temporary = join(directory, 'temporary');
  await mkdir(temporary);
  const changes = watch(temporary);
  const launch = fileURLToPath(new URL('../../src/launch.cjs', import.meta.url));
  const child = spawn(process.execPath, [launch, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
  });
  const complaints = text(child.stderr);
  for await (const { filename } of changes) if (filename?.startsWith('glassblock-demo-')) break;
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect([await readdir(temporary), await complaints]).toEqual([[], '']);
});
