import { CodedError } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { ServicesAnswer, ServicesRequest } from '../../bus/services-link.ts';
import { createFastify } from '../create-fastify.ts';
import { readBodiesAsText } from '../plugins.ts';
import type { ServedNetwork } from '../served-network.ts';
import { registerServicesRelay } from './services-relay.ts';

const network = { path: 'signet', context: { network: { name: 'signet' } } } as unknown as ServedNetwork;

/** A serving process behind a proxy, whose services give one answer. */
function servingWith(answer: ServicesAnswer | Error) {
  const received: ServicesRequest[] = [];
  const app = createFastify({ log: undefined, trustedProxies: ['10.0.0.1'], locate: () => undefined });
  readBodiesAsText(app);
  registerServicesRelay(app, '/base/', [network], {
    network: 'signet',
    async request(request) {
      received.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { app, received };
}

describe('registerServicesRelay', () => {
  it('passes a request on with the address and the protocol of the client, not with those that it claims', async () => {
    const headers = { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain', 'retry-after': '5' };
    const { app, received } = servingWith({ status: 401, headers, body: 'invalid_user' });
    const answer = await app.inject({
      method: 'POST',
      url: '/base/signet/api/v1/services/auth/login?x=1',
      remoteAddress: '10.0.0.1',
      headers: {
        host: 'explorer.example',
        cookie: 'glassblock_session=s',
        'x-forwarded-for': '1.1.1.1, 203.0.113.9',
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
        connection: 'close',
      },
      payload: '{"username":"alice"}',
    });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/base/signet/api/v1/services/auth/login?x=1',
        headers: {
          host: 'explorer.example',
          cookie: 'glassblock_session=s',
          'content-type': 'application/json',
          'user-agent': 'lightMyRequest',
          'x-forwarded-for': '203.0.113.9',
          'x-forwarded-proto': 'https',
        },
        body: '{"username":"alice"}',
      },
    ]);
    expect([answer.statusCode, answer.payload]).toEqual([401, 'invalid_user']);
    expect(answer.headers).toMatchObject({ ...headers, 'cache-control': 'no-store' });
  });

  it('answers 503 while the services are away, and 404 for other paths', async () => {
    const { app } = servingWith(new CodedError('server.follower-away', 'away'));
    const away = await app.inject({ url: '/base/signet/api/v1/services/account' });
    expect([away.statusCode, away.payload]).toEqual([503, 'temporarily_unavailable']);
    expect((await app.inject({ url: '/base/api/v1/services/account' })).statusCode).toBe(404);
  });
});
