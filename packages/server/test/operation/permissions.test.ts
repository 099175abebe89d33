import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDirectory } from '../../../web/src/ssr/build/build-web.ts';
import { startProgram } from '../support/program.ts';

let node: Devnode;
let directory: string;
beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 12, live: false, blocks: 10, mempoolSize: 20 });
  directory = await mkdtemp(join(tmpdir(), 'glassblock-permissions-'));
});
afterAll(async () => {
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

const isSettled = ({ index, mempool }: NetworkState) =>
  index.synced && index.height === index.nodeHeight && mempool.synced;

/* A umask that one part set for a moment took the execute bit from directories that threads created meanwhile: the journal
   could not be opened again after a restart. */
it('creates directories with 0700 and files with 0600, and closes a directory that was open to others', async () => {
  const home = join(directory, 'demo');
  mkdirSync(home);
  chmodSync(home, 0o755);
  const words = ['--node', node.rpcUrl, '--network', 'demo', '--data-dir', directory, '--memory', '64MB'];
  const program = await startProgram(words);
  await program.until(isSettled);
  expect(await program.stop()).toBe(0);
  const modes = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => {
    const stats = statSync(join(directory, path));
    return { path, isRight: (stats.mode & 0o777) === (stats.isDirectory() ? 0o700 : 0o600) };
  });
  expect(modes.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(modes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['demo/contents', 'demo/replacements', 'demo/journal', 'demo/index']),
  );
});

it('leaves the built web app readable for other users, who may start the program too', () => {
  const paths = readdirSync(buildDirectory, { recursive: true, encoding: 'utf8' });
  expect(paths).toEqual(expect.arrayContaining(['stamp', 'server/index.js', 'compressed']));
  const closed = paths.filter((path) => {
    const stats = statSync(join(buildDirectory, path));
    const needed = stats.isDirectory() ? 0o055 : 0o044;
    return (stats.mode & needed) !== needed;
  });
  expect(closed).toEqual([]);
});
