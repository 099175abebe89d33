import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '@glassblock/primitives';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reply } from '../answers/answer.ts';
import { createComposeAnswer } from '../answers/compose-answer.ts';
import { etagOf } from '../answers/etag.ts';
import { createSendAnswer } from '../answers/send-answer.ts';
import { createDrain, type Drain } from '../drain.ts';
import { handleErrors, readBodiesAsText, registerPlugins } from '../plugins.ts';
import { createClientAddress } from '../requests/client-address.ts';
import { splitOnce } from '../requests/request.ts';
import { routerOptions } from '../router.ts';
import { type DirectRoute, watchDirectRoutes } from './direct-route.ts';
import { answerDirectly } from './direct-server.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const { app } of servers.splice(0)) await app.close();
});

interface TestServer {
  app: FastifyInstance;
  port: number;
  /** Requests that Node's server has parsed. */
  parsed(): number;
  /** Requests that handlers have answered. */
  answered(): number;
  faults: unknown[];
  /** Lets a second pass for idle connections. */
  tick(): void;
  drain: Drain;
}

const long = 'long'.repeat(5_000);
const replies: Record<string, (value: string, search: string) => Partial<Reply> | Promise<Partial<Reply>>> = {
  '/api/good': () => ({ body: 'good', height: 812 }),
  '/api/echo/:value': (value, search) => ({ body: `${value}?${search}` }),
  '/api/status/:value': (value) => ({ status: Number(value), body: 'body' }),
  '/api/letters': () => ({ body: 'äöü€'.repeat(5_000) }),
  '/api/long': () => ({ body: long }),
  '/api/bytes': () => ({ body: Buffer.alloc(3_000, 7), contentType: 'application/octet-stream' }),
  '/api/large': () => ({ body: Buffer.alloc(300_000, 8), contentType: 'application/octet-stream' }),
  '/api/huge': () => ({ body: Buffer.alloc(20_000_000, 8), contentType: 'application/octet-stream' }),
  '/api/empty': () => ({ body: '' }),
  '/api/varied': () => ({ body: long, headers: { vary: 'Accept', 'access-control-expose-headers': 'Link' } }),
  '/api/wrong-header': () => ({ body: 'body', headers: { link: 'line\nbreak' } }),
  '/api/other-letters': () => ({ body: 'body', headers: { link: '\u00e4' } }),
  '/api/later': async () => {
    await turn();
    return { body: 'later' };
  },
};

interface TestOptions {
  isDirect?: boolean;
  requestsPerMinute?: number;
  trustedProxies?: string[];
}

/** Starts a server with routes that answer as the API does. */
async function startServer(options: TestOptions = {}): Promise<TestServer> {
  const { isDirect = true, requestsPerMinute = 1_000, trustedProxies = [] } = options;
  const app = Fastify({ routerOptions, forceCloseConnections: true, trustProxy: trustedProxies });
  const faults: unknown[] = [];
  let [parsed, answered] = [0, 0];
  const ticks: (() => void)[] = [];
  const findRoute = watchDirectRoutes(app);
  const { budget, compression } = registerPlugins(app, requestsPerMinute);
  readBodiesAsText(app);
  handleErrors(app, (error) => faults.push(error));
  const compose = createComposeAnswer(budget, compression, 'surrogate-key');
  const send = createSendAnswer(compose);
  for (const [url, reply] of Object.entries(replies)) {
    const direct: DirectRoute = {
      origin: { network: 'mainnet', route: url },
      async answer({ value = '' }, search, request) {
        answered++;
        const made = await reply(value, search);
        const contentType = request.headers.accept ?? 'text/plain; charset=utf-8';
        return { status: 200, contentType, headers: {}, body: '', ...made };
      },
    };
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { direct },
      async handler(request, reply) {
        const params = request.params as Record<string, string>;
        const made = await direct.answer(params, splitOnce(request.url, '?')[1], request);
        return send(request, reply, made!, direct.origin);
      },
    });
  }
  app.get('/other', async ({ ip }) => `other ${ip}`);
  app.post('/api/good', async (request) => request.body);
  const drain = createDrain();
  drain.watch(app.server);
  if (isDirect) {
    const close = answerDirectly(app.server, {
      ...{ findRoute, compose, budget, drain },
      clientAddress: createClientAddress(trustedProxies),
      onUnexpectedError: (error) => faults.push(error),
      repeat: (call) => {
        ticks.push(call);
        return () => undefined;
      },
    });
    app.addHook('preClose', async () => close());
  }
  app.server.on('request', () => parsed++);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const tick = () => {
    for (const call of ticks) call();
  };
  const server = { app, port, parsed: () => parsed, answered: () => answered, faults, tick, drain };
  servers.push(server);
  return server;
}

