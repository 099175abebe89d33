import { lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLevelEngine, openMemoryEngine, openStore, rowKey, type Store, type Table } from '@glassblock/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportIndex } from './export-index.ts';

const table: Table = { id: 1, name: 'words', partitionBytes: 2, sortBytes: 0 };
const rowCount = 12_000;
let base: string;
let store: Store;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'glassblock-export-'));
  store = await openStore(openMemoryEngine());
  const changes = Array.from({ length: rowCount }, (_, i) => {
    const key = rowKey(table, new Uint8Array([i >> 8, i & 0xff]));
    return { table, key, value: new Uint8Array([7]) };
  });
  await store.commit(changes, new Uint8Array([1]));
});
afterEach(async () => {
  await store.close();
  await rm(base, { recursive: true, force: true });
});

const quiet = { onProgress: () => undefined };

/** Returns the number of rows of a copy. */
async function rowsOf(directory: string): Promise<number> {
  const engine = await openLevelEngine({ directory, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 });
  const copy = await openStore(engine);
  let rows = 0;
  for await (const _row of copy.everyRow(table)) rows++;
  await copy.close();
  return rows;
}

it('refuses a second copy to the same directory until the first is complete', async () => {
  const directory = join(base, 'copy');
  let second: Promise<unknown> | undefined;
  const first = exportIndex(store, directory, {
    onProgress: () => {
      second ??= exportIndex(store, directory, quiet).catch((error: unknown) => error);
    },
  });
  await first;
  expect(String(await second)).toMatch(/another command copies to .*copy/);
  expect(await rowsOf(directory)).toBe(rowCount);
  expect(readdirSync(base)).toEqual(['copy']);
});

it.each(['an empty directory', 'a link to one'])('writes into %s and keeps it', async (kind) => {
  const target = join(base, 'target');
  mkdirSync(target);
  const directory = kind === 'a link to one' ? join(base, 'link') : target;
  if (directory !== target) symlinkSync(target, directory);
  const { ino } = statSync(target);
  const link = lstatSync(directory).ino;
  // left behind by a process that was killed
  mkdirSync(join(target, '.part', 'index'), { recursive: true });
  writeFileSync(join(target, '.part', 'index', 'CURRENT'), 'x');
  await exportIndex(store, directory, quiet);
  expect(statSync(target).ino).toBe(ino);
  expect(lstatSync(directory).ino).toBe(link);
  expect(await rowsOf(directory)).toBe(rowCount);
  expect(readdirSync(target)).toContain('CURRENT');
  expect(readdirSync(target)).not.toContain('.part');
});

it('names a target that is no directory, and leaves nothing beside it', async () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  await expect(exportIndex(store, file, quiet)).rejects.toThrow(/^the copy in .*file cannot be written: ENOTDIR$/);
  symlinkSync(join(base, 'missing'), join(base, 'link'));
  await expect(exportIndex(store, join(base, 'link'), quiet)).rejects.toThrow(/link cannot be written: ENOENT$/);
  expect(readdirSync(base)).toEqual(['file', 'link']);
});

it('refuses an index whose first build has not ended', async () => {
  const building = await openStore(openMemoryEngine());
  await expect(exportIndex(building, join(base, 'copy'), quiet)).rejects.toThrow(/nothing to copy/);
  expect(readdirSync(base)).toEqual([]);
  await building.close();
});

it('leaves nothing behind when it is stopped', async () => {
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: () => stop.abort() };
  mkdirSync(join(base, 'empty'));
  await expect(exportIndex(store, join(base, 'copy'), options)).rejects.toThrow(/abort/);
  await expect(exportIndex(store, join(base, 'empty'), options)).rejects.toThrow(/abort/);
  expect(readdirSync(base)).toEqual(['empty']);
  expect(readdirSync(join(base, 'empty'))).toEqual([]);
});
