import diagnostics from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { CodedError } from '@glassblock/primitives';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Explorer, loadConfig, startExplorer } from '../../src/index.ts';
import { eventsUntil } from '../support/event-stream.ts';

/* Two read threads and the main thread share a port; the server of internal routes is in the main thread alone. */

const limit = 1_000_000;

let node: Devnode;
let directory: string;
let explorer: Explorer;
const faults: unknown[] = [];
const expectedFaults = new Set(['read-thread-ended', 'index-bad-row', 'index-damaged']);
/** Events of the log, by name. */
const logged = new EventEmitter();
/** Paths of the requests that the server of the main thread got, with whether a read thread passed them on. */
const ofMain: { path: string; isForwarded: boolean }[] = [];

const onRequest = (message: unknown) => {
  const { request: seen } = message as { request: IncomingMessage };
  // the node is in this thread too, and its calls have the path of the dashboard
  if (seen.socket.localPort === Number(new URL(node.rpcUrl).port)) return;
  ofMain.push({ path: seen.url!, isForwarded: 'isForwarded' in seen.socket });
};

beforeAll(async () => {
  diagnostics.subscribe('http.server.request.start', onRequest);
  directory = await mkdtemp(join(tmpdir(), 'glassblock-threads-'));
  node = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 20, mempoolSize: 20 });
  const config = loadConfig({ port: '0', node: node.rpcUrl, network: 'demo', dataDir: directory, threads: '2' }, {});
  const write = (line: string) => {
    const { level, event } = JSON.parse(line) as { level: number; event: string };
    if (level >= 50 && !expectedFaults.has(event)) faults.push(line);
    logged.emit(event);
  };
  const opened = threadsOpened();
  explorer = await startExplorer({
    config: { ...config, requestsPerMinute: limit, internal: { host: '127.0.0.1', port: 0 } },
    web: undefined,
    log: pino({ level: 'debug' }, { write }),
    onFatal: (error) => faults.push(error),
  });
  const context = explorer.contexts.get('demo')!;
  await Promise.all([
    explorer.readThreads!.listening,
    opened,
    new Promise<void>((resolve) => {
      const check = () => {
        if (context.progress().synced && context.frame().synced && context.nodeState().name === 'ready') resolve();
      };
      context.onState(check);
      context.onFrame(check);
      check();
    }),
  ]);
});
afterAll(async () => {
  await explorer?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
  diagnostics.unsubscribe('http.server.request.start', onRequest);
  expect(faults).toEqual([]);
});

/** Resolves when both threads have opened the index. */
function threadsOpened(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const onOpened = () => {
      if (++count < 2) return;
      logged.off('read-thread-opened', onOpened);
      resolve();
    };
    logged.on('read-thread-opened', onOpened);
  });
}

interface Answer {
  status: number;
  /** Names and values in the order of the answer. */
  headers: string[];
  body: string;
  /** Local port: it changes with the connection. */
  port: number | undefined;
}

/** A client with one connection. */
function openClient(base = explorer.url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const length = body === '' ? {} : { 'content-length': body.length };
        // a request that Node parses in the main thread too: others are not seen by `onRequest`
        const all = { te: 'trailers', ...headers, ...length };
        const sent = request(new URL(path, base), { agent, method, headers: all }, (answer) => {
          const { localPort: port } = answer.socket;
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const { statusCode: status = 0, rawHeaders } = answer;
            resolve({ status, headers: rawHeaders, body: Buffer.concat(parts).toString('base64'), port });
          });
        });
        sent.on('error', (cause) => reject(new Error(`${method} ${path}`, { cause })));
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Enough connections that each thread has some. */
const openClients = (count = 12) => Array.from({ length: count }, () => openClient());

/** Removes the headers that differ between two equal requests: the time and the counted points. */
function comparable({ status, headers, body }: Omit<Answer, 'port'>) {
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (!/^(date|expires|x-ratelimit-.*)$/i.test(headers[i]!)) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  }
  return { status, lines, body };
}

