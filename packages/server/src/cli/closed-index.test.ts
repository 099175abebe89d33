import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkFileAccess } from './closed-index.ts';

let home: string;
let index: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'glassblock-access-'));
  index = join(home, 'index');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const root = 0;
const otherUser = 65_534;

it('refuses root for the index of another user, whose server could not open it any more', () => {
  mkdirSync(index);
  const file = join(index, 'CURRENT');
  writeFileSync(file, '');
  if (process.geteuid?.() === root) chownSync(file, otherUser, otherUser);
  const { uid } = statSync(file);
  expect(() => checkFileAccess(index, 'signet', root)).toThrow(
    `the index in ${index} belongs to the user with the id ${uid}: run this command as that user, not as root`,
  );
  expect(() => checkFileAccess(index, 'signet', uid)).not.toThrow();
});

it('states that there is no index only if it is missing, not if it cannot be accessed', () => {
  expect(() => checkFileAccess(index, 'signet')).toThrow(`there is no index of signet in ${index}`);
  // no user can open it, root included
  symlinkSync(index, index);
  expect(() => checkFileAccess(index, 'signet')).toThrow('ELOOP');
});
