import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BundleManifest, bundleServer } from './bundle-server.ts';

let home: string;
let files: string[];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'glassblock-bundle-'));
  await bundleServer(join(home, 'build'));
  const manifest = JSON.parse(await readFile(join(home, 'build/manifest.json'), 'utf8')) as BundleManifest;
  files = manifest.files.map(([path]) => path);
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('has an entry for the program and for each thread', async () => {
  const names = await readdir(join(home, 'build'));
  expect(names).toEqual(
    expect.arrayContaining(['main.js', 'index-worker.js', 'mempool-worker.js', 'render-worker.js']),
  );
});

it.each([
  'packages/server/src/main.ts',
  'packages/primitives/src/index.ts',
  // it leaves no code
  'packages/liquid/src/slices.ts',
  'packages/contract/package.json',
  'packages/server/src/bundle/module-urls.ts',
  'package-lock.json',
])('lists %s among the files that it was made of', (file) => {
  expect(files).toContain(file);
});

it('lists no file of a library', () => {
  expect(files.filter((file) => file.includes('node_modules') || file.startsWith('..'))).toEqual([]);
});
