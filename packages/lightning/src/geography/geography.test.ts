import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { AddressPlaces } from './address-places.ts';
import { type MmdbValue, writeMmdb } from './mmdb-writer.ts';
import { NodePlaces } from './node-places.ts';
import { channelsOnMap, nodeChannelsOnMap, placeStatistics } from './place-statistics.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-places-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const country = (id: number, iso_code: string, en: string) => ({
  geoname_id: id,
  iso_code,
  names: { en, de: `${en}!` },
});
const germany = country(1, 'DE', 'Germany');
const japan = country(2, 'JP', 'Japan');
const city = (id: number, en: string, latitude: number, longitude: number, of: object) =>
  ({ city: { geoname_id: id, names: { en } }, country: of, location: { latitude, longitude } }) as MmdbValue;

async function write(name: string, type: string, networks: Record<string, MmdbValue>): Promise<string> {
  const path = join(directory, name);
  const rows = Object.entries(networks).map(([prefix, value]) => ({ prefix, value }));
  await writeFile(path, writeMmdb({ type, description: 'made for a test', builtAt: 1_700_000_000, networks: rows }));
  return path;
}

async function addressPlaces(): Promise<AddressPlaces> {
  const places = new AddressPlaces({
    city: await write('city.mmdb', 'Test-City', {
      '88.198.0.0/16': city(11, 'Falkenstein', 50.475, 12.371, germany),
      '88.198.10.0/24': city(12, 'Nuremberg', 49.4478, 11.0683, germany),
      '133.242.0.0/16': city(21, 'Tokyo', 35.6895, 139.6917, japan),
      '2a01:4f8::/32': city(11, 'Falkenstein', 50.475, 12.371, germany),
      '198.51.100.0/24': { city: 7, country: 'no map', location: { latitude: 91, longitude: 'x' } },
    }),
    asn: await write('asn.mmdb', 'Test-ASN', {
      '88.198.0.0/16': { autonomous_system_number: 24940, autonomous_system_organization: 'Hetzner Online GmbH' },
      '2a01:4f8::/32': { autonomous_system_number: 24940, autonomous_system_organization: 'Hetzner Online GmbH' },
      '133.242.0.0/16': { autonomous_system_number: 174, autonomous_system_organization: 'COGENT-174' },
      '50.7.0.0/16': { autonomous_system_number: 1, autonomous_system_organization: 'Wrong' },
    }),
    isp: undefined,
  });
  await places.refresh();
  return places;
}