/**
 * Sends parts one after the other, each when the server has read the one before, and returns everything that is received
 * until the server closes the connection.
 */
async function exchange({ port, app }: TestServer, parts: readonly string[], endsItself = true): Promise<string> {
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const [served] = (await accepted) as [Socket];
  let sent = 0;
  for (const part of parts) {
    if (served.destroyed || socket.destroyed) break;
    socket.write(part, 'latin1');
    sent += part.length;
    while (served.bytesRead < sent && !served.destroyed) await turn();
    await turn();
  }
  if (endsItself) socket.end();
  await closed;
  return withoutTime(received);
}

const withoutTime = (text: string) =>
  text.replace(/^Date: .*$/gim, 'Date: x').replace(/^x-ratelimit-reset: .*$/gm, 'x-ratelimit-reset: x');

const get = (target: string, headers = '', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const last = get('/api/good', 'Connection: close\r\n');

/** Sends the same parts to a server with direct answers and to one without; both close the connection. */
async function compare(parts: readonly string[], options: TestOptions = {}) {
  const direct = await startServer(options);
  const normal = await startServer({ ...options, isDirect: false });
  return { own: await exchange(direct, parts), expected: await exchange(normal, parts), direct };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Sends a request, and returns its whole answer. */
async function ask(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  let received = '';
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received += chunk.toString('latin1');
    const end = received.indexOf('\r\n\r\n') + 4;
    if (end < 4) continue;
    const hasBody = request.startsWith('GET') && !/^HTTP\/1\.1 (204|304)/.test(received);
    const length = hasBody ? Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0) : 0;
    if (received.length >= end + length) return received;
  }
}

