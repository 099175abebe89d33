import { utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginUse, hasEndedCleanly, lockDirectory, markCleanEnd } from './index.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'glassblock-end-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('hasEndedCleanly is true without a database, and false for one in use or killed', async () => {
  expect(await hasEndedCleanly(join(home, 'none'))).toBe(true);
  expect(await hasEndedCleanly(home)).toBe(true);
  writeFileSync(join(home, 'CURRENT'), 'MANIFEST-000001\n');
  expect(await hasEndedCleanly(home)).toBe(false);
  await markCleanEnd(home);
  expect(await hasEndedCleanly(home)).toBe(true);
  await beginUse(home);
  expect(await hasEndedCleanly(home)).toBe(false);
});

it('hasEndedCleanly is false when a file of the database was changed after the end', async () => {
  const table = join(home, '000005.ldb');
  writeFileSync(table, 'table');
  await markCleanEnd(home);
  const later = Date.now() / 1000 + 60;
  writeFileSync(join(home, 'LOG'), 'not a part of the database');
  utimesSync(join(home, 'LOG'), later, later);
  expect(await hasEndedCleanly(home)).toBe(true);
  utimesSync(table, later, later);
  expect(await hasEndedCleanly(home)).toBe(false);
});

it('lockDirectory locks until it is released, also after its files were damaged', async () => {
  const directory = join(home, 'lock');
  const lock = await lockDirectory(directory);
  await expect(lockDirectory(directory, 'in use')).rejects.toMatchObject({ code: 'store.locked', message: 'in use' });
  await lock.release();
  writeFileSync(join(directory, 'CURRENT'), 'nonsense');
  const again = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'store.locked' });
  await again.release();
});
