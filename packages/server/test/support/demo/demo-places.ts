import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeMmdb } from '@glassblock/lightning';
import { lndKey } from '../../../../lightning/test/support/scripted-lnd.ts';

/**
 * Writes geographic files for the addresses of the demo's lnd, and a configuration with a group of nodes.
 * @returns flags of the explorer
 */
export async function demoPlaces(directory: string) {
  const names = (en: string) => ({ en });
  const files = {
    city: {
      city: { geoname_id: 2861650, names: names('Nuremberg') },
      country: { geoname_id: 2921044, iso_code: 'DE', names: { en: 'Germany', de: 'Deutschland' } },
      subdivisions: [{ geoname_id: 2951839, iso_code: 'BY', names: names('Bavaria') }],
      location: { latitude: 49.4478, longitude: 11.0683, accuracy_radius: 20 },
    },
    asn: { autonomous_system_number: 24940, autonomous_system_organization: 'Hetzner Online GmbH' },
  };
  const paths = { city: join(directory, 'city.mmdb'), asn: join(directory, 'asn.mmdb') };
  for (const kind of ['city', 'asn'] as const) {
    const networks = [{ prefix: '88.198.0.0/16', value: files[kind] }];
    await writeFile(paths[kind], writeMmdb({ type: `Test-${kind}`, description: 'test', builtAt: 1, networks }));
  }
  const config = join(directory, 'groups.toml');
  const group = ['slug = "ours"', 'name = "Our nodes"', `nodes = ["${lndKey}", "02${'ab'.repeat(32)}"]`];
  await writeFile(config, ['[[networks]]', 'name = "demo"', '[[networks.lightningGroups]]', ...group].join('\n'));
  return { geoipCity: paths.city, geoipAsn: paths.asn, config };
}
