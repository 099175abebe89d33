import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BundleManifest } from './bundle-server.ts';

const launch = fileURLToPath(new URL('../launch.cjs', import.meta.url));
const source = 'packages/server/src/main.ts';
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'glassblock-launch-'));
  await mkdir(join(root, 'packages/server/src'), { recursive: true });
  await mkdir(join(root, 'packages/server/build'));
  await copyFile(launch, join(root, 'packages/server/src/launch.cjs'));
  await writeFile(join(root, 'packages/server/package.json'), '{ "type": "module" }');
  await writeFile(join(root, source), "console.log('sources')");
  await writeFile(join(root, 'packages/server/build/main.js'), "console.log('bundle')");
  const { size, mtimeMs } = await stat(join(root, source));
  const sha1 = createHash('sha1').update("console.log('sources')").digest('hex');
  const manifest: BundleManifest = { files: [[source, size, mtimeMs, sha1]] };
  await writeFile(join(root, 'packages/server/build/manifest.json'), JSON.stringify(manifest));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const started = () =>
  spawnSync(process.execPath, [join(root, 'packages/server/src/launch.cjs')], { encoding: 'utf8' }).stdout.trim();

describe('launch.cjs', () => {
  it('starts the bundle of unchanged sources', () => {
    expect(started()).toBe('bundle');
  });

  it('starts the bundle of sources that were copied', async () => {
    await utimes(join(root, source), 1_000, 1_000);
    expect(started()).toBe('bundle');
  });

  it.each([
    ['changed', () => writeFile(join(root, source), "console.log('sources');")],
    ['changed without another size', () => writeFile(join(root, source), 'console.log("sources")')],
  ])('starts sources that were %s', async (_name, change) => {
    await change();
    expect(started()).toBe('sources');
  });

  it('starts the sources without a bundle, and with a damaged manifest', async () => {
    await writeFile(join(root, 'packages/server/build/manifest.json'), '{"files":[');
    expect(started()).toBe('sources');
    await rm(join(root, 'packages/server/build'), { recursive: true });
    expect(started()).toBe('sources');
  });

  it('starts the sources when one of the bundle was removed', async () => {
    const manifest: BundleManifest = { files: [['packages/server/src/removed.ts', 1, 1, '']] };
    await writeFile(join(root, 'packages/server/build/manifest.json'), JSON.stringify(manifest));
    expect(started()).toBe('sources');
  });
});