it('answers every request as the main thread does, with the same headers', async () => {
  const main = openClient(explorer.internalUrl);
  const json = async (path: string) => JSON.parse(Buffer.from((await main.ask(path)).body, 'base64').toString());
  const hash = Buffer.from((await main.ask('/api/block-height/12')).body, 'base64').toString();
  const txs = (await json(`/api/block/${hash}/txs`)) as { txid: string; vout: { scriptpubkey_address?: string }[] }[];
  const { txid, vout } = txs.at(-1)!;
  const address = vout.find((output) => output.scriptpubkey_address !== undefined)!.scriptpubkey_address!;
  const [unconfirmed] = (await json('/api/mempool/txids')) as string[];
  const scripthash = '00'.repeat(32);
  /** Answered by the thread that has the connection. */
  const own = [
    ...['/api/blocks/tip/height', '/api/blocks/tip/hash', '/api/v1/blocks/tip/height', '/demo/api/blocks/tip/height'],
    ...['/api/blocks', '/api/blocks/7', '/api/block-height/3', '/API/Block-Height/3/'],
    ...['', '/status', '/header', '/raw', '/txids', '/txid/0', '/txs', '/txs/0'].map(
      (end) => `/api/block/${hash}${end}`,
    ),
    ...['', '/status', '/hex', '/raw', '/merkle-proof', '/merkleblock-proof', '/outspend/0', '/outspends'].map(
      (end) => `/api/tx/${txid}${end}`,
    ),
    ...['', '/status', '/hex', '/raw', '/outspends'].map((end) => `/api/tx/${unconfirmed}${end}`),
    ...['', '/txs', '/txs/chain', '/txs/mempool', '/utxo', '/txs/summary'].map(
      (end) => `/api/address/${address}${end}`,
    ),
    ...['', '/txs', '/utxo'].map((end) => `/api/scripthash/${scripthash}${end}`),
    `/api/txs/outspends?txids=${txid},${unconfirmed}`,
    `/api/v1/tx/${txid}`,
    `/api/tx/${scripthash}/status`,
  ];
  /** Passed on, some of them after the thread has found nothing. */
  const others = [
    ...['/', '/api/nothing', '/api/v1/fees/recommended', '/api/mempool', '/api/v1/blocks', '/metrics'],
    ...[`/api/tx/${scripthash}`, `/api/tx/${scripthash}/outspends`, '/api/block-height/999', '/api/address/nonsense'],
    ...['/api/tx//hex', '/api/tx/%zz', `/api/block/${scripthash}`, '/api/glass/v1/state'],
  ];
  const requests = [
    ...own.map((path) => ({ path, isOwn: true, options: {} })),
    ...own.slice(0, 9).map((path) => ({ path, isOwn: true, options: { method: 'HEAD' } })),
    { path: `/api/block/${hash}/txs`, isOwn: true, options: { headers: { 'accept-encoding': 'br' } } },
    { path: '/api/blocks/tip/height', isOwn: true, options: { headers: { 'if-none-match': 'W/"other"' } } },
    { path: '/api/blocks/tip/height', isOwn: false, options: { body: '{}' } },
    { path: '/api/blocks/tip/height', isOwn: false, options: { method: 'OPTIONS' } },
    { path: '/api/mempool', isOwn: false, options: { method: 'HEAD' } },
    { path: '/api/tx', isOwn: false, options: { method: 'POST', body: 'nonsense' } },
    { path: '/api/v1/txs/outspends', isOwn: false, options: { method: 'DELETE' } },
    ...others.map((path) => ({ path, isOwn: false, options: {} })),
  ];
  const expected = [];
  // the frame counts the seconds since it was made
  const isSteady = ({ path }: { path: string }) => path !== '/api/glass/v1/state' && path !== '/metrics';
  for (const { path, options } of requests) expected.push(comparable(await main.ask(path, options)));
  let byThreads = 0;
  for (const client of openClients(8)) {
    let isThread: boolean | undefined;
    let connection: number | undefined;
    for (const [i, { path, isOwn, options }] of requests.entries()) {
      ofMain.length = 0;
      const { port, ...answered } = await client.ask(path, options);
      const answer = comparable(answered);
      // another thread may have a new connection
      if (port !== connection) isThread = undefined;
      connection = port;
      const seen = ofMain.find((one) => one.path === path);
      const answerer = `${path} ${JSON.stringify(options)}`;
      if (isSteady(requests[i]!)) expect(answer, answerer).toEqual(expected[i]);
      else expect(answer.status, answerer).toBe(expected[i]!.status);
      isThread ??= seen === undefined || seen.isForwarded;
      expect(seen?.isForwarded, answerer).toBe(isThread ? (isOwn ? undefined : true) : false);
    }
    if (isThread === true) byThreads++;
    client.close();
  }
  expect(byThreads).toBeGreaterThan(0);
  main.close();
});

