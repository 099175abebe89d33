import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type {
  ChannelLifetime,
  LightningDay,
  LightningEvents,
  NetworkState,
  NodePolicies,
  PairPolicies,
} from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lndKey, type ScriptedLnd } from '../../lightning/test/support/scripted-lnd.ts';
import { askServer } from '../src/maintenance/control-socket.ts';
import { demoLnd, peerKey } from './support/demo/demo-lnd.ts';
import { demoPlaces } from './support/demo/demo-places.ts';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

interface Row {
  id: string;
  short_id: string;
  capacity: number;
  closing_date: number;
}

/** Returns the types in an answer; of lists those of the first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'number';
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) ? 'time' : 'text';
  if (typeof value !== 'object') return typeof value;
  if ('en' in value) return 'names';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

describe('Lightning beside a node', () => {
  let devnode: Devnode;
  let lnd: ScriptedLnd;
  let explorer: TestExplorer;
  let directory: string;
  let places: Awaited<ReturnType<typeof demoPlaces>>;
  const flags = () => ({
    node: devnode.rpcUrl,
    network: 'demo',
    dataDir: directory,
    lnd: lnd.url,
    lndMacaroon: join(directory, 'macaroon'),
    ...places,
  });
  const list = (status: string) => `/api/v1/lightning/channels?public_key=${lndKey}&status=${status}`;

  /** Number of channels whose funding output, the coinbase of a block, is spent. */
  async function spentFundings(): Promise<number> {
    let count = 0;
    for (let height = 1; height <= 30; height++) {
      const hash = await explorer.get<string>(`/api/block-height/${height}`);
      const txid = await explorer.get<string>(`/api/block/${hash}/txid/0`);
      const { spent, status } = await explorer.get<{ spent: boolean; status?: { confirmed: boolean } }>(
        `/api/tx/${txid}/outspend/0`,
      );
      if (spent && status?.confirmed === true) count++;
    }
    return count;
  }

  beforeAll(async () => {
    devnode = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 40, mempoolSize: 50 });
    directory = await mkdtemp(join(tmpdir(), 'glassblock-lightning-'));
    lnd = await demoLnd(30, join(directory, 'macaroon'));
    places = await demoPlaces(directory);
    explorer = await startTestExplorer(flags());
    // channels are looked up one after the other: counts agree once all closings are known
    await explorer.until<NetworkState>('/api/glass/v1/state', ({ index }) => index.synced);
    const spent = await spentFundings();
    expect(spent).toBeGreaterThan(0);
    await explorer.until<Row[]>(`${list('closed')}&index=-1`, ({ length }) => length === spent);
  });
  afterAll(async () => {
    await explorer?.stop();
    await lnd?.stop();
    await devnode?.stop();
    await rm(directory, { recursive: true, force: true });
    expect(explorer.faults).toEqual([]);
  });

  it('reads capacity, closing transaction and time from the index', async () => {
    const [row] = await explorer.get<Row[]>(list('closed'));
    const channel = await explorer.get<{
      capacity: number;
      transaction_id: string;
      transaction_vout: number;
      closing_transaction_id: string;
      closing_date: string;
      closing_fee: number;
    }>(`/api/v1/lightning/channels/${row!.id}`);
    const { transaction_id, transaction_vout, closing_transaction_id } = channel;
    const spend = await explorer.get<{ txid: string; status: { block_time: number } }>(
      `/api/tx/${transaction_id}/outspend/${transaction_vout}`,
    );
    expect(closing_transaction_id).toBe(spend.txid);
    expect(Date.parse(channel.closing_date) / 1000).toBe(spend.status.block_time);
    const funding = await explorer.get<{ vout: { value: number }[] }>(`/api/tx/${transaction_id}`);
    expect(channel.capacity).toBe(funding.vout[transaction_vout]!.value);
    const [labels] = await explorer.get<[{ inputs: Record<string, { id: string }> }]>(
      `/api/v1/lightning/channels/txids?txId[]=${closing_transaction_id}`,
    );
    expect(labels.inputs['0']).toBeDefined();
  });

  it('finds a node by its key in upper case, and a channel by its short id', async () => {
    const root = '/api/v1/lightning';
    const node = await explorer.get<object>(`${root}/nodes/${lndKey}`);
    expect(await explorer.get<object>(`${root}/nodes/${lndKey.toUpperCase()}`)).toEqual(node);
    const [row] = await explorer.get<Row[]>(list('closed').replace(lndKey, lndKey.toUpperCase()));
    const channel = await explorer.get<object>(`${root}/channels/${row!.id}`);
    expect(await explorer.get<object>(`${root}/channels/${row!.short_id}`)).toEqual(channel);
  });

  it('locates nodes by the files of the operator', async () => {
    const root = '/api/v1/lightning';
    const node = await explorer.get<{ capacity: string; active_channel_count: number }>(`${root}/nodes/${lndKey}`);
    const { capacity, active_channel_count: channels } = node;
    // statistics of places are some seconds old
    const [country] = await explorer.until<[{ capacity: string }]>(
      `${root}/nodes/countries`,
      ([first]) => first?.capacity === capacity,
    );
    const names = { en: 'Germany', de: 'Deutschland' };
    expect(country).toEqual({ name: names, iso: 'DE', count: 1, share: 100, capacity });
    expect(node).toMatchObject({
      as_number: 24940,
      as_organization: 'Hetzner Online GmbH',
      city_id: 2861650,
      country_id: 2921044,
      subdivision_id: 2951839,
      iso_code: 'DE',
      longitude: 11.0683,
      latitude: 49.4478,
      city: { en: 'Nuremberg' },
    });
    expect(await explorer.get(`${root}/nodes/world`)).toEqual({
      maxLiquidity: Number(capacity),
      maxChannels: channels,
      nodes: [[11.0683, 49.4478, lndKey, 'alice', Number(capacity), channels, names, 'DE']],
    });
    expect(await explorer.get(`${root}/nodes/isp-ranking`)).toEqual({
      clearnetCapacity: Number(capacity),
      torCapacity: 0,
      unknownCapacity: 0,
      ispRanking: [['24940', 'Hetzner Online GmbH', Number(capacity), channels, 1]],
    });
    expect(await explorer.get(`${root}/nodes/country/de`)).toMatchObject({ nodes: [{ isp: 'Hetzner Online GmbH' }] });
    expect(await explorer.get(`${root}/nodes/isp/1,24940`)).toMatchObject({ nodes: [{ public_key: lndKey }] });
    const { text: csv } = await explorer.status(`${root}/nodes/isp-ranking?format=csv`);
    expect(csv).toBe(
      `AS numbers,name,capacity (sats),channels,nodes\r\n24940,Hetzner Online GmbH,${capacity},${channels},1\r\n`,
    );
    const linesOf = async (path: string) => (await explorer.status(path)).text.split('\r\n');
    expect((await linesOf(`${root}/nodes/${lndKey}/fees/histogram?format=csv`))[0]).toBe(
      'direction,fee rate up to (ppm),channels,capacity (sats)',
    );
    expect((await linesOf(`${root}/nodes/group/ours?format=csv`))[1]).toMatch(
      `${lndKey},alice,${capacity},${channels},`,
    );
    // all rows, and not in the reduced form
    const listedLines = await linesOf(`${list('active')}&index=-1&format=csv`);
    expect(listedLines.length).toBe(channels + 2);
    expect(listedLines[1]!.split(',')[2]).toBe('1');
    // the other end of all channels has no place
    expect(await explorer.get(`${root}/channels-geo?style=widget`)).toEqual([]);
    expect((await explorer.status(`${root}/nodes/country/fr`)).status).toBe(404);
    const group = await explorer.get<{ public_key: string }[]>(`${root}/nodes/group/ours`);
    expect(group.map(({ public_key }) => public_key)).toEqual([lndKey]);
  });

  describe('answers with the fields and types that clients of mempool.space read:', () => {
    const names = 'names';
    const place = { city: names, country: names, iso_code: 'text' };
    const hit = { public_key: 'text', alias: 'text', capacity: 'int', channels: 'int', status: 'int' };
    // ids of the first blocks are small enough for a number
    const channelHit = { id: 'int', short_id: 'text', capacity: 'int', status: 'int' };
    const policy = (prefix = '') => ({
      [`${prefix}base_fee_mtokens`]: 'int',
      [`${prefix}cltv_delta`]: 'int',
      [`${prefix}fee_rate`]: 'int',
      [`${prefix}is_disabled`]: 'int',
      [`${prefix}max_htlc_mtokens`]: 'int',
      [`${prefix}min_htlc_mtokens`]: 'int',
      [`${prefix}updated_at`]: 'time',
    });
    const balances = { funding_balance: 'int', closing_balance: 'int' };
    const end = { alias: 'text', public_key: 'text', ...policy(), ...balances };
    const figures = { channels: 'int', capacity: 'int' };
    const channel = {
      id: 'int',
      short_id: 'text',
      capacity: 'int',
      transaction_id: 'text',
      transaction_vout: 'int',
      closing_transaction_id: 'text',
      closing_fee: 'int',
      closing_reason: 'null',
      closing_date: 'time',
      updated_at: 'time',
      created: 'time',
      status: 'int',
      funding_ratio: 'null',
      closed_by: 'null',
      single_funded: 'boolean',
    };
    const listed = {
      status: 'int',
      closing_reason: 'null',
      closing_date: 'null',
      capacity: 'int',
      short_id: 'text',
      id: 'int',
      fee_rate: 'int',
      node: { alias: 'text', public_key: 'text', channels: 'int', capacity: 'text' },
    };
    const stat = {
      id: 'int',
      added: 'time',
      channel_count: 'int',
      node_count: 'int',
      total_capacity: 'int',
      tor_nodes: 'int',
      clearnet_nodes: 'int',
      clearnet_tor_nodes: 'int',
      unannounced_nodes: 'int',
      avg_capacity: 'int',
      med_capacity: 'int',
      avg_fee_rate: 'int',
      med_fee_rate: 'int',
      avg_base_fee_mtokens: 'int',
      med_base_fee_mtokens: 'int',
    };
    const node = {
      public_key: 'text',
      alias: 'text',
      color: 'text',
      first_seen: 'int',
      updated_at: 'int',
      sockets: 'text',
      as_number: 'int',
      city_id: 'int',
      country_id: 'int',
      subdivision_id: 'int',
      longitude: 'number',
      latitude: 'number',
      ...place,
      as_organization: 'text',
      subdivision: names,
      features: [{ bit: 'int', name: 'text', is_required: 'boolean' }],
      featuresBits: 'text',
      active_channel_count: 'int',
      capacity: 'text',
      opened_channel_count: 'int',
      closed_channel_count: 'int',
      custom_records: { 1: 'text' },
    };
    const ranked = {
      publicKey: 'text',
      alias: 'text',
      capacity: 'int',
      channels: 'int',
      firstSeen: 'int',
      updatedAt: 'int',
      ...place,
      subdivision: 'text',
    };
    const { capacity: _c, firstSeen: _f, updatedAt: _u, ...rankedLite } = ranked;
    const bucket = { bucket: 'int', count: 'int', capacity: 'text' };
    const geoNode = {
      public_key: 'text',
      capacity: 'int',
      channels: 'int',
      alias: 'text',
      first_seen: 'int',
      updated_at: 'int',
      ...place,
      subdivision: names,
      longitude: 'number',
      latitude: 'number',
    };

    it.each([
      ['search?searchText=alice', { nodes: [hit], channels: [] }],
      ['search?searchText=7x0', { nodes: [], channels: [channelHit] }],
      ['statistics/latest', { latest: stat }],
      [`nodes/${lndKey}`, node],
      [`nodes/${lndKey}/fees/histogram`, { incoming: [bucket], outgoing: [bucket] }],
      ['nodes/search/alice', [hit]],
      ['nodes/group/ours', [node]],
      [
        'nodes/rankings',
        { topByCapacity: [{ publicKey: 'text', alias: 'text', capacity: 'int' }], topByChannels: [rankedLite] },
      ],
      ['nodes/rankings/liquidity', [ranked]],
      ['nodes/rankings/connectivity', [ranked]],
      ['nodes/rankings/age', [ranked]],
      [list('active'), [listed]],
      [list('closed'), [{ ...listed, closing_date: 'int' }]],
      [
        `${list('open')}&index=-1`,
        [{ capacity: 'int', short_id: 'text', id: 'int', node: { alias: 'text', public_key: 'text' } }],
      ],
      ['channels/search/7x0', [channelHit]],
      ['channels/txids/?txId[]=00', []],
      ['penalties', []],
      ['nodes/countries', [{ name: names, iso: 'text', count: 'int', share: 'int', capacity: 'text' }]],
      ['nodes/country/DE', { country: names, nodes: [{ ...geoNode, as_number: 'int', isp: 'text' }] }],
      ['nodes/isp/24940', { isp: 'text', nodes: [geoNode] }],
      [`nodes/${'02'.padEnd(66, '7')}/statistics`, []],
      ['channels?public_key=02&status=open', []],
      [`channels?public_key=${lndKey}00&status=open&index=-1`, []],
    ])('%s', async (path, shape) => {
      expect(shapeOf(await explorer.get(path.startsWith('/') ? path : `/api/v1/lightning/${path}`))).toEqual(shape);
    });

    it('a closed channel, alone and of its transactions', async () => {
      const [row] = await explorer.get<Row[]>(list('closed'));
      const one = await explorer.get<Record<string, unknown>>(`/api/v1/lightning/channels/${row!.id}`);
      const located = { longitude: 'number', latitude: 'number' };
      const elsewhere = { longitude: 'null', latitude: 'null' };
      const { node_left, node_right, funding_ratio, ...rest } = one;
      const { funding_ratio: _r, ...expected } = channel;
      expect(shapeOf(rest)).toEqual(expected);
      expect(['number', 'object']).toContain(typeof funding_ratio);
      const ends = [node_left, node_right] as { public_key: string; fee_rate: number | null }[];
      for (const each of ends) {
        const where = each.public_key === lndKey ? located : elsewhere;
        const known =
          each.fee_rate === null ? Object.fromEntries(Object.keys(policy()).map((name) => [name, 'null'])) : {};
        expect(shapeOf(each)).toEqual({ ...end, ...figures, ...where, ...known });
      }
      const path = `channels/txids?txId[]=${one['transaction_id']}&txId[]=xx&txId[]=${'00'.repeat(32)}`;
      const [of, none, ...more] = await explorer.get<[{ inputs: object; outputs: Record<string, object> }, object]>(
        `/api/v1/lightning/${path}`,
      );
      expect({ none, more }).toEqual({ none: { inputs: {}, outputs: {} }, more: [] });
      expect(Object.keys(of.outputs)).toEqual([String(one['transaction_vout'])]);
      expect(Object.keys((Object.values(of.outputs)[0] as { node_left: object }).node_left)).toEqual([
        ...Object.keys(end),
      ]);
    });

    it.each([
      ['search', 400, 'Missing parameter: searchText'],
      ['channels?status=open', 400, 'Missing parameter: public_key'],
      ['channels?public_key=&status=open', 400, 'Missing parameter: public_key'],
      ['channels?public_key=02&status=open&index=-2', 400, /"error":"Invalid index"/],
      [`channels?public_key=${lndKey}&status=open&index=-2`, 400, /"error":"Invalid index"/],
      [`channels?public_key=${lndKey}&status=all`, 400, /"error":"Invalid status"/],
      [`channels?public_key=${lndKey}`, 400, /"error":"Invalid status"/],
      ['channels/1', 404, 'Channel not found'],
      ['channels/txids', 400, /"error":"invalid txId format"/],
      [`nodes/${'02'.padEnd(66, '7')}`, 404, /"error":"Node not found"/],
      [
        'nodes/country/zz',
        404,
        /"error":"This country does not exist or does not host any lightning nodes on clearnet"/,
      ],
      ['nodes/isp/1', 404, /"error":"This ISP does not exist or does not host any lightning nodes on clearnet"/],
    ])('%s is %d', async (path, status, text) => {
      const answer = await explorer.status(`/api/v1/lightning/${path}`);
      expect(answer.status).toBe(status);
      if (typeof text === 'string') expect(answer.text).toBe(text);
      else expect(answer.text).toMatch(text);
    });
  });

  // coinbase outputs are spent by wallets: nothing shows how a channel was closed
  it('does not guess a closing reason', async () => {
    const [row] = await explorer.get<Row[]>(list('closed'));
    const evidence = await explorer.get<{ reason: string }>(`/api/glass/v1/lightning/channels/${row!.id}/closing`);
    expect(evidence).toMatchObject({ reason: 'unknown', commitment: false });
    expect(await explorer.get(`/api/v1/lightning/channels/${row!.id}`)).toMatchObject({ closing_reason: null });
  });

  it('finds nodes and channels, and counts them', async () => {
    const { nodes } = await explorer.get<{ nodes: { public_key: string }[] }>(
      '/api/v1/lightning/search?searchText=harbor',
    );
    expect(nodes.map(({ public_key }) => public_key)).toEqual([peerKey]);
    const { channels } = await explorer.get<{ channels: Row[] }>('/api/v1/lightning/search?searchText=7x0');
    expect(channels.map(({ short_id }) => short_id)).toEqual(['7x0x0']);
    const open = await explorer.status(list('active'));
    const count = Number(open.headers.get('x-total-count'));
    // statistics follow the graph within seconds
    const { latest } = await explorer.until<{ latest: Record<string, number> }>(
      '/api/v1/lightning/statistics/latest',
      (answer) => answer.latest['channel_count'] === count,
    );
    expect(latest).toMatchObject({ node_count: 2, tor_nodes: 1, clearnet_nodes: 1 });
    expect(await explorer.get('/api/v1/backend-info')).toMatchObject({ lightning: true });
  });

  it('reopens a channel when its closing is disconnected by a reorg', async () => {
    const before = await explorer.get<Row[]>(list('closed'));
    const newest = before[0]!;
    const { closing_transaction_id } = await explorer.get<{ closing_transaction_id: string }>(
      `/api/v1/lightning/channels/${newest.id}`,
    );
    const { status } = await explorer.get<{ status: { block_height: number } }>(`/api/tx/${closing_transaction_id}`);
    const tip = await explorer.get<number>('/api/blocks/tip/height');
    const events = '/api/glass/v1/lightning/events';
    const { position } = await explorer.get<LightningEvents>(events);
    const socket = new WebSocket(`${explorer.url.replace('http', 'ws')}/api/v1/ws`);
    const followed = new Promise<{ 'lightning-events': LightningEvents['events'] }>((resolve) => {
      socket.onmessage = ({ data }) => String(data).includes('"lightning-events"') && resolve(JSON.parse(String(data)));
    });
    const pong = new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) => String(data).includes('"pong"') && resolve(data));
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send(JSON.stringify({ 'track-lightning': [newest.short_id], action: 'ping' }));
    await pong;
    devnode.commands.reorg(tip - status.block_height + 1, { leaveOut: 1 });
    await explorer.until<Row[]>(list('closed'), (rows) => rows.every(({ id }) => id !== newest.id));
    const after = `${events}?after=${position}&channel=${newest.short_id}`;
    const news = await explorer.until<LightningEvents>(after, (answer) => answer.events.length > 0);
    const channel = { channel: String(newest.id), firstNode: lndKey, secondNode: peerKey };
    expect(news.events[0]).toMatchObject({ type: 'channel-reopened', ...channel });
    expect((await followed)['lightning-events'][0]).toEqual(news.events[0]);
    socket.close();
    const others = await explorer.get<LightningEvents>(`${events}?after=${position}&node=02${'00'.repeat(32)}`);
    expect(others).toMatchObject({ events: [], gap: false });
    const stream = await fetch(`${explorer.url}/api/glass/v1/events?after=${position}&node=${peerKey}`);
    const first = await stream.body!.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(first.value).toMatch(/^id: \S+\nevent: channel-/);
    expect((await explorer.status('/api/glass/v1/events?node=x')).status).toBe(404);
  });

  it('imports topology files through the control socket of the running server', async () => {
    const files = await mkdtemp(join(directory, 'topology-'));
    const edge = { scid: '1x0x0', source: lndKey, destination: peerKey, fee_proportional_millionths: 7 };
    const old = { nodes: [{ id: lndKey, addresses: 'ipv4://1.2.3.4:9735' }], adjacency: [[edge]] };
    await writeFile(join(files, 'topology_1600000000.json.gz'), gzipSync(JSON.stringify(old)));
    const home = join(directory, 'demo');
    const options = { signal: AbortSignal.timeout(60_000), onProgress: () => undefined };
    const question = { do: 'import-topology', directory: files } as const;
    expect(await askServer(home, question, options)).toEqual({ files: 1, of: 1, days: 1 });
    const days = await explorer.get<LightningDay[]>('/api/v1/lightning/statistics/all');
    const { capacity } = await explorer.get<Row>('/api/v1/lightning/channels/1099511627776');
    expect(days.at(-1)).toEqual({
      added: 1_600_000_000,
      channel_count: 1,
      total_capacity: capacity,
      tor_nodes: 0,
      clearnet_nodes: 1,
      unannounced_nodes: 0,
      clearnet_tor_nodes: 0,
    });
    const node = await explorer.get<object[]>(`/api/v1/lightning/nodes/${peerKey}/statistics`);
    expect(node.at(-1)).toEqual({ added: 1_599_955_200, capacity, channels: 1 });
    await expect(askServer(home, { ...question, directory: join(files, 'none') }, options)).rejects.toMatchObject({
      code: 'lightning.bad-file',
    });
  });

  it('returns the lifetime of a channel, also as CSV', async () => {
    const [row] = await explorer.get<Row[]>(list('closed'));
    const path = `/api/glass/v1/lightning/channels/${row!.id}`;
    const lifetime = await explorer.get<ChannelLifetime>(`${path}/lifetime`);
    const types = lifetime.events.map(({ type }) => type);
    expect(types.toSorted()).toEqual(['closed', 'opened', ...types.filter((type) => type === 'policy')]);
    expect(types.includes('policy')).toBe(true);
    const { closing_transaction_id, closing_fee } = await explorer.get<Record<string, unknown>>(
      `/api/v1/lightning/channels/${row!.id}`,
    );
    expect(lifetime.closing).toEqual({
      txid: closing_transaction_id,
      reason: 'unknown',
      resolved: lifetime.closing!.resolved,
      fee: closing_fee,
      sweeps: [],
      total_fee: closing_fee,
    });
    const { text: csv } = await explorer.status(`${path}/lifetime?format=csv`);
    expect(csv.split('\r\n').length).toBe(lifetime.events.length + 2);
    const between = await explorer.get<PairPolicies>(
      `/api/glass/v1/lightning/nodes/${lndKey}/peers/${peerKey}/policies`,
    );
    // one policy of each channel, of every second channel two
    expect(between.length).toBe(45);
    const own = await explorer.get<NodePolicies>(`/api/glass/v1/lightning/nodes/${lndKey}/policies`);
    expect(own.channels).toBe(own.of);
    const isOpen = new Set(own.policies.map(({ id }) => id));
    const expected = between.filter(({ id, public_key }) => public_key === lndKey && isOpen.has(id));
    const feesOf = (rows: readonly { id: string | number; fee_rate: number }[]) =>
      new Map(rows.map(({ id, fee_rate }) => [id, fee_rate]));
    expect(feesOf(own.policies)).toEqual(feesOf(expected));
    expect(own.policies[0]).toMatchObject({ peer: peerKey, capacity: expect.any(Number), changes: 0 });
  });

  it('keeps closed channels over a restart without the source', async () => {
    // after the reorg, all channels whose outputs are still spent are closed again
    const spent = await spentFundings();
    expect(spent).toBeGreaterThan(0);
    const all = `${list('closed')}&index=-1`;
    const before = await explorer.until<Row[]>(all, ({ length }) => length === spent);
    await explorer.stop();
    lnd.macaroon = 'ff';
    explorer = await startTestExplorer(flags());
    const [source] = await explorer.until<[{ state: string; sentence: string }]>(
      '/api/glass/v1/lightning/sources',
      ([{ state }]) => state === 'failed',
    );
    expect(source.sentence).toBe('The Lightning node does not accept the macaroon.');
    expect(await explorer.get(all)).toEqual(before);
  });
});

it('is absent without a Lightning node', async () => {
  const devnode = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 5, mempoolSize: 0 });
  const explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo' });
  try {
    const { status, text } = await explorer.status('/api/v1/lightning/statistics/latest');
    expect({ status, text }).toEqual({ status: 404, text: 'Lightning is not enabled' });
    expect(await explorer.get('/api/v1/backend-info')).toMatchObject({ lightning: false });
  } finally {
    await explorer.stop();
    await devnode.stop();
  }
});
