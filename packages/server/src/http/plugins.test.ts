import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createComposeAnswer } from './answers/compose-answer.ts';
import { etagOf } from './answers/etag.ts';
import { createSendAnswer } from './answers/send-answer.ts';
import type { SurrogateHeader } from './answers/surrogate-keys.ts';
import { createFaultLog } from './log/fault-log.ts';
import { limitLines } from './log/limited-lines.ts';
import { handleErrors, readBodiesAsText, registerPlugins } from './plugins.ts';
import type { Repeat } from './requests/body-pace.ts';
import type { BodyRates } from './requests/body-rates.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** Opens a connection, and sends the head of a request and all of its body but the last byte.
 *  @param sent bytes of the body, on a connection that stays open
 *  @param from address of the client */
async function beginRequest(
  app: FastifyInstance,
  path: string,
  length: number,
  sent?: number,
  from = '192.0.2.1',
): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const connection = sent === undefined ? 'close' : 'keep-alive';
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\nConnection: ${connection}\r\nContent-Length: ${length}\r\n\r\n`;
  await new Promise<unknown>((resolve) => socket.write(head + 'a'.repeat(sent ?? length - 1), resolve));
  return socket;
}

/** An app with our plugins and some routes, most of which answer as the API does. */
async function appWith(
  requestsPerMinute: number,
  bodyLimit = 10,
  surrogateHeader?: SurrogateHeader,
  repeat?: Repeat,
  rates?: BodyRates,
): Promise<{ app: FastifyInstance; faults: unknown[] }> {
  const faults: unknown[] = [];
  const created = Fastify({ bodyLimit, trustProxy: true });
  app = created;
  const { budget, compression } = registerPlugins(created, requestsPerMinute, { repeat, rates });
  readBodiesAsText(created);
  handleErrors(created, (error) => faults.push(error));
  const send = createSendAnswer(createComposeAnswer(budget, compression, surrogateHeader));
  const answer = (url: string, body: string | Buffer | ((value: string) => string), headers = {}) =>
    created.route<{ Params: { value: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        send(
          request,
          reply,
          {
            status: url.includes('status') ? Number(request.params.value) : 200,
            contentType: typeof body === 'object' ? 'application/octet-stream' : 'text/plain; charset=utf-8',
            headers,
            body: typeof body === 'function' ? body(request.params.value) : body,
            height: 812,
          },
          { network: 'mainnet', route: 'good' },
        ),
    });
  answer('/api/good', 'good');
  answer('/api/v1/long', 'long'.repeat(500));
  answer('/api/v1/varied', 'long'.repeat(500), { vary: 'Accept' });
  answer('/api/v1/large/:value', (tenths) => 'long'.repeat(25_000 * Number(tenths)));
  answer('/api/v1/letters', 'äöü€'.repeat(300));
  answer('/api/bytes', Buffer.alloc(5_000));
  answer('/api/status/:value', 'body');
  answer('/api/v1/wrong-header', 'body', { link: 'line\nbreak' });
  created.get('/sent', async () => 'long'.repeat(500));
  created.get('/api/v1/fault', async () => {
    throw new Error('ours');
  });
  for (const url of ['/api/echo', '/api/v1/echo']) created.post(url, async (request) => request.body);
  return { app: created, faults };
}

/** Length and SHA-1 of `good`. */
const goodTag = `W/"4-${Buffer.from('fc19318dd13128ce14344d066510a982269c241b', 'hex').toString('base64url')}"`;

it('names the keys of successful answers for a CDN that uses them', async () => {
  const { app } = await appWith(0, 10, 'surrogate-key');
  const headersOf = async (url: string) => (await app.inject({ url })).headers;
  expect((await headersOf('/api/good'))['surrogate-key']).toBe('mainnet mainnet-good mainnet-blocks-8');
  expect(await headersOf('/api/status/404')).not.toHaveProperty('surrogate-key');
});

it('adds weak ETags to successful answers, and answers 304 to a client that has them', async () => {
  const { app } = await appWith(0);
  const tag = goodTag;
  const ask = (method: 'GET' | 'HEAD', known?: string) =>
    app.inject({ method, url: '/api/good', ...(known === undefined ? {} : { headers: { 'if-none-match': known } }) });
  for (const method of ['GET', 'HEAD'] as const) {
    const first = await ask(method);
    expect(first).toMatchObject({ statusCode: 200, headers: { etag: tag } });
    const known = await ask(method, tag);
    expect(known).toMatchObject({ statusCode: 304, body: '', headers: { etag: tag } });
    expect(known.headers).not.toHaveProperty('content-length');
    expect(await ask(method, 'W/"other"')).toMatchObject({ statusCode: 200, headers: { etag: tag } });
  }
});

it('computes the ETag before compression', async () => {
  const { app } = await appWith(0);
  const plain = await app.inject('/api/v1/long');
  const packed = await app.inject({ url: '/api/v1/long', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
  expect(plain.headers.etag).toBe(etagOf('long'.repeat(500), 2_000));
});

it.each([203, 400, 404, 503])('adds no ETag to an answer of status %i', async (code) => {
  const { app } = await appWith(0);
  const { statusCode, headers } = await app.inject(`/api/status/${code}`);
  expect(statusCode).toBe(code);
  expect(headers).not.toHaveProperty('etag');
});

it.each(['', 'x', 'text', '/', 'a b/c', 'text/plain, text/html', '\u00e4/b'])(
  'reads a body whose content type is "%s" as text',
  async (contentType) => {
    const { app, faults } = await appWith(0);
    const headers = { 'content-type': contentType };
    const answer = await app.inject({ method: 'POST', url: '/api/echo', headers, payload: 'body' });
    expect(answer).toMatchObject({ statusCode: 200, body: 'body' });
    expect(faults).toEqual([]);
  },
);

it('limits a client over all routes together, with the error format of the path', async () => {
  const { app, faults } = await appWith(2);
  expect((await app.inject('/api/good')).headers['x-ratelimit-remaining']).toBe('1');
  expect((await app.inject('/api/v1/long')).headers['x-ratelimit-remaining']).toBe('0');
  const refused = await app.inject('/api/good');
  expect(refused).toMatchObject({ statusCode: 429, body: 'Too many requests' });
  expect(refused.headers).toHaveProperty('retry-after');
  expect(refused.headers).not.toHaveProperty('etag');
  expect((await app.inject('/api/v1/long')).json()).toEqual({ error: 'Too many requests' });
  expect(faults).toEqual([]);
});

it('charges large bodies and answers to the limit of their client', async () => {
  const { app } = await appWith(10);
  const left = async (options: InjectOptions) => (await app.inject(options)).headers['x-ratelimit-remaining'];
  expect(await left({ url: '/api/v1/large/3' })).toBe('9');
  expect(await left({ url: '/api/good' })).toBe('4');
  expect(await left({ url: '/api/v1/large/80' })).toBe('3');
  expect((await app.inject('/api/good')).statusCode).toBe(429);
});

it.each([
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['deflate', undefined],
  ['identity', undefined],
  [undefined, undefined],
])('encodes the answer for a client that accepts %s', async (accepted, encoding) => {
  const { app } = await appWith(0);
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  for (const url of ['/api/v1/long', '/api/v1/large/3', '/api/v1/letters', '/sent']) {
    const answer = await app.inject({ url, headers });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
    const { rawPayload } = answer;
    const plain = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding ? gunzipSync(rawPayload) : rawPayload;
    expect(plain.toString()).toBe((await app.inject(url)).body);
    expect(answer.headers['content-length']).toBe(String(rawPayload.length));
  }
});

it('sends the security headers with every answer', async () => {
  const { app } = await appWith(0);
  for (const url of ['/api/good', '/api/status/404', '/sent', '/nothing', '/api/v1/fault']) {
    expect((await app.inject(url)).headers, url).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  }
});

it('sends a status without a body', async () => {
  const { app } = await appWith(0);
  const { statusCode, body, headers } = await app.inject('/api/status/204');
  expect([statusCode, body]).toEqual([204, '']);
  for (const name of ['content-length', 'content-type', 'etag']) expect(headers).not.toHaveProperty(name);
});

it('appends to Vary, and sends the length in bytes', async () => {
  const { app } = await appWith(0);
  const { headers } = await app.inject({ url: '/api/v1/varied', headers: { 'accept-encoding': 'br' } });
  expect(headers.vary).toBe('Accept, accept-encoding');
  const letters = await app.inject('/api/v1/letters');
  expect(letters.headers).toMatchObject({ 'content-length': '2700', etag: etagOf('äöü€'.repeat(300), 2_700) });
  expect(letters.body).toBe('äöü€'.repeat(300));
  const head = await app.inject({ method: 'HEAD', url: '/api/v1/letters' });
  expect(head).toMatchObject({ body: '', headers: { 'content-length': '2700' } });
});

it('answers 500 when a header is malformed', async () => {
  const { app, faults } = await appWith(0);
  expect((await app.inject('/api/v1/wrong-header')).statusCode).toBe(500);
  expect(faults).toHaveLength(1);
});

it('does not compress small answers and bytes', async () => {
  const { app } = await appWith(0);
  for (const url of ['/api/good', '/api/bytes']) {
    const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  }
});

it('reads bodies of any content type as text, up to the limit', async () => {
  const { app } = await appWith(0);
  for (const type of ['application/json', 'image/png', 'text/plain']) {
    const { body } = await app.inject({
      method: 'POST',
      url: '/api/echo',
      payload: '{"a":',
      headers: { 'content-type': type },
    });
    expect(body).toBe('{"a":');
  }
  const tooLarge = await app.inject({ method: 'POST', url: '/api/echo', payload: 'x'.repeat(11) });
  expect(tooLarge).toMatchObject({ statusCode: 413, body: 'Request body too large' });
});

it('answers an unexpected error with 500 and reports it', async () => {
  const { app, faults } = await appWith(0);
  expect(await app.inject('/api/v1/fault')).toMatchObject({
    statusCode: 500,
    body: '{"error":"Internal server error"}',
    headers: { 'access-control-allow-origin': '*' },
  });
  expect(faults).toMatchObject([new Error('ours')]);
});

it('logs nothing about a client that disconnects in the middle of an answer', async () => {
  const lines: string[] = [];
  const answered = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const logging = Fastify({ logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } } });
  registerPlugins(logging, 0);
  logging.get('/large', async (request) => {
    request.raw.socket.once('close', answered.resolve);
    started.resolve();
    return randomBytes(3_000_000).toString('base64');
  });
  await logging.listen({ port: 0, host: '127.0.0.1' });
  const { port } = logging.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n'),
  );
  socket.once('data', () => socket.resetAndDestroy());
  await started.promise;
  await answered.promise;
  await logging.close();
  expect(lines.map((line) => JSON.parse(line).level as number).filter((level) => level >= 40)).toEqual([]);
  expect(lines.join('')).not.toContain('stack');
});

it('closes the connection of a refused request whose large body is not read', async () => {
  const { app } = await appWith(1);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** Sends a request with a part of its body and returns everything that is received until the end. */
  const answerTo = async (header: string) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /api/echo HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`),
    );
    return text(socket);
  };
  await app.inject('/api/good');
  for (const header of ['Content-Length: 9000000', 'Transfer-Encoding: chunked']) {
    const answer = await answerTo(header);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toMatch(/Too many requests$/);
  }
});

