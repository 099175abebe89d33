import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DevnodeReady } from '@glassblock/devnode/worker';
import { type MmdbValue, writeMmdb } from '@glassblock/lightning';
import type { LightningSettings } from '../sources/lightning/open-lightning.ts';

/** Days of the demo's chain with channels. */
const pastDays = 20;

/**
 * Returns the settings of the Lightning graph of a demo, with geographic files for the addresses of its nodes, whose
 * types say that they are simulated. The simulated lnd reports closed channels too, so that the past can be computed.
 * @param directory of the geographic files; created if missing
 */
export async function demoLightning(
  { lndUrl, geography, largeNodes }: DevnodeReady,
  directory: string,
): Promise<(LightningSettings & { pastDays: number }) | undefined> {
  if (lndUrl === undefined) return undefined;
  await mkdir(directory, { recursive: true });
  const write = async (kind: 'City' | 'ASN', networks: DevnodeReady['geography']['places']) => {
    const path = join(directory, `demo-${kind.toLowerCase()}.mmdb`);
    const contents = {
      type: `Simulated-${kind}`,
      description: 'Simulated places of the addresses of simulated nodes',
      builtAt: Math.floor(Date.now() / 1000),
      networks: networks.map(({ prefix, value }) => ({ prefix, value: value as unknown as MmdbValue })),
    };
    await writeFile(path, writeMmdb(contents));
    return path;
  };
  return {
    lnd: [{ url: lndUrl, macaroonFile: undefined, certificateFile: undefined }],
    cln: [],
    geography: {
      city: await write('City', geography.places),
      asn: await write('ASN', geography.providers),
      isp: undefined,
    },
    groups: [
      {
        slug: 'large-nodes',
        name: 'Large nodes of the demo',
        description: 'Simulated nodes with many channels. Operators define their own groups in the configuration file.',
        nodes: largeNodes,
      },
    ],
    pastDays,
  };
}