describe('simple requests', () => {
  it.each([
    ['/api/good', ''],
    ['/api/GOOD/', ''],
    [
      '/api/echo/a:b~c?x=1&y%20=%41&z[]=2',
      'Connection: Keep-Alive\r\nUser-Agent: x (y; z)  \r\nCookie: a=b; c="d"\r\n',
    ],
    ['/api/echo/a?', ''],
    ['/api/good', 'Accept: application/json\r\n'],
    ['/api/good', `If-None-Match: ${etagOf('good', 4)}\r\n`],
    ['/api/good', 'If-None-Match: "other"\r\n'],
    ['/api/status/204', ''],
    ['/api/status/404', ''],
    ['/api/status/503', ''],
    ['/api/letters', ''],
    ['/api/long', ''],
    ['/api/long', 'Accept-Encoding: br\r\n'],
    ['/api/long', 'Accept-Encoding: gzip, deflate\r\n'],
    ['/api/bytes', ''],
    ['/api/large', ''],
    ['/api/empty', ''],
    ['/api/varied', ''],
    ['/api/later', ''],
    ['/api/good', 'X-Forwarded-For: 1.2.3.4\r\n'],
  ])('GET and HEAD %s with "%s" have the answer of the HTTP server, byte for byte', async (target, headers) => {
    for (const method of ['GET', 'HEAD']) {
      const request = get(target, headers, method);
      const sent: string[] = [];
      for (const isDirect of [true, false]) {
        const server = await startServer({ isDirect });
        const socket = await opened(server.port);
        sent.push(withoutTime((await ask(socket, request)) + (await ask(socket, request))));
        expect(server.parsed()).toBe(isDirect ? 0 : 2);
        socket.destroy();
      }
      expect(sent[0]).toBe(sent[1]);
      expect(sent[0]).toMatch(/^HTTP\/1\.1 \d+ /);
    }
  });

  it('are refused by the same limit of points', async () => {
    const parts = [...Array<string>(3).fill(get('/api/good')), get('/other'), get('/api/good'), get('/api/good'), last];
    const { own, expected } = await compare(parts, { requestsPerMinute: 4 });
    expect(own).toBe(expected);
    expect(own.match(/HTTP\/1\.1 \d+/g)!.map((line) => line.slice(9))).toEqual([
      '200',
      '200',
      '200',
      '200',
      '429',
      '429',
      '429',
    ]);
  });

  it('count for the client that a trusted proxy names', async () => {
    const from = (address: string) => get('/api/good', `X-Forwarded-For: ${address}\r\n`);
    const parts = [from('1.1.1.1'), from('2.2.2.2'), from('9.9.9.9, 1.1.1.1'), last];
    const { own, expected, direct } = await compare(parts, { trustedProxies: ['127.0.0.1'] });
    expect(own).toBe(expected);
    expect(own.match(/remaining: \d+/g)).toEqual([
      'remaining: 999',
      'remaining: 999',
      'remaining: 998',
      'remaining: 999',
    ]);
    expect(direct.parsed()).toBe(1);
  });

  it('are answered in order with others', async () => {
    const targets = ['/api/later', '/api/echo/1', '/api/later', '/other', '/api/echo/2', '/api/later'];
    for (const parts of [targets.map((target) => get(target)), [targets.map((target) => get(target)).join('')]]) {
      const sent: string[] = [];
      for (const isDirect of [true, false])
        sent.push(await exchange(await startServer({ isDirect }), [...parts, last], false));
      expect(sent[0]).toBe(sent[1]);
      const bodies = sent[0]!
        .split('\r\n\r\n')
        .slice(1)
        .map((text) => text.replace(/HTTP\/1.1 200.*/s, ''));
      expect(bodies).toEqual(['later', '1?', 'later', 'other 127.0.0.1', '2?', 'later', 'good']);
    }
  });
});