it('reads two large bodies of an address at a time, and small ones meanwhile', async () => {
  const { app } = await appWith(0, 1_000_000);
  const answers: string[] = [];
  app.post('/api/named/:name', async (request) => {
    answers.push((request.params as { name: string }).name);
    return '';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const begin = (name: string, length: number) => beginRequest(app, `/api/named/${name}`, length);
  const end = (socket: Socket) => {
    socket.write('a');
    return text(socket);
  };
  const [first, second] = [await begin('first', 100_000), await begin('second', 100_000)];
  const third = end(await begin('third', 100_000));
  const gone = await begin('gone', 100_000);
  await end(await begin('small', 100));
  gone.resetAndDestroy();
  expect(answers).toEqual(['small']);
  await end(first);
  expect(await third).toMatch(/^HTTP\/1\.1 200 /);
  expect(answers).toEqual(['small', 'first', 'third']);
  await end(second);
  expect(await end(await begin('last', 100_000))).toMatch(/^HTTP\/1\.1 200 /);
});

it('reads a large body of an address no faster than its rate', async () => {
  const counted: [string, number][] = [];
  let allow: (() => void) | undefined;
  const delayed = Promise.withResolvers<void>();
  const rates = {
    size: 0,
    add(key: string, bytes: number) {
      counted.push([key, bytes]);
      delayed.resolve();
      return new Promise<void>((resolve) => {
        allow = resolve;
      });
    },
  };
  const { app } = await appWith(0, 1_000_000, undefined, undefined, rates);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const begun = beginRequest(app, '/api/echo', 300_000);
  await delayed.promise;
  expect(counted).toHaveLength(1);
  rates.add = (key, bytes) => {
    counted.push([key, bytes]);
    return Promise.resolve();
  };
  allow?.();
  const socket = await begun;
  socket.write('a');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('a'.repeat(300_000));
  expect(new Set(counted.map(([key]) => key))).toEqual(new Set(['192.0.2.1']));
  expect(counted.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(300_000);
});

it('reads characters whose bytes arrive apart, and refuses a body without a length above the limit', async () => {
  const { app } = await appWith(0, 100);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const send = async (chunks: readonly Buffer[]) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/echo`, {
      method: 'POST',
      body: new ReadableStream({
        async pull(controller) {
          const chunk = chunks[sent++];
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk);
        },
      }),
      duplex: 'half',
    } as RequestInit);
    return [answer.status, await answer.text()];
  };
  let sent = 0;
  const euro = Buffer.from('a€', 'utf8');
  expect(await send([euro.subarray(0, 2), euro.subarray(2, 3), euro.subarray(3)])).toEqual([200, 'a€']);
  sent = 0;
  expect(await send([Buffer.from([0xe2, 0x82])])).toEqual([200, '\ufffd']);
  sent = 0;
  expect(await send([Buffer.alloc(60, 97), Buffer.alloc(60, 97)])).toEqual([413, 'Request body too large']);
});

it('admits the next large body in place of one that arrives too slowly', async () => {
  const checks = new Set<() => void>();
  const started: (() => void)[] = [];
  const { app, faults } = await appWith(0, 1_000_000, undefined, (check) => {
    checks.add(check);
    started.shift()?.();
    return () => checks.delete(check);
  });
  const reading = () => new Promise<void>((resolve) => started.push(resolve));
  const afterSeconds = (seconds: number) => {
    for (let second = 0; second < seconds; second++) for (const check of checks) check();
  };
  await app.listen({ port: 0, host: '127.0.0.1' });
  const both = [reading(), reading()];
  // one sends a byte, the other all but one
  const slow = await beginRequest(app, '/api/echo', 200_000, 1);
  const quick = await beginRequest(app, '/api/v1/echo', 200_000);
  await Promise.all(both);
  const third = await beginRequest(app, '/api/echo', 100_000);
  afterSeconds(5);
  expect(checks.size).toBe(2);
  const next = reading();
  afterSeconds(1);
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 .*Request body too slow$/s);
  await next;
  // 199,999 bytes are enough for another 6 seconds
  afterSeconds(5);
  expect(checks.size).toBe(2);
  quick.write('a');
  third.write('a');
  for (const socket of [quick, third]) expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  expect([checks.size, faults]).toEqual([0, []]);
});

it('refuses the slowest large body when others have all places and a client waits for five seconds', async () => {
  const checks = new Set<() => void>();
  let started = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  const { app, faults } = await appWith(0, 1_000_000, undefined, (check) => {
    checks.add(check);
    started++;
    for (const { count, resolve } of waiting) if (started >= count) resolve();
    return () => checks.delete(check);
  });
  const reading = (count: number) =>
    new Promise<void>((resolve) => (started >= count ? resolve() : waiting.push({ count, resolve })));
  const afterSeconds = (seconds: number) => {
    for (let second = 0; second < seconds; second++) for (const check of [...checks]) check();
  };
  await app.listen({ port: 0, host: '127.0.0.1' });
  const slow: Socket[] = [];
  for (let index = 0; index < 16; index++) {
    // the third of the sixteen has sent the least, but enough for 7 seconds
    const sent = index === 2 ? 70_000 : 190_000;
    slow.push(await beginRequest(app, '/api/echo', 200_000, sent, `192.0.2.${10 + (index >> 1)}`));
  }
  await reading(16);
  afterSeconds(2);
  const next = await beginRequest(app, '/api/echo', 100_000, 99_999, '192.0.2.99');
  // the seventeenth is the check of the others
  await reading(17);
  afterSeconds(4);
  expect(checks.size).toBe(17);
  afterSeconds(1);
  expect(await text(slow[2]!)).toMatch(/^HTTP\/1\.1 408 .*Request body too slow$/s);
  await reading(18);
  next.end('a');
  expect(await text(next)).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of slow) socket.destroy();
  expect(faults).toEqual([]);
});

it('logs bugs in answers as errors until the app closes', async () => {
  const logged: unknown[] = [];
  const created = Fastify();
  const levelOf = (level: string) => (entry: { event: string }) => void logged.push([level, entry.event]);
  const logFault = createFaultLog(created, { error: levelOf('error'), debug: levelOf('debug') } as never);
  created.get('/', async () => logFault(new Error('ours')));
  await created.inject('/');
  await created.close();
  logFault(new Error('Terminating worker thread'));
  expect(logged).toEqual([
    ['error', 'fault'],
    ['debug', 'fault-at-stop'],
  ]);
});

it('logs repeated bugs up to a number a minute, and counts the others', () => {
  let ms = 0;
  const lines: object[] = [];
  const log = { error: (entry: object) => void lines.push(entry), debug: () => undefined } as never;
  const logFault = createFaultLog(
    Fastify(),
    log,
    limitLines(2, () => ms),
  );
  for (let i = 0; i < 5; i++) logFault('ours');
  expect(lines).toEqual([
    { event: 'fault', error: 'ours' },
    { event: 'fault', error: 'ours' },
  ]);
  ms = 60_000;
  logFault('ours');
  logFault('ours');
  expect(lines.slice(2)).toEqual([
    { event: 'fault', error: 'ours', leftOut: 3 },
    { event: 'fault', error: 'ours' },
  ]);
});

it('logs at most 60 bugs a minute by itself', () => {
  let lines = 0;
  const logFault = createFaultLog(Fastify(), { error: () => void lines++, debug: () => undefined } as never);
  for (let i = 0; i < 1_000; i++) logFault('ours');
  expect(lines).toBe(60);
});
