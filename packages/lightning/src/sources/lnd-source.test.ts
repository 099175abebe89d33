import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lndInfo, lndKey, type ScriptedLnd, startScriptedLnd } from '../../test/support/scripted-lnd.ts';
import type { ChannelPolicy, GossipChannel, GossipNode } from '../graph/gossip.ts';
import { createLndSource } from './lnd-source.ts';

const fixture = (name: string) => new URL(`../../test/fixtures/${name}`, import.meta.url).pathname;
const otherKey = `03${'b2'.repeat(32)}`;

/** `/v1/graph` of lnd 0.21: 64-bit numbers are texts, bytes are base64, a missing policy is null. */
const graph = {
  nodes: [
    {
      last_update: 1_790_000_000,
      pub_key: lndKey,
      alias: 'alice\u0000\u202e',
      addresses: [
        { network: 'tcp', addr: '88.198.10.1:9735' },
        { network: 'tcp', addr: '[2a01:4f8:10::1]:9735' },
        { network: 'tcp', addr: '<script>' },
      ],
      color: '#ff9900',
      features: {
        0: { name: 'data-loss-protect', is_required: true, is_known: true },
        5: { name: 'upfront-shutdown-script', is_required: false, is_known: true },
      },
      custom_records: { 1: 'q80=' },
    },
    { last_update: 0, pub_key: otherKey, alias: '', addresses: [], color: '#000000', features: {}, custom_records: {} },
    { pub_key: 'no key' },
  ],
  edges: [
    {
      channel_id: '120946279055361',
      chan_point: `${'cd'.repeat(32)}:1`,
      last_update: 1_790_000_001,
      node1_pub: otherKey,
      node2_pub: lndKey,
      capacity: '1000000',
      node1_policy: {
        time_lock_delta: 80,
        min_htlc: '1000',
        fee_base_msat: '1000',
        fee_rate_milli_msat: '1',
        disabled: true,
        max_htlc_msat: '990000000',
        last_update: 1_790_000_001,
        custom_records: {},
      },
      node2_policy: null,
      custom_records: {},
    },
    { channel_id: '1', node1_pub: lndKey, node2_pub: lndKey },
  ],
};

const never = new AbortController().signal;

