import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LightningChain, MmdbValue } from '@glassblock/lightning';
import { seededRandom } from '@glassblock/primitives';

/** Size of a generated network. */
export interface NetworkSize {
  nodes: number;
  channels: number;
  /** Days over which the channels were opened. */
  days: number;
  /** Unix seconds. */
  now: number;
}

const daySeconds = 86_400;
const seed = 17;
const firstHeight = 600_000;

/** Returns the public key of a node. */
export const keyOf = (node: number): string => `02${node.toString(16).padStart(8, '0')}${'5a'.repeat(28)}`;

/** A generated network, served like lnd's REST API, with the chain of its channels. */
export interface MadeNetwork {
  url: string;
  graphBytes: number;
  chain: LightningChain;
  /** Id of a channel. */
  channelId(channel: number): bigint;
  /** Networks of a geographic file, for about half of the nodes. */
  places: { prefix: string; value: MmdbValue }[];
  providers: { prefix: string; value: MmdbValue }[];
  close(): Promise<void>;
}

/** Generates a network: capacities and channels of nodes follow power laws. */
export async function makeNetwork({ nodes, channels, days, now }: NetworkSize): Promise<MadeNetwork> {
  const random = seededRandom(seed);
  const nodeOf = () => Math.floor(nodes * random() ** 3);
  const heightOf = (channel: number) => firstHeight + channel;
  const timeOf = (height: number) =>
    now - Math.floor((days * daySeconds * (channels - (height - firstHeight))) / channels);
  const channelId = (channel: number) => (BigInt(heightOf(channel)) << 40n) | (1n << 16n);
  const made = Array.from({ length: channels }, () => {
    const a = nodeOf();
    const b = (a + 1 + (nodeOf() % (nodes - 1))) % nodes;
    return { a, b, sats: Math.floor(20_000 / (0.0002 + random() ** 2)) };
  });
  const graph = Buffer.from(
    JSON.stringify({
      nodes: Array.from({ length: nodes }, (_, node) => lndNode(node, now)),
      edges: made.map(({ a, b, sats }, at) => ({
        channel_id: String(channelId(at)),
        node1_pub: keyOf(a),
        node2_pub: keyOf(b),
        capacity: String(sats),
        node1_policy: lndPolicy(at, now),
        node2_policy: lndPolicy(at + 7, now),
      })),
    }),
  );
  const server = createServer((request, response) => {
    if (request.url === '/v1/getinfo') {
      const chains = [{ chain: 'bitcoin', network: 'mainnet' }];
      response.end(JSON.stringify({ identity_pubkey: keyOf(0), alias: 'made', version: 'made', chains }));
    } else if (request.url === '/v1/graph') response.end(graph);
    // the stream of updates sends nothing
    else response.flushHeaders();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tip = { height: firstHeight + channels, hash: new Uint8Array(32).fill(9), time: now };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    graphBytes: graph.length,
    channelId,
    ...madePlaces(random),
    chain: {
      tip: async () => tip,
      blockAt: async (height) => (height === tip.height ? tip : { ...tip, height }),
      transactions: async () => [],
      outputs: async (positions) =>
        positions.map(({ height }) => {
          const txid = new Uint8Array(32);
          new DataView(txid.buffer).setUint32(0, height);
          return { txid, valueSats: made[height - firstHeight]!.sats, time: timeOf(height) };
        }),
      fundingTx: async () => undefined,
      spenders: async (of) => of.map(() => new Map()),
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function lndNode(node: number, now: number) {
  const ipv4 = `${20 + (node & 127)}.${(node >> 7) & 255}.1.1:9735`;
  const onion = `${node.toString(2).replaceAll('0', 'a').replaceAll('1', 'b').padStart(56, 'c')}.onion:9735`;
  return {
    pub_key: keyOf(node),
    alias: `made node ${node}`,
    last_update: now - (node % daySeconds),
    color: '#336699',
    addresses: (node % 2 === 0 ? [ipv4, onion] : [onion]).map((addr) => ({ network: 'tcp', addr })),
    features: { 5: {}, 9: {}, 14: {} },
  };
}

const lndPolicy = (at: number, now: number) => ({
  time_lock_delta: 80,
  min_htlc: '1000',
  fee_base_msat: String((at % 3) * 500),
  fee_rate_milli_msat: String((at * 37) % 6_000),
  disabled: at % 50 === 0,
  max_htlc_msat: '990000000',
  last_update: now - (at % daySeconds),
});

function madePlaces(random: () => number) {
  const names = (en: string) => ({ en, de: en, fr: en, ja: en });
  const prefixes = Array.from({ length: 128 }, (_, at) => `${20 + at}.0.0.0/8`);
  return {
    places: prefixes.map((prefix, at): { prefix: string; value: MmdbValue } => ({
      prefix,
      value: {
        city: { geoname_id: 1_000 + at, names: names(`City ${at}`) },
        country: {
          geoname_id: 1 + (at % 60),
          iso_code: String.fromCharCode(65 + (at % 6), 65 + (at % 60) / 6),
          names: names(`Country ${at % 60}`),
        },
        location: { latitude: 140 * random() - 60, longitude: 360 * random() - 180 },
      },
    })),
    providers: prefixes.map((prefix, at): { prefix: string; value: MmdbValue } => ({
      prefix,
      value: { autonomous_system_number: 64_496 + at, autonomous_system_organization: `Provider ${at % 90}` },
    })),
  };
}