describe('AddressPlaces', () => {
  it('returns the place of the longest prefix', async () => {
    const places = await addressPlaces();
    expect(places.placeOf('88.198.10.1')).toEqual({
      longitude: 11.0683,
      latitude: 49.4478,
      city: { id: 12, isoCode: '', names: { en: 'Nuremberg' } },
      subdivision: undefined,
      country: { id: 1, isoCode: 'DE', names: { en: 'Germany', de: 'Germany!' } },
      asNumber: 24940,
      organization: 'Hetzner Online GmbH',
    });
    expect(places.placeOf('88.198.11.1')?.city?.names).toEqual({ en: 'Falkenstein' });
    expect(places.placeOf('2a01:4f8:10::1')?.city).toBe(places.placeOf('88.198.11.1')?.city);
    expect(places.placeOf('8.8.8.8')).toBeUndefined();
    expect(places.states).toEqual([
      { kind: 'city', type: 'Test-City', builtAt: 1_700_000_000 },
      { kind: 'asn', type: 'Test-ASN', builtAt: 1_700_000_000 },
    ]);
  });

  it('corrects providers that are listed under another name', async () => {
    const places = await addressPlaces();
    expect(places.placeOf('133.242.30.3')).toMatchObject({ asNumber: 174, organization: 'Cogent' });
    expect(places.placeOf('50.7.255.255')).toMatchObject({ asNumber: 30058, organization: 'FDCservers' });
    for (const host of ['170.75.160.0', '170.75.175.255', '172.81.176.1', '172.81.183.255']) {
      expect(places.placeOf(host)).toMatchObject({ asNumber: 394745, organization: 'Lunanode' });
    }
    expect(places.placeOf('172.81.184.0')).toBeUndefined();
  });

  it('ignores members of another type', async () => {
    expect((await addressPlaces()).placeOf('198.51.100.1')).toBeUndefined();
  });

  it('reads a changed file again, and keeps the last one that could be read', async () => {
    const places = await addressPlaces();
    const path = join(directory, 'city.mmdb');
    await writeFile(path, 'not a database');
    await utimes(path, 1, 1);
    await expect(places.refresh()).rejects.toMatchObject({ code: 'lightning.bad-geography' });
    expect(places.placeOf('88.198.10.1')?.city?.id).toBe(12);
    await write('city.mmdb', 'Test-City', { '88.198.0.0/16': city(13, 'Munich', 48.1, 11.6, germany) });
    await utimes(path, 2, 2);
    await places.refresh();
    expect(places.placeOf('88.198.10.1')?.city?.id).toBe(13);
  });

  it('names files that are exchanged', async () => {
    const provider = { autonomous_system_number: 24940, autonomous_system_organization: 'Hetzner Online GmbH' };
    const places = new AddressPlaces({
      city: await write('a.mmdb', 'GeoLite2-ASN', { '88.198.0.0/16': provider }),
      asn: await write('b.mmdb', 'GeoLite2-City', { '88.198.0.0/16': city(13, 'Munich', 48.1, 11.6, germany) }),
      isp: await write('c.mmdb', 'Test-Location-ISP', { '88.198.0.0/16': provider }),
    });
    await expect(places.refresh()).rejects.toMatchObject({
      message: [
        `the city file ${join(directory, 'a.mmdb')} cannot be read: its type is GeoLite2-ASN`,
        `the asn file ${join(directory, 'b.mmdb')} cannot be read: its type is GeoLite2-City`,
      ].join('; '),
    });
    expect(places.states.map(({ kind }) => kind)).toEqual(['isp']);
  });

  it('answers from the last content until a changed file is read', async () => {
    const places = await addressPlaces();
    const path = await write('city.mmdb', 'Test-City', { '88.198.0.0/16': city(13, 'Munich', 48.1, 11.6, germany) });
    await utimes(path, 2, 2);
    const read = places.refresh();
    expect(places.placeOf('88.198.10.1')?.city?.names).toEqual({ en: 'Nuremberg' });
    await read;
    expect(places.placeOf('88.198.10.1')?.city?.names).toEqual({ en: 'Munich' });
  });
});

const keys = ['02', '03', '02', '03'].map((sign, at) => `${sign}${'abcd'[at]!.repeat(64)}`);

async function locatedGraph() {
  const graph = new Graph();
  const addresses = [
    ['[2a01:4f8:10::1]:9735', '133.242.30.3:9735', '88.198.11.1:9735'],
    ['133.242.30.4:9735'],
    [`${'a'.repeat(56)}.onion:9735`],
    ['88.198.10.1:9735', '127.0.0.1:9735'],
  ];
  for (const [at, sockets] of addresses.entries()) {
    const about = { alias: `n${at}`, color: 0, updatedAt: 1_700_000_000, features: '', records: {} };
    graph.upsertNode({ publicKey: keys[at]!, sockets, ...about }, 0);
  }
  const open = (id: number, a: number, b: number, capacitySats: number) => {
    const row = graph.upsertChannel(
      { id: BigInt(id), keys: [keys[a]!, keys[b]!], policies: [undefined, undefined] },
      0,
    );
    graph.setFunding(row, { txid: new Uint8Array(32).fill(id), capacitySats, time: 1_600_000_000 });
  };
  open(1, 0, 1, 2_000_000);
  open(2, 0, 1, 3_000_000);
  open(3, 0, 3, 900_000);
  open(4, 0, 2, 5_000_000);
  open(5, 3, 1, 1_500_000);
  const places = new NodePlaces(graph, await addressPlaces());
  await places.update();
  return { graph, places };
}

