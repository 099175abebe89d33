import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressedDirectory, loadAssets } from './assets.ts';
import { basePlaceholder } from './base-placeholder.ts';

let build: string;
beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'glassblock-assets-'));
  await mkdir(join(build, 'client', 'assets'), { recursive: true });
  await writeFile(join(build, 'client', 'assets', 'page-1.js'), `import('${basePlaceholder}assets/other.js')`);
  await writeFile(join(build, 'client', 'icon.png'), 'png');
});
afterEach(() => rm(build, { recursive: true }));

it('stores the compressed files of each base path for later starts', async () => {
  for (const basePath of ['/', '/explorer/']) {
    const text = `import('${basePath}assets/other.js')`;
    for (const _ of ['first start', 'second start']) {
      const asset = (await loadAssets(build, basePath)).get('/assets/page-1.js')!;
      expect((await asset.body()).toString()).toBe(text);
      expect(brotliDecompressSync(asset.brotli!).toString()).toBe(text);
      expect(gunzipSync(await asset.gzip!()).toString()).toBe(text);
    }
  }
  const directories = await readdir(compressedDirectory(build));
  expect(directories).toHaveLength(2);
  for (const directory of directories) {
    const files = await readdir(join(compressedDirectory(build), directory, 'assets'));
    expect(files.sort()).toEqual(['page-1.js.br', 'page-1.js.gz']);
  }
});

it('reads the stored files instead of compressing again', async () => {
  await loadAssets(build, '/');
  const [directory = ''] = await readdir(compressedDirectory(build));
  const file = join(compressedDirectory(build), directory, 'assets', 'page-1.js.br');
  await writeFile(file, 'stored');
  expect((await loadAssets(build, '/')).get('/assets/page-1.js')!.brotli).toEqual(await readFile(file));
});

it('serves the icon under the name that programs request without reading HTML', async () => {
  await writeFile(join(build, 'client', 'favicon.svg'), '<svg/>');
  const icon = (await loadAssets(build, '/explorer/')).get('/favicon.ico')!;
  expect([(await icon.body()).toString(), icon.headers['content-type']]).toEqual(['<svg/>', 'image/svg+xml']);
});

it('does not compress formats that are compressed', async () => {
  const icon = (await loadAssets(build, '/')).get('/icon.png')!;
  expect([(await icon.body()).toString(), icon.brotli, icon.gzip]).toEqual(['png', undefined, undefined]);
});

it('serves every form after another build has replaced the files', async () => {
  const asset = (await loadAssets(build, '/')).get('/assets/page-1.js')!;
  await rm(join(build, 'client', 'assets'), { recursive: true });
  await rm(compressedDirectory(build), { recursive: true });
  const text = "import('/assets/other.js')";
  expect((await asset.body()).toString()).toBe(text);
  expect(brotliDecompressSync(asset.brotli!).toString()).toBe(text);
  expect(gunzipSync(await asset.gzip!()).toString()).toBe(text);
});
