import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { type Asset, sendAsset } from './assets.ts';

const asset: Asset = {
  headers: {},
  body: async () => Buffer.from('plain'),
  brotli: Buffer.from('brotli'),
  gzip: async () => Buffer.from('gzip'),
};

it.each([
  [undefined, 'plain', undefined],
  ['gzip, deflate, br', 'brotli', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip;q=0.000', 'plain', undefined],
  ['x-br, nobr', 'plain', undefined],
])('sendAsset to a client that accepts %s sends %s', async (accepted, body, encoding) => {
  const app = Fastify();
  app.get('/', (request, reply) => sendAsset(request, reply, asset));
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const answer = await app.inject({ url: '/', headers });
  expect([answer.body, answer.headers['content-encoding']]).toEqual([body, encoding]);
});
