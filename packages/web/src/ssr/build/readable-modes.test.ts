import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressedDirectory, loadAssets } from '../assets.ts';
import { makeReadable } from './readable-modes.ts';

let directory: string;
let umask: number;
beforeEach(async () => {
  umask = process.umask(0o077);
  directory = await mkdtemp(join(tmpdir(), 'glassblock-modes-'));
  await mkdir(join(directory, 'client', 'assets'), { recursive: true });
  await writeFile(join(directory, 'client', 'assets', 'page-1.js'), 'export {}');
});
afterEach(async () => {
  process.umask(umask);
  await rm(directory, { recursive: true });
});

/** Returns the modes of a directory and everything below it, octal. */
async function modesOf(top: string): Promise<Record<string, string>> {
  const paths = ['', ...(await readdir(top, { recursive: true }))].sort();
  const modes = await Promise.all(paths.map(async (path) => (await stat(join(top, path))).mode & 0o777));
  return Object.fromEntries(paths.map((path, index) => [path, modes[index]!.toString(8)]));
}

it('makes a build of a private umask readable for other users', async () => {
  expect(Object.values(await modesOf(directory))).toEqual(['700', '700', '700', '600']);
  await makeReadable(directory);
  expect(await modesOf(directory)).toEqual({
    '': '755',
    client: '755',
    'client/assets': '755',
    'client/assets/page-1.js': '644',
  });
});

it('stores compressed files readable for other users, and does not change existing directories', async () => {
  await loadAssets(directory, '/');
  const stored = await modesOf(compressedDirectory(directory));
  const files = Object.entries(stored).filter(([path]) => /\.(br|gz)$/.test(path));
  expect(files.map(([, mode]) => mode)).toEqual(['644', '644']);
  const directories = Object.entries(stored).filter(([path]) => !/\.(br|gz)$/.test(path));
  expect(directories.map(([, mode]) => mode)).toEqual(['755', '755', '755']);
  await chmod(compressedDirectory(directory), 0o750);
  await loadAssets(directory, '/explorer/');
  expect(await modesOf(compressedDirectory(directory))).toMatchObject({ '': '750' });
});
