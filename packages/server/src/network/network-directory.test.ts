import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareDirectory } from './network-directory.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'glassblock-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('removes an index whose removal was interrupted, which would occupy the disk during the next build', async () => {
  for (const name of ['index.removed', 'index.build.removed', 'journal']) {
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, 'file'), '');
  }
  expect(await prepareDirectory(home, false)).toBe(join(home, 'index'));
  expect(readdirSync(home)).toEqual(['index', 'journal']);
});
