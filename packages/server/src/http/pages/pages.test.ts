import { get, type IncomingMessage } from 'node:http';
import { WebConfig } from '@glassblock/contract';
import Fastify from 'fastify';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { createSiteHosts } from '../enterprise/site-hosts.ts';
import { normalTarget } from '../requests/request.ts';
import { pagesRenderedBy } from '../testing/rendered-pages.ts';

/** A server whose pages all redirect, as unknown ones do. */
function serverAt(basePath: string, images: Parameters<typeof pagesRenderedBy>[3] = {}) {
  const config = { ...(Value.Default(WebConfig, {}) as WebConfig), basePath, networks: [] };
  const app = Fastify({ rewriteUrl: ({ url = '/' }) => normalTarget(url) });
  const hosts = createSiteHosts({ domain: undefined, sites: [] }, config, { listOf: () => undefined });
  const redirect = { status: 302, headers: { location: '/' }, body: Buffer.alloc(0) };
  const sendPage = pagesRenderedBy(async () => redirect, config, hosts, images);
  app.get('/*', sendPage);
  return app;
}

it.each([
  ['/', '/resources/assets-testnet.json'],
  ['/', '/liquid/resources/assets.json'],
  ['/explorer/', '/explorer/testnet/resources/none.png'],
  ['/', '/assets/entry.client-of-an-earlier-version.js'],
  ['/explorer/', '/explorer/assets/block-abc123.css'],
])('a missing file below resources or assets is 404, not a redirect (base path %s, %s)', async (basePath, path) => {
  // programs read these files: a redirect would answer them with a page
  const { statusCode, headers, body } = await serverAt(basePath).inject(path);
  expect([statusCode, headers['location'], body]).toEqual([404, undefined, 'Not found']);
});

it.each(['/nowhere', '/resources', '/tx/resources/a/b', '/assets/all', '/assets/group/a.b'])(
  'the web app answers %s',
  async (path) => {
    expect((await serverAt('/').inject(path)).statusCode).toBe(302);
  },
);

it.each([
  ['/blocks//1?a=//', 301, '/blocks/1?a=//'],
  ['///tx', 301, '/tx'],
  ['//\\evil.example', 302, '/'],
  ['http://explorer.example/tx', 302, '/'],
])('a page at %s is answered by %d to %s', async (target, status, location) => {
  // `inject` would resolve a target that begins with two slashes
  const app = serverAt('/');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: target }, resolve).on('error', reject);
  });
  answer.resume();
  await app.close();
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
});

it('charges a social image as a page, and lets no cache store its absence', async () => {
  const charged: unknown[] = [];
  const png = Buffer.from('png');
  const server = serverAt('/', {
    socialImage: async (path) => (path.endsWith('1') ? { status: 200, png } : { status: 503, png: undefined }),
    charge: (...charge) => void charged.push(charge),
  });
  const answers = [
    await server.inject('/render/en/preview/block/1'),
    await server.inject('/render/en/preview/block/2'),
  ];
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
    [200, 'public, max-age=60'],
    [503, 'no-store'],
  ]);
  expect(charged).toEqual(Array(2).fill(['127.0.0.1', 20]));
});
