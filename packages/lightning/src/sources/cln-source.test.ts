import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseShortId } from '../graph/channel-id.ts';
import type { GossipChannel, GossipNode } from '../graph/gossip.ts';
import { createClnSource } from './cln-source.ts';

const [low, high] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`];
const never = new AbortController().signal;

/** Answers in the shapes of Core Lightning 24 and later. */
const answers: Record<string, object> = {
  getinfo: { id: low, alias: 'green boat', color: '02a1a1', version: 'v25.12', network: 'regtest', address: [] },
  listnodes: {
    nodes: [
      {
        nodeid: low,
        alias: 'green boat',
        color: '02a1a1',
        last_timestamp: 1_790_000_000,
        features: '8000000000',
        addresses: [
          { type: 'ipv4', address: '88.198.10.1', port: 9735 },
          { type: 'ipv6', address: '2a01:4f8:10::1', port: 9735 },
          { type: 'torv3', address: `${'a2'.repeat(28)}.onion`, port: 9735 },
          { type: 'dns', address: 'node.example.org', port: 9735 },
        ],
        option_will_fund: { lease_fee_base_msat: '2sat', compact_lease: '029a00640000000000c8' },
      },
      { nodeid: high },
    ],
  },
  listchannels: {
    channels: [
      half(high, low, '110x1x0', 1, { fee_per_millionth: 10 }),
      half(low, high, '110x1x0', 0, { fee_per_millionth: 20, active: false, htlc_minimum_msat: '5msat' }),
      half(high, low, '111x1x0', 1, { fee_per_millionth: 30 }),
      half(high, low, 'nonsense', 1, {}),
    ],
  },
};

function half(source: string, destination: string, short_channel_id: string, direction: number, more: object) {
  return {
    source,
    destination,
    short_channel_id,
    direction,
    public: true,
    amount_msat: 1_000_000_000,
    message_flags: 1,
    channel_flags: direction,
    active: true,
    last_update: 1_790_000_001,
    base_fee_millisatoshi: 1,
    fee_per_millionth: 10,
    delay: 6,
    htlc_minimum_msat: 0,
    htlc_maximum_msat: 990_000_000,
    features: '',
    ...more,
  };
}

describe('Core Lightning as a source', () => {
  let directory: string;
  let server: Server;
  let path: string;
  /** Writes an answer of another form. */
  let raw: ((socket: Socket) => void) | undefined;

  beforeEach(async () => {
    raw = undefined;
    directory = await mkdtemp(join(tmpdir(), 'lightning-'));
    path = join(directory, 'lightning-rpc');
    server = createServer((socket) => {
      socket.once('data', (bytes) => {
        const { id, method } = JSON.parse(bytes.toString()) as { id: number; method: string };
        if (raw !== undefined) {
          raw(socket);
          return;
        }
        const result = answers[method];
        const error = { code: -32601, message: `Unknown command '${method}'` };
        // the daemon leaves the connection open after an answer
        socket.write(
          `${JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) })}\n\n`,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  });

  it('reads key, alias, version and network of the node', async () => {
    const info = { publicKey: low, alias: 'green boat', version: 'v25.12', network: 'regtest' };
    expect(await createClnSource(path).info(never)).toEqual(info);
  });

  it('reads nodes and joins the halves of channels, with sides in the order of their keys', async () => {
    const nodes: GossipNode[] = [];
    const channels: GossipChannel[] = [];
    await createClnSource(path).readGraph(
      { node: (node) => nodes.push(node), channel: (c) => channels.push(c) },
      never,
    );
    expect(nodes).toEqual([
      {
        publicKey: low,
        alias: 'green boat',
        color: 0x02a1a1,
        updatedAt: 1_790_000_000,
        sockets: [
          '88.198.10.1:9735',
          '[2a01:4f8:10::1]:9735',
          `${'a2'.repeat(28)}.onion:9735`,
          'node.example.org:9735',
        ],
        features: '8000000000',
        records: { 1: '029a00640000000000c8' },
      },
      { publicKey: high, alias: '', color: 0, updatedAt: 0, sockets: [], features: '', records: {} },
    ]);
    expect(channels.map(({ id, keys }) => [id, keys])).toEqual([
      [parseShortId('110x1x0'), [low, high]],
      [parseShortId('111x1x0'), [low, high]],
    ]);
    const rates = channels.map(({ policies }) => policies.map((policy) => policy?.feeRatePpm));
    expect(rates).toEqual([
      [20, 10],
      [undefined, 30],
    ]);
    expect(channels[0]!.policies[0]).toMatchObject({ isDisabled: true, minHtlcMsat: 5, cltvDelta: 6 });
  });

  it('reports the path of a socket that cannot be reached', async () => {
    const source = createClnSource(join(directory, 'missing'));
    await expect(source.info(never)).rejects.toMatchObject({ code: 'lightning.unreachable' });
  });

  it('rejects an error of the daemon', async () => {
    const { getinfo } = answers;
    delete answers['getinfo'];
    try {
      await expect(createClnSource(path).info(never)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
    } finally {
      answers['getinfo'] = getinfo!;
    }
  });

  const info = JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers['getinfo'] });
  it.each<[string, (socket: Socket) => void, string]>([
    ['that is not JSON', (socket) => socket.write('<html></html>\n\n'), 'lightning.bad-answer'],
    ['without a result', (socket) => socket.write('{"jsonrpc":"2.0","id":1}\n\n'), 'lightning.bad-answer'],
    ['whose result is a list', (socket) => socket.write('{"id":1,"result":[]}\n\n'), 'lightning.bad-answer'],
    ['without a public key', (socket) => socket.write('{"id":1,"result":{"id":"02"}}\n\n'), 'lightning.bad-answer'],
    ['that ends early', (socket) => socket.end(info.slice(0, -3)), 'lightning.bad-answer'],
    ['of nothing', (socket) => socket.end(), 'lightning.bad-answer'],
    ['that is reset', (socket) => socket.destroy(), 'lightning.bad-answer'],
    ['of closing brackets', (socket) => socket.write('}}}}'), 'lightning.bad-answer'],
    ['and another one', (socket) => socket.write(`${info}\n\n${info}`), 'lightning.bad-answer'],
    ['nested too deeply', (socket) => socket.write(`{"result":${'['.repeat(100)}`), 'lightning.bad-answer'],
  ])('rejects an answer %s', async (_, write, code) => {
    raw = write;
    await expect(createClnSource(path).info(AbortSignal.timeout(5_000))).rejects.toMatchObject({ code });
  });

  it('reads an answer that arrives byte by byte', async () => {
    raw = (socket) => {
      for (const byte of Buffer.from(info.replace('green', 'gr\u00fcn'))) socket.write(Uint8Array.of(byte));
    };
    expect((await createClnSource(path).info(never)).alias).toBe('gr\u00fcn boat');
  });

  it('leaves out unannounced channels, which old versions list', async () => {
    const isPublic = { public: false };
    const channels = [
      half(high, low, '112x1x0', 1, isPublic),
      half(low, high, '112x1x0', 0, isPublic),
      half(low, high, '113x1x0', 0, {}),
    ];
    const lists = [{ nodes: [] }, { channels }];
    raw = (socket) => socket.write(JSON.stringify({ id: 1, result: lists.shift() }));
    const ids: bigint[] = [];
    await createClnSource(path).readGraph({ node: () => undefined, channel: ({ id }) => void ids.push(id) }, never);
    expect(ids).toEqual([parseShortId('113x1x0')]);
  });

  it('ends when it is aborted while the daemon does not answer', async () => {
    const abort = new AbortController();
    raw = () => abort.abort();
    await expect(createClnSource(path).info(abort.signal)).rejects.toMatchObject({ code: 'lightning.unreachable' });
  });

  it('leaves out malformed nodes and channels', async () => {
    const nodes: unknown[] = [
      null,
      7,
      'x',
      [],
      { nodeid: 7 },
      { nodeid: high, alias: {}, addresses: 'x', features: [] },
      { nodeid: low, addresses: [null, 7], option_will_fund: 7, features: { toString: 1 } },
    ];
    const channels: unknown[] = [
      null,
      7,
      {},
      half(high, high, '1x1x1', 0, {}),
      half(low, high, '1x1x1', 0, { short_channel_id: { toString: 1 } }),
      half(low, high, '9'.repeat(99), 0, {}),
    ];
    const counts = { nodes: 0, channels: 0 };
    const lists = [{ nodes }, { channels }];
    raw = (socket) => socket.write(JSON.stringify({ id: 1, result: lists.shift() }));
    const receiver = { node: () => void counts.nodes++, channel: () => void counts.channels++ };
    await createClnSource(path).readGraph(receiver, never);
    expect(counts).toEqual({ nodes: 2, channels: 0 });
  });
});
