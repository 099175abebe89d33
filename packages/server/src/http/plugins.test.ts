import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { registerEtags, tagOf } from './etag.ts';
import { handleErrors, readBodiesAsText, registerPlugins } from './plugins.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** An app with our plugins and some routes; those of one scope have ETags. */
async function appWith(requestsPerMinute: number): Promise<{ app: FastifyInstance; faults: unknown[] }> {
  const faults: unknown[] = [];
  app = Fastify({ bodyLimit: 10 });
  await registerPlugins(app, requestsPerMinute);
  readBodiesAsText(app);
  handleErrors(app, (error) => faults.push(error));
  await app.register(async (scope) => {
    await registerEtags(scope);
    scope.route({ method: ['GET', 'HEAD'], url: '/api/good', handler: async () => 'good' });
    scope.get('/api/v1/long', async () => 'long'.repeat(500));
    scope.get('/api/v1/large/:tenths', async (request) => {
      const { tenths } = request.params as { tenths: string };
      return 'long'.repeat(25_000 * Number(tenths));
    });
    scope.get('/api/bytes', async () => Buffer.alloc(5_000));
    scope.get('/api/status/:code', async (request, reply) => {
      const { code } = request.params as { code: string };
      return reply.code(Number(code)).send('body');
    });
    scope.get('/api/v1/fault', async () => {
      throw new Error('ours');
    });
  });
  app.post('/api/echo', async (request) => request.body);
  return { app, faults };
}

it('adds weak ETags to successful answers, and answers 304 to a client that has them', async () => {
  const { app } = await appWith(0);
  const tag = `W/"${tagOf('good')}"`;
  expect(tag).toMatch(/^W\/"4-[\w-]{27}"$/);
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
  expect(plain.headers.etag).toBe(`W/"${tagOf('long'.repeat(500))}"`);
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
  for (const url of ['/api/v1/long', '/api/v1/large/3']) {
    const answer = await app.inject({ url, headers });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
    const { rawPayload } = answer;
    const plain = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding ? gunzipSync(rawPayload) : rawPayload;
    expect(plain.toString()).toBe((await app.inject(url)).body);
    expect(answer.headers['content-length']).toBe(String(rawPayload.length));
  }
});

it('leaves small answers and bytes as they are', async () => {
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
  await registerPlugins(logging, 0);
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
