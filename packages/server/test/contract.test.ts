import diagnostics from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState } from '@glassblock/contract';
import { type EndpointId, endpoints, errorCatalog } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { openSamples } from '@glassblock/mempool';
import { fromHex, scriptHash, toHex } from '@glassblock/primitives';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lndKey, type ScriptedLnd } from '../../lightning/test/support/scripted-lnd.ts';
import type { Handler } from '../src/api/call.ts';
import { EncodedJson } from '../src/api/encoded-json.ts';
import { handlers } from '../src/api/handlers.ts';
import { type CallInput, inputParser } from '../src/api/input.ts';
import { readQuery } from '../src/http/requests/query-text.ts';
import { demoLnd, peerKey } from './support/demo/demo-lnd.ts';
import { demoPlaces } from './support/demo/demo-places.ts';
import { takeOverForecasts } from './support/made-forecast.ts';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let devnode: Devnode;
let explorer: TestExplorer;
let lnd: ScriptedLnd;
let directory: string;
/** Parameters with valid values for the running chain, by name. */
let samples: Record<string, string>;

/** Ports of the requests that Node's servers have parsed. */
const parsedPorts: string[] = [];
const onParsed = (message: unknown) => {
  parsedPorts.push(String((message as { request: IncomingMessage }).request.socket.localPort));
};

beforeAll(async () => {
  diagnostics.subscribe('http.server.request.start', onParsed);
  devnode = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 40, mempoolSize: 300 });
  directory = await mkdtemp(join(tmpdir(), 'glassblock-contract-'));
  const macaroon = join(directory, 'readonly.macaroon');
  lnd = await demoLnd(30, macaroon);
  explorer = await startTestExplorer({
    node: devnode.rpcUrl,
    network: 'demo',
    dataDir: directory,
    lnd: lnd.url,
    lndMacaroon: macaroon,
    ...(await demoPlaces(directory)),
  });
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) => index.synced && index.height === 40 && mempool.synced,
  );
  const audited = await auditedBlock();
  const context = explorer.contexts.get('demo')!;
  const now = Math.floor(Date.now() / 1000);
  const { forecasting, source } = await takeOverForecasts(context, { now });
  await forecasting.step(source);
  // each route is requested twice: no second and no full minute may end in between
  const taken = await openSamples(undefined);
  await taken.add((await context.mempool.sample())!);
  Object.assign(context, { now: () => now, samples: taken });
  const { summaries, frame } = context;
  // Later than the current minute.
  const time = now + 3_600;
  const { info, blocks } = frame();
  await summaries.add({ time, height: 41, info: info!, blocks, vBytesPerSecond: 0, vsizes: [1, 2] });
  const hash = await explorer.get<string>('/api/block-height/39');
  const txs = await explorer.get<{ txid: string; vout: { scriptpubkey: string; scriptpubkey_address?: string }[] }[]>(
    `/api/block/${hash}/txs`,
  );
  const funding = txs.find(({ vout }) => vout.some(({ scriptpubkey_address }) => scriptpubkey_address !== undefined))!;
  const output = funding.vout.find(({ scriptpubkey_address }) => scriptpubkey_address !== undefined)!;
  const closed = await explorer.until<{ id: string }[]>(
    `/api/v1/lightning/channels?public_key=${lndKey}&status=closed`,
    ({ length }) => length > 0,
  );
  const [inMempool] = await explorer.get<string[]>('/api/mempool/txids');
  samples = {
    public_key: lndKey,
    peer: peerKey,
    channel: String(closed[0]!.id),
    search: 'alice',
    country: 'DE',
    isp: '24940',
    group: 'ours',
    after: '00'.repeat(32),
    window: '2h',
    hash,
    auditedHash: audited.hash,
    auditedTxid: audited.txid,
    height: '30',
    index: '0',
    start: '0',
    txid: txs[0]!.txid,
    vout: '0',
    last: funding.txid,
    from: '35',
    to: '38',
    time: String(time + 30),
    timestamp: String(now),
    prefix: 'bc1',
    interval: '1w',
    blockCount: '144',
    slug: (await explorer.get<{ pools: { slug: string }[] }>('/api/v1/mining/pools/all')).pools[0]!.slug,
    inMempool: inMempool!,
    address: output.scriptpubkey_address!,
    scripthash: toHex(scriptHash(fromHex(output.scriptpubkey))),
  };
});
/** Mines a block and waits until it is audited. */
async function auditedBlock(): Promise<{ hash: string; txid: string }> {
  devnode.commands.mine(1, { empty: true });
  const hash = await explorer.until<string>('/api/block-height/41', (answer) => /^[0-9a-f]{64}$/.test(answer));
  await explorer.until(`/api/v1/mining/blocks/audit/score/${hash}`, (answer) => answer !== 'null');
  return { hash, txid: await explorer.get<string>(`/api/block/${hash}/txid/0`) };
}
afterAll(async () => {
  diagnostics.unsubscribe('http.server.request.start', onParsed);
  await explorer?.stop();
  await devnode?.stop();
  await lnd?.stop();
  await rm(directory, { recursive: true, force: true });
  expect(explorer.faults).toEqual([]);
});

