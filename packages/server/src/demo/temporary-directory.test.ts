import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from './temporary-directory.ts';

test('removes the directories of processes that have ended, and its own', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'temporary-directory-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const running = await createTemporaryDirectory(parent);
  // larger than any process id of Linux, macOS and Windows in practice
  const crashed = join(parent, 'glassblock-demo-99999999-abc');
  // in a container, each start has the same process id
  const before = join(parent, `glassblock-demo-${process.pid}-1700000000000-abc`);
  const unrelated = join(parent, 'glassblock-demo-notes');
  for (const path of [crashed, before, unrelated]) await mkdir(path);
  const next = await createTemporaryDirectory(parent);
  expect([crashed, before, unrelated, running.path, next.path].map(existsSync)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  await next.remove();
  expect([running.path, next.path].map(existsSync)).toEqual([true, false]);
});
