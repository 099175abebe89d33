import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFastify } from './create-fastify.ts';

const app = createFastify({ log: undefined, trustedProxies: [], locate: () => undefined });
app.get('/api/echo/:text', async ({ url }) => url);
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

/** Sends a request line as it is, without the normalization of an HTTP client; returns the answer. */
async function answerTo(target: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: explorer.example\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

it.each([
  ['/api/echo/a?b=//', '/api/echo/a?b=//'],
  ['//api/echo//a', '/api/echo/a'],
  ['http://other.example/api/echo/a', '/api/echo/a'],
])('routes %s as %s', async (target, url) => {
  const answer = await answerTo(target);
  expect(answer).toContain('HTTP/1.1 200 OK');
  expect(answer.endsWith(`\r\n\r\n${url}`)).toBe(true);
});

it('closes connections on which nothing is transferred for two minutes', () => {
  expect(app.server.timeout).toBe(120_000);
});