const ids = Object.keys(endpoints) as EndpointId[];
const read = ids.filter((id) => endpoints[id].method === 'GET');

/** Sends the head of a request, and returns the whole answer but for the time. */
async function exchange(origin: string, head: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`${head}\r\n`);
  const parts: Buffer[] = [];
  for await (const part of socket) {
    parts.push(part as Buffer);
    const received = Buffer.concat(parts).toString('latin1');
    const end = received.indexOf('\r\n\r\n') + 4;
    const length = head.startsWith('HEAD')
      ? 0
      : Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1] ?? 0);
    if (end >= 4 && received.length >= end + length) break;
  }
  return Buffer.concat(parts)
    .toString('latin1')
    .replace(/^(date|expires|x-ratelimit-\w+): .*$/gim, '$1');
}

function paramsOf(id: EndpointId): Record<string, string> {
  const { path, params } = endpoints[id];
  const sampleOf = (name: string) => {
    if (/audit/.test(path) && ['hash', 'txid'].includes(name)) {
      return samples[name === 'hash' ? 'auditedHash' : 'auditedTxid']!;
    }
    if (path.includes('/lightning/') && name === 'id') return samples['channel']!;
    if (name !== 'id') return samples[name]!;
    return /^\/api\/(v1\/)?address/.test(path) ? samples['address']! : samples['scripthash']!;
  };
  return Object.fromEntries(Object.keys(params.properties).map((name) => [name, sampleOf(name)]));
}

/** Queries of routes that require one. */
const queries: Partial<Record<EndpointId, () => string>> = {
  txsOutspends: () => `txids=${samples['txid']}`,
  v1TxsOutspends: () => `txids=${samples['txid']}`,
  v1TransactionTimes: () => `txId[]=${samples['txid']}&txId[]=${samples['inMempool']}`,
  coreMempoolEntry: () => `txid=${samples['inMempool']}`,
  coreRawTx: () => `txid=${samples['inMempool']}&verbose=true`,
  coreMempoolAncestors: () => `txid=${samples['inMempool']}`,
  coreBlock: () => `hash=${samples['hash']}`,
  coreBlockHash: () => `height=${samples['height']}`,
  dayBlocks: () => `day=${new Date(Number(samples['timestamp']) * 1000).toISOString().slice(0, 10)}`,
  lightningSearch: () => 'searchText=ali',
  lightningChannels: () => `public_key=${lndKey}&status=open`,
  lightningTxChannels: () => `txId[]=${samples['txid']}&txId[]=zz`,
  miningFeesBetween: () => `from=1&to=4000000000`,
};
const noAccelerations = '{"error":"Acceleration data is not available."}';
/** Routes that this explorer rejects, and the error text. */
const refused: Partial<Record<EndpointId, string>> = {
  broadcast: 'Missing tx',
  accelerations: noAccelerations,
  accelerationsOfPool: noAccelerations,
  accelerationsOfBlock: noAccelerations,
  accelerationsRecent: noAccelerations,
  accelerationsInterval: noAccelerations,
  accelerationsOfInterval: noAccelerations,
  accelerationsTotal: noAccelerations,
  accelerationQuote: noAccelerations,
  serviceAcceleration: noAccelerations,
  serviceAccelerations: noAccelerations,
  serviceAccelerationHistory: noAccelerations,
  serviceAccelerationSums: noAccelerations,
  serviceAccelerationStats: noAccelerations,
};

/** Routes that have no data for the samples. */
const empty = new Set<EndpointId>(['v1TxCached']);