it('counts the points of an address in all threads', async () => {
  const clients = openClients();
  const left: number[] = [];
  for (const client of clients) {
    for (const path of ['/api/blocks/tip/height', '/api/mempool', `/api/tx/${'00'.repeat(32)}`]) {
      const { headers } = await client.ask(path);
      left.push(Number(headers[headers.indexOf('x-ratelimit-remaining') + 1]));
    }
    client.close();
  }
  expect(left).toEqual(left.map((_, i) => left[0]! - i));
});

it('never answers with an older block than one that a client was notified of', async () => {
  const url = explorer.url.replace('http', 'ws');
  const sockets = Array.from({ length: 6 }, () => new WebSocket(`${url}api/v1/ws`));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  let announced = 0;
  const target = node.state.chain.height + 8;
  const notified = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('message', (data) => {
          const { block } = JSON.parse(String(data)) as { block?: { height: number } };
          announced = Math.max(announced, block?.height ?? 0);
          if (announced >= target) resolve();
        });
        socket.send(JSON.stringify({ action: 'want', data: ['blocks'] }));
      }),
  );
  const stream = eventsUntil(`${explorer.url}api/glass/v1/events`, undefined, ({ data }) => data['height'] === target);
  const clients = openClients();
  const asking = clients.map(async ({ ask, close }) => {
    for (let height = 0; height < target; ) {
      const known = announced;
      height = Number(Buffer.from((await ask('/api/blocks/tip/height')).body, 'base64'));
      expect(height).toBeGreaterThanOrEqual(known);
    }
    close();
  });
  const context = explorer.contexts.get('demo')!;
  while (node.state.chain.height < target) {
    const { height } = node.state.chain;
    const connected = new Promise<void>((resolve) => {
      const leave = context.onState(() => {
        if ((context.progress().height ?? 0) <= height) return;
        leave();
        resolve();
      });
    });
    node.commands.mine(1);
    await connected;
  }
  await Promise.all([...asking, ...notified, stream]);
  for (const socket of sockets) socket.terminate();
});

it('answers requests of other clients than browsers like the main thread', async () => {
  const { hostname, port } = new URL(explorer.url);
  const raw = async (text: string, at: string) => {
    const socket = connect({ host: hostname, port: Number(at) });
    let answer = '';
    socket.on('data', (part) => (answer += String(part)));
    socket.write(text, 'latin1');
    await once(socket, 'close');
    return answer.replace(/^(Date|x-ratelimit-[a-z]+): .*\r\n/gim, '');
  };
  const { port: mainPort } = new URL(explorer.internalUrl!);
  const texts = [
    'GET / HTTP/1.0\r\n\r\n',
    'GET /api/blocks/tip/height HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /api/mempool HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /api/v1/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET /\x80\xff HTTP/1.1\r\nHost: x\r\nX-Odd: \xff\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ];
  for (const text of texts) {
    const expected = await raw(text, mainPort);
    for (let i = 0; i < 4; i++) expect(await raw(text, port), text).toBe(expected);
  }
});

it('closes the index in all threads when it is rebuilt, and opens it again', async () => {
  const opened = threadsOpened();
  const { index } = explorer.contexts.get('demo')!;
  const main = openClient(explorer.internalUrl);
  const { body: hash } = await main.ask('/api/block-height/20');
  main.close();
  index()!.store.reportBadRow(new CodedError('index.bad-row', 'a test'));
  await opened;
  const clients = openClients(6);
  let byThreads = 0;
  for (const { ask, close } of clients) {
    ofMain.length = 0;
    const { body } = await ask('/api/block-height/20');
    expect(body).toBe(hash);
    if (ofMain.every(({ path }) => path !== '/api/block-height/20')) byThreads++;
    close();
  }
  expect(byThreads).toBeGreaterThan(0);
});

it('replaces a thread that ends, and answers requests meanwhile', async () => {
  const ended = once(logged, 'read-thread-ended');
  const replaced = once(logged, 'read-thread-listening');
  const { workers } = explorer.readThreads!;
  await workers.get(1)!.terminate();
  await ended;
  const tip = String(node.state.chain.height);
  const isAnswered = async () => {
    const clients = openClients(6);
    for (const { ask, close } of clients) {
      const { body } = await ask('/api/blocks/tip/height');
      expect(Buffer.from(body, 'base64').toString()).toBe(tip);
      close();
    }
  };
  await isAnswered();
  await replaced;
  expect(workers.get(1)).toBeDefined();
  await isAnswered();
});
