import { type EndpointId, endpoints } from '@glassblock/contract';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  apiRoutes,
  createFindRoute,
  createLocateNetwork,
  hasEmptyParam,
  routerOptions,
  withOwnPrefix,
} from './router.ts';

const networks = [{ path: '' }, { path: 'signet' }];
const routes = apiRoutes('/', networks);
const find = createFindRoute(routes);
const id = 'aB'.repeat(32);

type Scenario = [name: string, method: 'GET' | 'POST', url: string, id?: EndpointId, params?: Record<string, string>];
const scenarios: Scenario[] = [
  ['matches a path without parameters', 'GET', '/api/blocks', 'blocks', {}],
  ['matches fixed segments in any letter case', 'GET', '/API/V1/Fees/Recommended', 'feesRecommended', {}],
  ['keeps the letter case of parameters', 'GET', `/API/TX/${id}/Hex`, 'txHex', { txid: id }],
  ['matches one trailing slash', 'GET', '/api/v1/blocks/', 'v1Blocks', {}],
  ['matches one trailing slash after a parameter', 'GET', '/api/blocks/7/', 'blocksFrom', { height: '7' }],
  ['rejects two trailing slashes', 'GET', '/api/v1/blocks//'],
  ['rejects an empty parameter', 'GET', '/api/tx//hex'],
  ['prefers fixed segments to parameters', 'GET', '/api/blocks/tip/height', 'tipHeight', {}],
  [
    'matches a parameter equal to the prefix of a fixed path',
    'GET',
    '/api/blocks/tip',
    'blocksFrom',
    { height: 'tip' },
  ],
  ['matches a longer fixed path beside a parameter', 'GET', '/internal/mempool/txs/all', 'internalMempoolTxsAll', {}],
  ['matches several parameters', 'GET', `/api/v1/block/a/tx/b/audit`, 'v1TxAudit', { hash: 'a', txid: 'b' }],
  ['matches percent-encoded parameters, decoded once', 'GET', '/api/address/%2561%2Fb%20', 'address', { id: '%61/b ' }],
  ['rejects a malformed percent-encoding', 'GET', '/api/address/%ff'],
  [
    'matches parameters up to 2,000 characters',
    'GET',
    `/api/address/${'x'.repeat(2_000)}`,
    'address',
    { id: 'x'.repeat(2_000) },
  ],
  ['rejects a longer parameter', 'GET', `/api/address/${'x'.repeat(2_001)}`],
  ['matches the method', 'POST', '/api/tx', 'postTx', {}],
  ['rejects another method', 'POST', '/api/blocks'],
  ['rejects a longer path', 'GET', '/api/blocks/1/2'],
  ['matches names of object members as parameters', 'GET', '/api/tx/__proto__', 'tx', { txid: '__proto__' }],
];

describe('createFindRoute', () => {
  it.each(scenarios)('%s', (_, method, url, wanted, params) => {
    const found = find(method, url);
    expect(found?.route.id).toBe(wanted);
    if (wanted === undefined) return;
    expect({ ...found?.params }).toEqual(params);
    expect(found?.route.network).toBe(networks[0]);
    expect(find(method, `/signet${url}`)).toMatchObject({ route: { id: wanted, network: networks[1] } });
  });

  it.each(scenarios)('%s, as Fastify does', async (_, method, url, wanted, params) => {
    const app = Fastify({ routerOptions });
    for (const route of routes) {
      app.route({
        method: route.endpoint.method,
        url: route.url,
        handler: (request, reply) => {
          const given = request.params as Record<string, string>;
          return hasEmptyParam(given) ? reply.code(404).send() : reply.send({ id: route.id, params: { ...given } });
        },
      });
    }
    const { statusCode, body } = await app.inject({ method, url });
    if (wanted === undefined) expect(statusCode).toBeGreaterThanOrEqual(400);
    else expect(JSON.parse(body)).toEqual({ id: wanted, params });
  });

  it('finds every endpoint of the contract below a base path and a network prefix', () => {
    const below = createFindRoute(apiRoutes('/explorer/', networks));
    for (const [wanted, { method, path }] of Object.entries(endpoints)) {
      const filled = path.replace(/:\w+/g, '7');
      expect(below(method, `/explorer${filled}`)).toMatchObject({ route: { id: wanted, network: networks[0] } });
      expect(below(method, `/explorer/signet${filled}`)).toMatchObject({ route: { id: wanted, network: networks[1] } });
      expect(below(method, filled)).toBeUndefined();
    }
  });
});

describe('createLocateNetwork', () => {
  const locate = createLocateNetwork('/explorer/', networks);
  it.each([
    ['/explorer/api/blocks', 0, '/api/blocks'],
    ['/explorer/signet/api/blocks', 1, '/api/blocks'],
    ['/explorer/signet', 1, '/'],
    ['/explorer/signets', 0, '/signets'],
    ['/explorer/', 0, '/'],
  ])('assigns %s to network %i', (path, network, rest) => {
    expect(locate(path)).toEqual({ network: networks[network], rest });
  });

  it('returns undefined outside of the base path, and outside of the prefixes without a root network', () => {
    expect(locate('/api/blocks')).toBeUndefined();
    expect(createLocateNetwork('/', [{ path: 'signet' }])('/api/blocks')).toBeUndefined();
  });
});

describe('withOwnPrefix', () => {
  const served = (path: string, own: string) => ({ path, context: { network: { path: own } } });
  it.each([
    ['adds the path of the root network', [served('', 'signet')], ['', 'signet']],
    ['adds nothing for mainnet, which has no path', [served('', ''), served('signet', 'signet')], ['', 'signet']],
    ['adds nothing without a root network', [served('signet', 'signet')], ['signet']],
    ['leaves a path to the network that has it', [served('', 'signet'), served('signet', 'x')], ['', 'signet']],
  ])('%s', (_name, networks, paths) => {
    expect(withOwnPrefix(networks).map(({ path }) => path)).toEqual(paths);
  });
});
