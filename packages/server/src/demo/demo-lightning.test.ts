import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DevnodeReady } from '@glassblock/devnode/worker';
import { expect, it } from 'vitest';
import { demoLightning } from './demo-lightning.ts';

it('writes the geographic files into a data directory that does not exist yet', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'glassblock-test-'));
  try {
    const directory = join(parent, 'new', 'data');
    const ready: Pick<DevnodeReady, 'lndUrl' | 'geography' | 'largeNodes'> = {
      lndUrl: 'http://127.0.0.1:1',
      geography: { places: [], providers: [] },
      largeNodes: [],
    };
    const settings = await demoLightning(ready as DevnodeReady, directory);
    expect((await readdir(directory)).toSorted()).toEqual(['demo-asn.mmdb', 'demo-city.mmdb']);
    expect(settings?.geography).toMatchObject({ city: join(directory, 'demo-city.mmdb') });
  } finally {
    await rm(parent, { recursive: true });
  }
});