describe('NodePlaces', () => {
  it('keeps the places of nodes until they are located again, after a file was read', async () => {
    const graph = new Graph();
    // more than are located in one turn of the event loop
    for (let at = 0; at < 600; at++) {
      const publicKey = `02${at.toString(16).padStart(64, '0')}`;
      const about = { alias: '', color: 0, updatedAt: 1_700_000_000, features: '', records: {} };
      graph.upsertNode({ publicKey, sockets: ['88.198.10.1:9735'], ...about }, 0);
    }
    const addresses = await addressPlaces();
    const nodes = new NodePlaces(graph, addresses);
    await nodes.update();
    const { version } = nodes;
    const path = await write('city.mmdb', 'Test-City', { '88.198.0.0/16': city(13, 'Munich', 48.1, 11.6, germany) });
    await utimes(path, 2, 2);
    await addresses.refresh();
    const located = nodes.update();
    expect([nodes.placeOf(0)?.city?.id, nodes.placeOf(599)?.city?.id]).toEqual([13, 12]);
    await located;
    expect(nodes.placeOf(599)?.city?.id).toBe(13);
    expect(nodes.version - version).toBe(600);
  });

  it('shows the place of most addresses, whatever their order', async () => {
    const { graph, places } = await locatedGraph();
    expect(places.placeOf(0)?.city?.names['en']).toBe('Falkenstein');
    expect(places.socketsOf(0).map(({ place }) => place?.city?.names['en'])).toEqual([
      'Falkenstein',
      'Tokyo',
      'Falkenstein',
    ]);
    expect(places.placeOf(2)).toBeUndefined();
    const { version } = places;
    const sockets = [...graph.nodes.sockets[0]!].reverse();
    const about = { alias: 'n0', color: 0, updatedAt: 1_700_000_001, features: '', records: {} };
    graph.upsertNode({ publicKey: keys[0]!, sockets, ...about }, 0);
    await places.update();
    expect(places.placeOf(0)?.city?.names['en']).toBe('Falkenstein');
    expect(places.version).toBe(version);
    const moved = { ...about, sockets: ['133.242.30.3:9735'], updatedAt: 1_700_000_002 };
    graph.upsertNode({ publicKey: keys[0]!, ...moved }, 0);
    await places.update();
    expect(places.version).toBe(version + 1);
  });
});

describe('placeStatistics', () => {
  it('counts a channel within a provider once', async () => {
    const { graph, places } = await locatedGraph();
    const statistics = placeStatistics(graph, places);
    expect(statistics.providers).toEqual([
      { name: 'Hetzner Online GmbH', asNumbers: [24940], nodes: [0, 3], capacitySats: 12_400_000, channelCount: 5 },
      { name: 'Cogent', asNumbers: [174], nodes: [1], capacitySats: 6_500_000, channelCount: 3 },
    ]);
    expect(
      statistics.countries.map(({ country: { isoCode }, nodes, capacitySats }) => [isoCode, nodes, capacitySats]),
    ).toEqual([
      ['DE', [0, 3], 13_300_000],
      ['JP', [1], 6_500_000],
    ]);
    expect(statistics).toMatchObject({
      locatedCount: 3,
      capacity: { clearnetSats: 12_400_000, torSats: 0, totalSats: 12_400_000 },
      onMap: [3, 1, 0],
      maxCapacitySats: 10_900_000,
      maxChannels: 4,
    });
  });

  it('draws one line for a pair of nodes, and all channels of a node', async () => {
    const { graph, places } = await locatedGraph();
    expect(channelsOnMap(graph, places)).toEqual([1, 4]);
    expect(nodeChannelsOnMap(graph, places, 0)).toEqual([1, 0, 2]);
    expect(nodeChannelsOnMap(graph, places, 2)).toEqual([]);
  });
});
