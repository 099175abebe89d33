import { WebConfig } from '@glassblock/contract';
import Fastify from 'fastify';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { createSiteHosts } from '../enterprise/site-hosts.ts';
import { pagesRenderedBy } from '../testing/rendered-pages.ts';

/** A server whose pages all redirect, as unknown ones do. */
function serverAt(basePath: string) {
  const config = { ...(Value.Default(WebConfig, {}) as WebConfig), basePath, networks: [] };
  const app = Fastify();
  const hosts = createSiteHosts({ domain: undefined, sites: [] }, config, { listOf: () => undefined });
  const redirect = { status: 302, headers: { location: '/' }, body: Buffer.alloc(0) };
  const sendPage = pagesRenderedBy(async () => redirect, config, hosts);
  app.get('/*', sendPage);
  return app;
}

it.each([
  ['/', '/resources/assets-testnet.json'],
  ['/', '/liquid/resources/assets.json'],
  ['/explorer/', '/explorer/testnet/resources/none.png'],
])('a missing file below resources is 404, not a redirect (base path %s, %s)', async (basePath, path) => {
  // programs read these files: a redirect would answer them with a page
  const { statusCode, headers, body } = await serverAt(basePath).inject(path);
  expect([statusCode, headers['location'], body]).toEqual([404, undefined, 'Not found']);
});

it.each(['/nowhere', '/resources', '/tx/resources/a/b'])('the web app answers %s', async (path) => {
  expect((await serverAt('/').inject(path)).statusCode).toBe(302);
});
