import { mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/program.ts';

let node: Devnode;
let directory: string;
beforeAll(async () => {
  node = await createDevnode({ profile: 'core31', seed: 12, live: false, blocks: 10, mempoolSize: 20 });
  directory = await mkdtemp(join(tmpdir(), 'glassblock-unreadable-'));
});
afterAll(async () => {
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Makes a file that no user can open, root included. */
function addUnreadable(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(path, path);
}

/* The thread of the mempool aborted the process, and an index thread that ended left the start waiting until the stop was
   forced. */
it.each(['replacements/trees', 'index/CURRENT'])(
  'ends the start with one sentence when %s cannot be read',
  async (file) => {
    const data = await mkdtemp(join(directory, 'data-'));
    const path = join(data, 'demo', file);
    addUnreadable(path);
    const { code, errors } = await runCommand(
      ['--node', node.rpcUrl, '--network', 'demo', '--port', '0', '--data-dir', data].concat(['--memory', '64MB']),
    );
    expect(errors).toBe(`glassblock: "${path}": too many symbolic links encountered (open, ELOOP)\n`);
    expect(code).toBe(1);
  },
);