describe('every route of the contract', () => {
  it.each(read)('%s returns its schema, and the response bytes are the encoded presenter result', async (id) => {
    const endpoint = endpoints[id];
    const params = paramsOf(id);
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!);
    const search = queries[id]?.() ?? '';
    const { status, text, headers } = await explorer.status(`${path}?${search}`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    if (refused[id] !== undefined) {
      expect({ status, text }).toEqual({ status: 400, text: refused[id] });
      return;
    }
    if (empty.has(id)) {
      expect({ status, text }).toEqual({ status: 204, text: '' });
      return;
    }
    expect(status, text.slice(0, 300)).toBe(endpoint.status);
    const input = inputParser(endpoint)({ params, ...readQuery(search), body: '' });
    const handler = handlers[id] as Handler<CallInput>;
    const { value } = await handler(explorer.contexts.get('demo')!, input);
    if (endpoint.kind === 'json') {
      const sent: unknown = JSON.parse(text);
      expect([...Value.Errors(endpoint.answer, sent)].slice(0, 3)).toEqual([]);
      if (value instanceof EncodedJson) expect(text).toBe(JSON.stringify(sent));
      const encoded = value instanceof EncodedJson ? String(value.text) : JSON.stringify(value);
      expect(sent).toStrictEqual(JSON.parse(encoded));
    } else if (endpoint.kind === 'text') {
      expect(text).toBe(value);
    }
  });

  it.each(read)('%s has the same bytes for requests that Node parses and for others', async (id) => {
    const params = paramsOf(id);
    const path = endpoints[id].path.replace(/:(\w+)/g, (_, name: string) => params[name]!);
    const target = `${path}?${queries[id]?.() ?? ''}`;
    const origin = endpoints[id].isInternal ? explorer.internalUrl : explorer.url;
    for (const [method, headers] of [
      ['GET', ''],
      ['HEAD', ''],
      ['GET', 'Accept-Encoding: br\r\n'],
    ] as const) {
      const head = `${method} ${target} HTTP/1.1\r\nHost: a\r\n${headers}`;
      parsedPorts.length = 0;
      const direct = await exchange(origin, head);
      expect(parsedPorts).not.toContain(new URL(origin).port);
      expect(direct).toBe(await exchange(origin, `${head}TE: trailers\r\n`));
      expect(parsedPorts).toContain(new URL(origin).port);
      expect(direct).toMatch(/^HTTP\/1\.1 (20[034]|400)/);
    }
  });

  it('has a schema, a summary and errors of the catalog in its OpenAPI entry', async () => {
    interface Document {
      paths: Record<string, Record<string, { responses: Record<string, unknown>; summary: string }>>;
    }
    const document = await explorer.get<Document>('/api/openapi.json');
    const ofInternalPort = (await (await fetch(`${explorer.internalUrl}/api/openapi.json`)).json()) as Document;
    for (const id of ids) {
      const endpoint = endpoints[id];
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      if (endpoint.isInternal) expect(document.paths).not.toHaveProperty([path]);
      const { paths } = endpoint.isInternal ? ofInternalPort : document;
      const entry = paths[path]?.[endpoint.method.toLowerCase()];
      expect(entry?.summary, id).toBe(endpoint.summary);
      for (const code of endpoint.errors)
        expect(entry?.responses[errorCatalog[code].status], `${id} ${code}`).toBeDefined();
    }
  });
});