describe('lnd as a source', () => {
  let directory: string;
  let lnd: ScriptedLnd;
  const open = (more: Partial<Parameters<typeof createLndSource>[0]> = {}) =>
    createLndSource(
      { url: lnd.url, macaroonFile: join(directory, 'readonly.macaroon'), certificateFile: undefined, ...more },
      () => 1_790_000_500,
    );
  const useTls = async () => {
    await lnd.stop();
    const [key, cert] = await Promise.all(
      ['tls-key.pem', 'tls-cert.pem'].map((name) => readFile(fixture(name), 'utf8')),
    );
    lnd = await startScriptedLnd({ '/v1/getinfo': lndInfo }, { key: key!, cert: cert! });
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lightning-'));
    lnd = await startScriptedLnd({ '/v1/getinfo': lndInfo, '/v1/graph': graph });
    await writeFile(join(directory, 'readonly.macaroon'), Buffer.from(lnd.macaroon, 'hex'));
  });
  afterEach(async () => {
    await lnd.stop();
    await rm(directory, { recursive: true });
  });

  it('reads key, alias, version and network of lnd', async () => {
    expect(await open().info(never)).toEqual({
      publicKey: lndKey,
      alias: 'alice',
      version: '0.21.2-beta commit=v0.21.2-beta',
      network: 'regtest',
    });
  });

  it('reads nodes and channels of the graph, with sides in the order of their keys', async () => {
    const nodes: GossipNode[] = [];
    const channels: GossipChannel[] = [];
    await open().readGraph({ node: (node) => nodes.push(node), channel: (channel) => channels.push(channel) }, never);
    expect(nodes).toEqual([
      {
        publicKey: lndKey,
        alias: 'alice',
        color: 0xff9900,
        updatedAt: 1_790_000_000,
        sockets: ['88.198.10.1:9735', '[2a01:4f8:10::1]:9735'],
        features: '21',
        records: { 1: 'abcd' },
      },
      { publicKey: otherKey, alias: '', color: 0, updatedAt: 0, sockets: [], features: '', records: {} },
    ]);
    const policy: ChannelPolicy = {
      updatedAt: 1_790_000_001,
      baseFeeMsat: 1_000,
      feeRatePpm: 1,
      cltvDelta: 80,
      minHtlcMsat: 1_000,
      maxHtlcMsat: 990_000_000,
      isDisabled: true,
    };
    expect(channels).toEqual([{ id: 120946279055361n, keys: [lndKey, otherKey], policies: [undefined, policy] }]);
  });

  it('reports updates of the subscription', async () => {
    const update = {
      node_updates: [{ identity_key: otherKey, alias: 'bob', color: '#0000ff', node_addresses: [], features: {} }],
      channel_updates: [
        {
          chan_id: '120946279055361',
          capacity: '1000000',
          routing_policy: { ...graph.edges[0]!.node1_policy, last_update: 0 },
          advertising_node: otherKey,
          connecting_node: lndKey,
        },
      ],
      closed_chans: [{ chan_id: '120946279055362', capacity: '1', closed_height: 120 }],
    };
    lnd.scripts['/v1/graph/subscribe'] = (response) => {
      const text = `${JSON.stringify({ result: update })}\n`;
      response.write(text.slice(0, 50));
      response.end(`${text.slice(50)}\n`);
    };
    const received: unknown[] = [];
    await open().follow!(
      {
        node: (node) => received.push([node.publicKey, node.alias, node.updatedAt, node.records]),
        policy: (id, keys, side, { feeRatePpm, updatedAt }) => received.push([id, keys, side, feeRatePpm, updatedAt]),
        closed: (id) => received.push(id),
      },
      never,
    );
    expect(received).toEqual([
      [otherKey, 'bob', 1_790_000_500, undefined],
      [120946279055361n, [lndKey, otherKey], 1, 1, 1_790_000_500],
      120946279055362n,
    ]);
  });

  it('accepts the certificate of the node itself, and no other', async () => {
    await useTls();
    await expect(open({ certificateFile: fixture('tls-cert.pem') }).info(never)).resolves.toMatchObject({
      alias: 'alice',
    });
    for (const certificateFile of [fixture('other-tls-cert.pem'), undefined]) {
      await expect(open({ certificateFile }).info(never)).rejects.toMatchObject({ code: 'lightning.certificate' });
    }
  });

  it.each([
    ['of another lnd', 'verification failed: signature mismatch after caveat verification'],
    ['as hex', 'unmarshal v1: packet size too big'],
  ])('names a macaroon %s', async (_, answer) => {
    lnd.scripts['/v1/getinfo'] = (response) => {
      response.writeHead(500);
      response.end(JSON.stringify({ code: 2, message: answer, details: [] }));
    };
    const message = 'lnd does not accept the macaroon; use its readonly.macaroon.';
    await expect(open().info(never)).rejects.toMatchObject({ code: 'lightning.bad-macaroon', message });
  });

  it('names a file that cannot be read', async () => {
    const macaroonFile = join(directory, 'missing');
    const message = 'The macaroon file cannot be read (ENOENT).';
    await expect(open({ macaroonFile }).info(never)).rejects.toMatchObject({ code: 'lightning.bad-file', message });
  });

  it('names an lnd that cannot be reached', async () => {
    await lnd.stop();
    const failed = { code: 'lightning.unreachable', message: `lnd at ${lnd.url} cannot be reached (ECONNREFUSED).` };
    await expect(open().info(never)).rejects.toMatchObject(failed);
  });

  // lnd 0.21 sends it when it is stopped
  it.each([
    [2, 'lightning.unreachable'],
    [12, 'lightning.bad-answer'],
  ])('reports an error %i within the stream of updates as %s', async (code, expected) => {
    lnd.scripts['/v1/graph/subscribe'] = (response) =>
      void response.end(`${JSON.stringify({ error: { code, message: 'stopped' } })}\n`);
    const ignored = { node: () => undefined, policy: () => undefined, closed: () => undefined };
    await expect(open().follow!(ignored, never)).rejects.toMatchObject({ code: expected });
  });

  // lnd sends the header of the stream with its first message, and that of the graph after it has read all of it
  it.each([
    ['updates without a limit', '/v1/graph/subscribe', 0],
    ['the graph for five minutes', '/v1/graph', 300_000],
  ])('waits for %s, once it is connected', async (_, path, timeoutMs) => {
    let client: Socket | undefined;
    const onSocket = (message: unknown) => void (client = (message as { socket: Socket }).socket);
    subscribe('net.client.socket', onSocket);
    let timeout: number | undefined;
    lnd.scripts[path] = (response) => {
      timeout = client!.timeout;
      response.destroy();
    };
    const ignored = { node: () => undefined, policy: () => undefined, closed: () => undefined };
    const reading =
      path === '/v1/graph'
        ? open().readGraph({ ...ignored, channel: () => undefined }, never)
        : open().follow!(ignored, never);
    await expect(reading).rejects.toMatchObject({ code: 'lightning.unreachable' });
    unsubscribe('net.client.socket', onSocket);
    expect(timeout).toBe(timeoutMs);
  });

  it('names an address with http where lnd expects https', async () => {
    lnd.scripts['/v1/getinfo'] = (response) => {
      response.writeHead(400);
      response.end('Client sent an HTTP request to an HTTPS server.\n');
    };
    await expect(open().info(never)).rejects.toMatchObject({ message: `lnd at ${lnd.url} expects https.` });
  });

  it.each([
    'wallet locked, unlock it to enable full RPC access',
    'wallet not created, create one to enable full RPC access',
    'the RPC server is in the process of starting up, but not yet ready to accept calls',
  ])('names an lnd that answers "%s"', async (message) => {
    lnd.scripts['/v1/getinfo'] = (response) => {
      response.writeHead(500);
      response.end(JSON.stringify({ code: 2, message }));
    };
    await expect(open().info(never)).rejects.toMatchObject({ code: 'lightning.not-ready' });
  });

  it.each([
    ['ends early', '{"nodes":[{"pub_key":'],
    ['is a page', '<html></html>'],
  ])('rejects a graph that %s', async (_, text) => {
    lnd.scripts['/v1/graph'] = (response) => void response.end(text);
    const ignored = { node: () => undefined, channel: () => undefined };
    await expect(open().readGraph(ignored, never)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
  });

  it('reports a connection that breaks during the graph', async () => {
    lnd.scripts['/v1/graph'] = (response) => {
      response.write('{"nodes":[', () => response.destroy());
    };
    const ignored = { node: () => undefined, channel: () => undefined };
    await expect(open().readGraph(ignored, never)).rejects.toMatchObject({ code: 'lightning.unreachable' });
  });

  it('treats malformed values as absent, and bounds the others', async () => {
    const evil = { toString: 1, valueOf: 1 };
    const addresses = Array.from({ length: 5_000 }, (_, at) => ({ addr: `1.2.${at >> 8}.${at & 255}:9735` }));
    const alias = `<img src=x onerror=alert(1)>\u202e\u0007${'\ud83d\ude00'.repeat(9_000)}`;
    const [node] = graph.nodes;
    const [edge] = graph.edges;
    const negative = {
      ...edge!.node1_policy,
      fee_base_msat: '-5',
      fee_rate_milli_msat: -7,
      min_htlc: '1e9',
      last_update: -1,
    };
    lnd.scripts['/v1/graph'] = {
      nodes: [{ ...node, alias, addresses, features: evil, custom_records: evil }, { pub_key: evil }, evil],
      edges: [
        { ...edge, channel_id: evil },
        { ...edge, channel_id: '-1' },
        { ...edge, capacity: '99999999999999999999', node1_policy: negative, node2_policy: evil },
      ],
    };
    const nodes: GossipNode[] = [];
    const channels: GossipChannel[] = [];
    await open().readGraph({ node: (each) => nodes.push(each), channel: (each) => channels.push(each) }, never);
    expect(nodes.map(({ sockets, features, records }) => [sockets.length, features, records])).toEqual([[24, '', {}]]);
    expect(nodes[0]!.alias).toBe(`<img src=x onerror=alert(1)>${'\ud83d\ude00'.repeat(18)}`);
    const none = { baseFeeMsat: 0, feeRatePpm: 0, minHtlcMsat: 0, updatedAt: 1 };
    expect(channels.length).toBe(1);
    expect(channels[0]!.policies[1]).toMatchObject(none);
  });

  it.each([
    ['fillers', '\u3164\u115f\u2800 \uffa0', ''],
    ['separators of lines', 'a\u2028b\u2029c', 'abc'],
    ['a tower of marks', `z${'\u0301'.repeat(60)}!`, `z${'\u0301'.repeat(4)}!`],
    ['a megabyte of one letter', 'x'.repeat(900_000), 'x'.repeat(64)],
    ['letters from right to left', '\u05d0\u05d1\u05d2', '\u05d0\u05d1\u05d2'],
    ['an emoji with its selector', '\u26a1\ufe0f node', '\u26a1\ufe0f node'],
  ])('reads an alias of %s', async (_, alias, expected) => {
    lnd.scripts['/v1/graph'] = { nodes: [{ ...graph.nodes[0], alias }], edges: [] };
    const aliases: string[] = [];
    await open().readGraph({ node: (each) => aliases.push(each.alias), channel: () => undefined }, never);
    expect(aliases).toEqual([expected]);
  });

  it.each([
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[null]'],
    ['other members', '{"identity_pubkey":{"toString":1},"chains":[null]}'],
  ])('rejects %s in place of what lnd says about itself', async (_, text) => {
    lnd.scripts['/v1/getinfo'] = (response) => void response.end(text);
    await expect(open().info(never)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
  });

  it('does not follow a redirect, which would get the macaroon', async () => {
    lnd.scripts['/v1/getinfo'] = (response) => {
      response.writeHead(302, { location: `${lnd.url}/elsewhere` });
      response.end();
    };
    await expect(open().info(never)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
    expect(lnd.requested).toEqual(['/v1/getinfo']);
  });

  it('rejects an element of a graph that never ends', async () => {
    lnd.scripts['/v1/graph'] = (response) => {
      response.write('{"nodes":[{"alias":"');
      const more = () => {
        while (response.write('x'.repeat(65_536))) if (response.destroyed) return;
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    };
    const ignored = { node: () => undefined, channel: () => undefined };
    await expect(open().readGraph(ignored, never)).rejects.toMatchObject({
      code: 'lightning.bad-answer',
      message: 'the answer cannot be read: an element of more than 1000000 bytes',
    });
  });
});
