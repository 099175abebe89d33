import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createIsTrusted } from '../requests/client-address.ts';
import { reportUntrustedProxies } from './untrusted-proxies.ts';

interface Setting {
  trusted?: string[];
  remoteAddress?: string;
  statusCode?: number;
  headers?: Record<string, string>;
}

/** Returns the warnings of three requests that have the same answer. */
async function warningsOf(setting: Setting): Promise<string[]> {
  const { trusted = [], remoteAddress = '127.0.0.1', statusCode = 429 } = setting;
  const { headers = { 'x-forwarded-for': '203.0.113.7' } } = setting;
  const app = Fastify({ trustProxy: trusted.length > 0 && createIsTrusted(trusted) });
  const warnings: string[] = [];
  reportUntrustedProxies(app, { warn: (_fields: unknown, line?: string) => void warnings.push(String(line)) });
  app.get('/', (_request, reply) => reply.code(statusCode).send());
  for (let i = 0; i < 3; i++) await app.inject({ url: '/', remoteAddress, headers });
  await app.close();
  return warnings;
}

it('names a local proxy that is not in trustProxy once, when its requests are refused', async () => {
  expect(await warningsOf({})).toEqual([
    'requests by way of 127.0.0.1 are refused, because all its clients count as one: add it to trustProxy',
  ]);
  expect(await warningsOf({ trusted: ['10.0.0.1'] })).toHaveLength(1);
});

it.each<[string, Setting]>([
  ['a trusted proxy', { trusted: ['loopback'] }],
  ['a client that makes the header up', { remoteAddress: '198.51.100.9' }],
  ['a client without a proxy', { headers: {} }],
  ['other answers', { statusCode: 200 }],
])('is silent about %s', async (_name, setting) => {
  expect(await warningsOf(setting)).toEqual([]);
});