/** Requests that are not simple, and malformed ones. */
const others: readonly string[] = [
  get('/other'),
  get('/api/unknown'),
  get('/api/g%6fod'),
  get('/api/echo/%zz'),
  get('/api/echo/'),
  get('/api//good'),
  get('http://a/api/good'),
  get('*'),
  get('/api/good#x'),
  get('/api/good;x=1'),
  get('/api/echo/\u00e4'),
  get('/api/echo/\0'),
  get(`/api/echo/${'x'.repeat(3_000)}`),
  get('/api/wrong-header'),
  get('/api/other-letters'),
  get('/api/good', '', 'POST'),
  get('/api/good', '', 'get'),
  get('/api/good', '', 'OPTIONS'),
  get('/api/good', 'Host: b\r\n'),
  get('/api/good', 'Content-Length: 0\r\n'),
  `${get('/api/good', 'Content-Length: 3\r\n', 'POST')}abc`,
  `${get('/api/good', 'Content-Length: 3\r\n')}abc`,
  `${get('/api/good', 'Content-Length: 3\r\nContent-Length: 4\r\n')}abc`,
  `${get('/api/good', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`,
  `${get('/api/good', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`,
  `${get('/api/good', 'Transfer-Encoding : chunked\r\n')}0\r\n\r\n`,
  `${get('/api/good', 'Transfer-Encoding:\tchunked\r\n')}0\r\n\r\n`,
  get('/api/good', 'X: y\r\n folded\r\n'),
  get('/api/good', ' X: y\r\n'),
  get('/api/good', 'X: a\nContent-Length: 5\r\n'),
  get('/api/good', 'X: a\rY: b\r\n'),
  get('/api/good', 'X: a\0b\r\n'),
  get('/api/good', 'X: \u00e4\r\n'),
  get('/api/good', ': x\r\n'),
  get('/api/good', 'X\r\n'),
  get('/api/good', 'X Y: z\r\n'),
  get('/api/good', 'Expect: 100-continue\r\n'),
  get('/api/good', 'Expect: other\r\n'),
  get('/api/good', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'),
  get('/api/good', 'Connection: keep-alive, x\r\n'),
  get('/api/good', 'Connection: close\r\nConnection: keep-alive\r\n'),
  get('/api/good', 'Proxy-Connection: close\r\n'),
  get('/api/good', 'TE: trailers\r\n'),
  get('/api/good', 'Accept: a/b\r\nAccept: c/d\r\n'),
  get('/api/good', `X: ${'y'.repeat(9_000)}\r\n`),
  get('/api/good', `X: ${'y'.repeat(20_000)}\r\n`),
  get('/api/good', 'X: y\r\n'.repeat(100)),
  'GET /api/good HTTP/1.1\r\n\r\n',
  'GET /api/good HTTP/1.1\r\nHost:\r\n\r\n',
  'GET /api/good HTTP/1.0\r\nHost: a\r\n\r\n',
  'GET /api/good HTTP/1.2\r\nHost: a\r\n\r\n',
  'GET  /api/good HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/good  HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET\t/api/good HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/good HTTP/1.1\nHost: a\n\n',
  'GET /api/good HTTP/1.1\r\nHost: a\n\r\n',
  'GET /api/good HTTP/1.1\r\nHost: a\r\r\n\r\n',
  'GET /api/good\r\n\r\n',
  '\r\nGET /api/good HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\0',
  'x',
  '',
];

/** Two servers that compare many exchanges. */
async function startBoth(): Promise<{ direct: TestServer; normal: TestServer }> {
  const direct = await startServer({ requestsPerMinute: 0 });
  return { direct, normal: await startServer({ isDirect: false, requestsPerMinute: 0 }) };
}

describe('other requests', () => {
  it('have the answer of the HTTP server, alone and beside simple ones', async () => {
    const { direct, normal } = await startBoth();
    const simple = get('/api/good');
    for (const text of others) {
      const ways = [[text], [text + last], [simple + text + last], [simple, text, last], [simple, text + simple, last]];
      for (const parts of ways) {
        expect(await exchange(direct, parts), JSON.stringify(parts)).toBe(await exchange(normal, parts));
      }
    }
    expect(direct.faults.map(String)).toEqual(normal.faults.map(String));
  });

  it('are the only ones that the HTTP server parses', async () => {
    const server = await startServer();
    await exchange(server, [get('/api/good'), get('/other'), get('/api/good')]);
    expect(server.parsed()).toBe(2);
  });
});

/** Cuts a text anywhere, or after every character. */
function split(text: string, below: (count: number) => number): string[] {
  const parts: string[] = [];
  const isByByte = text.length < 500 && below(3) === 0;
  for (let at = 0; at < text.length; at += parts.at(-1)!.length) {
    parts.push(text.slice(at, at + (isByByte ? 1 : 1 + below(text.length))));
  }
  return parts;
}

describe('random bytes', () => {
  it.each([1, 2, 3, 4])('split anywhere have the answers of the HTTP server (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
    const simple = [get('/api/good'), get('/api/echo/x', 'A: b\r\n'), get('/api/bytes', '', 'HEAD')];
    const noise = [
      '\r\n',
      '\n',
      '\r',
      '\0',
      ' ',
      ':',
      '\t',
      'Content-Length: 1\r\n',
      'Host: c\r\n',
      '\u00ff',
      'HTTP/1.1',
    ];
    const { direct, normal } = await startBoth();
    for (let i = 0; i < 60; i++) {
      const messages = Array.from({ length: 1 + below(5) }, () => (random() < 0.7 ? pick(simple) : pick(others)));
      if (random() < 0.5) {
        const index = below(messages.length);
        const text = messages[index]!;
        const at = below(text.length + 1);
        messages[index] = text.slice(0, at) + pick(noise) + text.slice(at + below(3));
      }
      const parts = random() < 0.5 ? messages : split(messages.join(''), below);
      expect(await exchange(direct, parts), JSON.stringify(parts)).toBe(await exchange(normal, parts));
    }
    expect(direct.parsed()).toBeLessThan(normal.parsed());
  });
});

