import { WebConfig } from '@glassblock/contract';
import type { WebApp } from '@glassblock/web';
import Fastify from 'fastify';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { createSiteHosts } from '../enterprise/site-hosts.ts';
import { createAddressLimits } from '../requests/address-limits.ts';
import { createPages } from './pages.ts';

const web: WebApp = {
  renderCapacity: 1,
  render: async () => ({ status: 302, headers: { location: '/' }, body: Buffer.alloc(0) }),
  isFixedPage: () => false,
  asset: () => undefined,
  socialImage: () => undefined,
  close: async () => undefined,
};

/** A server whose pages all redirect, as unknown ones do. */
function serverAt(basePath: string) {
  const config = { ...(Value.Default(WebConfig, {}) as WebConfig), basePath, networks: [] };
  const app = Fastify();
  const sendPage = createPages({
    web,
    cacheBytes: 1,
    config,
    hosts: createSiteHosts({ domain: undefined, sites: [] }, config, { listOf: () => undefined }),
    callApi: () => Promise.reject(new Error('no page calls a route here')),
    locate: () => undefined,
    limits: createAddressLimits({ socket: 1, 'event-stream': 1, page: 6 }, 0),
    budget: { charge: () => undefined } as never,
    clientAddress: () => '127.0.0.1',
  });
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
