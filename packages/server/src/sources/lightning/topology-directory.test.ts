import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topologyDirectory } from './topology-directory.ts';

const text = '{"nodes": [], "edges": []}';
const forms = {
  '': Buffer.from(text),
  '.gz': gzipSync(text),
  '.zst': zstdCompressSync(text),
  '.br': brotliCompressSync(text),
};

describe('topologyDirectory', () => {
  let directory: string;
  const read = async (name: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of topologyDirectory(directory).read(name)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'glassblock-topology-'));
    for (const [ending, bytes] of Object.entries(forms)) {
      await writeFile(join(directory, `topology_1600000000.json${ending}`), bytes);
      await writeFile(join(directory, `cut${ending}`), bytes.subarray(0, -1));
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  it.each(Object.keys(forms))('reads files that end with "%s"', async (ending) => {
    expect(await read(`topology_1600000000.json${ending}`)).toBe(text);
  });

  it.each(['.gz', '.zst', '.br'])('rejects a damaged file that ends with %s', async (ending) => {
    await expect(read(`cut${ending}`)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
    await writeFile(join(directory, `junk${ending}`), text);
    await expect(read(`junk${ending}`)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
  });

  it('lists symbolic links to files, and no other ones', async () => {
    const links = join(directory, 'links');
    await mkdir(links);
    await symlink(join(directory, 'topology_1600000000.json'), join(links, 'topology_1600000001.json'));
    await symlink(directory, join(links, 'topology_1600000002.json'));
    await symlink('topology_1600000003.json', join(links, 'topology_1600000003.json'));
    expect(await topologyDirectory(links).list()).toEqual(['topology_1600000001.json']);
  });

  it('names files that cannot be read', async () => {
    await expect(read('missing.gz')).rejects.toMatchObject({ code: 'lightning.bad-file' });
    expect((await topologyDirectory(directory).list()).length).toBeGreaterThan(4);
  });
});