describe('connections', () => {
  it('of a client that does not read are not read either', async () => {
    const { port, answered, app } = await startServer({ requestsPerMinute: 0 });
    const accepted = once(app.server, 'connection');
    const socket = await opened(port);
    const [served] = (await accepted) as [Socket];
    const other = await opened(port);
    socket.pause();
    // more than the buffers of both sockets take
    socket.write(get('/api/huge'));
    while (answered() === 0) await turn();
    socket.write(get('/api/good').repeat(200_000));
    for (let i = 0; i < 50; i++) await ask(other, get('/api/good'));
    expect(answered()).toBe(51);
    expect(served.bytesRead).toBeLessThan(500_000);
    socket.destroy();
  });

  it('are closed when their clients read nothing of an answer for a minute', async () => {
    const { port, app } = await startServer();
    const accepted = once(app.server, 'connection');
    const socket = await opened(port);
    const [served] = (await accepted) as [Socket];
    expect(served.timeout).toBe(60_000);
    await ask(socket, get('/api/good'));
    // nothing is to be read
    served.emit('timeout');
    await ask(socket, get('/api/good'));
    socket.pause();
    socket.write(get('/api/huge'));
    while (!served.writableNeedDrain) await turn();
    served.emit('timeout');
    expect(served.destroyed).toBe(true);
    socket.destroy();
  });

  it('without a request are left to the time limit of heads', async () => {
    const { port, tick, app } = await startServer();
    const socket = connect(port, '127.0.0.1');
    await once(app.server, 'connection');
    const nodes = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
    tick();
    tick();
    expect(await nodes()).toBe(1);
    app.server.closeIdleConnections();
    app.server.closeAllConnections();
    await once(socket.resume(), 'close');
  });

  it('are closed after the keep-alive timeout', async () => {
    const { port, tick } = await startServer();
    const socket = await opened(port);
    await ask(socket, get('/api/good'));
    for (let second = 0; second < 72; second++) tick();
    await ask(socket, get('/api/good'));
    for (let second = 0; second <= 73; second++) tick();
    await once(socket, 'close');
  });

  it('are closed with the app', async () => {
    const { port, app } = await startServer();
    const socket = await opened(port);
    await ask(socket, get('/api/good'));
    const closed = once(socket, 'close');
    await app.close();
    await closed;
  });

  it('end with their next answer while the server drains', async () => {
    const { port, drain } = await startServer();
    const [socket, idle] = [await opened(port), await opened(port)];
    expect(await ask(socket, get('/api/good'))).toContain('Connection: keep-alive');
    await ask(idle, get('/api/good'));
    drain.begin();
    expect(await ask(socket, get('/api/good'))).toMatch(/connection: close/i);
    const closed = once(idle, 'close');
    await drain.finish();
    await closed;
  });

  it('have their running answers before a drain is finished', async () => {
    const { port, drain, answered } = await startServer();
    const socket = await opened(port);
    socket.write(get('/api/later'));
    while (answered() === 0) await turn();
    const answer = once(socket, 'data');
    drain.begin();
    await drain.finish();
    expect(String((await answer)[0])).toContain('later');
  });
});