describe('bad input', () => {
  const zeros = '0'.repeat(64);
  const cases: [string, number, string][] = [
    ['/api/block/xyz', 400, 'Invalid hex string'],
    [`/api/block/${zeros}`, 404, 'Block not found'],
    ['/api/block-height/abc', 400, 'Invalid number'],
    ['/api/block-height/999999', 404, 'Block not found'],
    ['/api/block-height/99999999999999999999', 400, 'Invalid number'],
    ['/api/blocks/999999', 404, 'Block not found'],
    ['/api/tx/zz', 400, 'Invalid hex string'],
    [`/api/tx/${zeros}`, 404, 'Transaction not found'],
    [`/api/tx/${zeros}/hex`, 404, 'Transaction not found'],
    [`/api/tx/${zeros}/outspend/x`, 400, 'Invalid number'],
    ['/api/address/nonsense', 400, 'Invalid Bitcoin address'],
    ['/api/address/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 400, 'Address on invalid network'],
    ['/api/address/%00%ff', 400, 'Bad request'],
    [`/api/address/${'1'.repeat(1_900)}`, 400, 'Invalid Bitcoin address'],
    ['/api/scripthash/00', 400, 'Invalid scripthash'],
    ['/api/nothing', 404, 'endpoint does not exist "/api/nothing"'],
    ['/api/v1/block/xyz', 400, '{"error":"Invalid block hash"}'],
    [`/api/v1/block/${zeros}`, 404, '{"error":"Failed to get block"}'],
    ['/api/v1/validate-address/a!', 400, '{"error":"Invalid address"}'],
  ];
  it.each(cases)('%s returns %i', async (path, status, text) => {
    const answer = await explorer.status(path);
    expect({ status: answer.status, text: answer.text }).toEqual({ status, text });
  });

  it('block pages start at multiples of 25 inside the block', async () => {
    const { tx_count } = await explorer.get<{ tx_count: number }>(`/api/block/${samples['hash']}`);
    expect(tx_count).toBeGreaterThan(1);
    const page = (start: number) => explorer.status(`/api/block/${samples['hash']}/txs/${start}`);
    expect(await page(tx_count - 1)).toMatchObject({
      status: 400,
      text: 'start index must be a multipication of 25',
    });
    // Esplora reports the range first
    for (const start of [tx_count, 100_000, 100_007]) {
      expect(await page(start)).toMatchObject({ status: 404, text: 'start index out of range' });
    }
    expect(await explorer.status(`/api/block/${samples['hash']}/txid/100000`)).toMatchObject({
      status: 404,
      text: 'tx index out of range',
    });
    expect(await explorer.status(`/api/block/${samples['hash']}/txs/abc`)).toMatchObject({ status: 200 });
  });

  it('paths of v1 match in any letter case, and one trailing slash is ignored', async () => {
    expect((await explorer.status('/api/V1/Fees/Recommended')).status).toBe(200);
    expect((await explorer.status('/api/v1/blocks/')).status).toBe(200);
    expect((await explorer.status(`/api/tx/${samples['txid']!.toUpperCase()}`)).status).toBe(200);
  });

  it('a well-formed unknown cursor is 422, a malformed one is ignored', async () => {
    const base = `/api/address/${samples['address']}`;
    expect(await explorer.status(`${base}/txs?after_txid=${zeros}`)).toMatchObject({
      status: 422,
      text: 'after_txid not found',
    });
    expect((await explorer.status(`${base}/txs?after_txid=zz`)).status).toBe(200);
    expect((await explorer.status(`${base}/txs/chain/zz`)).status).toBe(200);
  });

  it('bodies are accepted with any content type and rejected above ten megabytes', async () => {
    expect((await explorer.post('/api/tx', 'a'.repeat(11_000_000))).status).toBe(413);
    // The maximum size, but not a transaction.
    for (const path of ['/api/tx', '/api/v1/tx']) {
      expect((await explorer.post(path, 'a'.repeat(9_900_000))).status).toBe(400);
    }
    const response = await fetch(`${explorer.url}/api/tx`, {
      method: 'POST',
      body: '00',
      headers: { 'content-type': 'image/png' },
    });
    expect(response.status).toBe(400);
  });
});

describe('hostile sockets', () => {
  it.each([
    ['not json', 'hello'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '7'],
  ])('%s closes the connection', async (_name, text) => {
    const socket = await explorer.socket();
    socket.send(text);
    expect(await socket.closed()).toBeGreaterThan(0);
  });

  it('a frame above 50,000 bytes is rejected with 1009', async () => {
    const socket = await explorer.socket();
    socket.send(`{"x":"${'y'.repeat(60_000)}"}`);
    expect(await socket.closed()).toBe(1009);
  });

  it('more than a hundred frames in ten seconds close the connection', async () => {
    const socket = await explorer.socket();
    for (let i = 0; i < 120; i++) socket.send({ action: 'ping' });
    expect(await socket.closed()).toBeGreaterThan(0);
  });

  it('malformed single values stop a subscription, unknown keys are ignored, the connection stays open', async () => {
    const socket = await explorer.socket();
    socket.send({
      'track-tx': 7,
      'track-address': '<script>',
      'track-mempool-block': 99,
      constructor: 1,
      action: 'want',
      data: 'x',
    });
    socket.send({ action: 'ping' });
    expect(await socket.next((frame) => frame.pong === true)).toEqual({ pong: true });
    socket.close();
  });

  it('upgrades on other paths are rejected', async () => {
    const { default: WebSocket } = await import('ws');
    const socket = new WebSocket(`${explorer.url.replace('http', 'ws')}/elsewhere`);
    const message = await new Promise<string>((resolve) => socket.on('error', (error) => resolve(error.message)));
    expect(message).toContain('404');
  });
});
