import { expect, test } from 'vitest';
import {
  expectedAt,
  minedSinceStart,
  recentSpacing,
  stackSize,
  typicalFeeRate,
} from '../features/block/block-facts.ts';
import { neighbour } from '../features/strip/use-block-keys.ts';
import { contentSecurityPolicy } from '../ssr/csp.ts';
import { glide, stopSpeed } from '../ui/hooks/input/drag.ts';
import { pagesAround } from '../ui/Pager.tsx';
import { api, page, socketUrl } from '../url.ts';
import { errorText, failure } from './answer.ts';
import { createBrowserApi } from './browser-api.ts';
import { recognise } from './search/recognise.ts';
import { keyScript, scriptHash } from './search/script-hash.ts';
import { networkOf, type Site } from './site/site.ts';

const kinds = (text: string, network = 'mainnet', tip: number | undefined = 800_000) =>
  recognise(text, network, tip).map((guess) => guess.kind);

test('search recognizes heights, hashes, outputs, addresses and keys', () => {
  expect(kinds('0')).toEqual(['height']);
  expect(kinds('800001')).toEqual([]);
  expect(kinds('007')).toEqual(['height']);
  expect(kinds('a'.repeat(64))).toEqual(['tx']);
  expect(kinds(`00000000${'A'.repeat(56)}`)).toEqual(['block', 'tx']);
  expect(recognise(`${'a'.repeat(64)}:7`, 'mainnet', 1)).toEqual([{ kind: 'output', value: 'a'.repeat(64), vout: 7 }]);
  expect(kinds('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toEqual(['address']);
  expect(recognise('BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'mainnet', 1)[0]?.value).toBe(
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  );
  expect(kinds('bcrt1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toEqual(['other']);
  expect(kinds('bcrt1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'regtest')).toEqual(['address']);
  expect(kinds(`02${'ab'.repeat(32)}`)).toEqual(['key']);
  expect(kinds('<script>')).toEqual([]);
});

test('looks up a public key by its script hash, and accepts only hex as a script', async () => {
  expect(keyScript(`04${'0'.repeat(128)}`).slice(0, 4)).toBe('4104');
  expect(keyScript(`02${'0'.repeat(64)}`)).toMatch(/^2102.*ac$/);
  await expect(scriptHash('abc')).rejects.toThrow('script is not a valid hex string');
  expect(await scriptHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('the network is the first segment; the root network has none', () => {
  const site: Site = {
    basePath: '/',
    rootNetwork: 'signet',
    networks: ['signet', 'mainnet'].map((name) => ({ name, label: name, demo: false, retargets: true })),
    itemsPerPage: 10,
    keepBlocks: 8,
    mempoolBlocks: 8,
  };
  const liquid = { name: 'liquiddemo', label: 'Liquid', demo: true, retargets: false, isLiquid: true, path: '/liquid' };
  const withLiquid = { ...site, networks: [...site.networks, liquid] };
  // otherwise /liquiddemo would be redirected to itself
  expect(['liquid', 'liquiddemo'].map((segment) => networkOf(withLiquid, segment))).toEqual(['liquiddemo', undefined]);
  expect([undefined, 'mainnet', 'signet', 'liquid'].map((segment) => networkOf(site, segment))).toEqual([
    'signet',
    'mainnet',
    undefined,
    undefined,
  ]);
});

test("escapes URLs, and uses the page's scheme for the socket", () => {
  expect(api.tx('/testnet4', '../x?y')).toBe('/testnet4/api/tx/..%2Fx%3Fy');
  expect(page.home('')).toBe('/');
  expect(socketUrl({ protocol: 'http:', host: 'box:8999' }, '/explorer/', '/signet')).toBe(
    'ws://box:8999/explorer/signet/api/v1/ws',
  );
  expect(socketUrl({ protocol: 'https:', host: 'x' }, '/', '')).toBe('wss://x/api/v1/ws');
});

test('shares equal requests and their errors; reuses seeds', async () => {
  let asked = 0;
  const client = createBrowserApi('/base/', (input) => {
    asked++;
    if (String(input).endsWith('/down')) return Promise.reject(new TypeError('no route'));
    return Promise.resolve(
      new Response('Block not found', {
        status: 404,
        statusText: 'Not Found',
        headers: { 'content-type': 'text/plain' },
      }),
    );
  });
  const both = await Promise.all([client.get('/api/x'), client.get('/api/x')]);
  expect(asked).toBe(1);
  expect(both).toEqual([
    { ok: false, status: 404, message: 'Block not found' },
    { ok: false, status: 404, message: 'Block not found' },
  ]);
  expect(await client.get('/api/down')).toEqual({ ok: false, status: 0, message: 'The server does not respond' });
  client.seed({ '/api/seeded': { a: 1 } });
  expect(await client.get('/api/seeded')).toEqual({ ok: true, body: { a: 1 } });
  expect(asked).toBe(2);
});

test('failures without a message are unknown, and messages contain no markup', () => {
  expect(failure('x')).toEqual({ ok: false, status: 0, message: 'Unknown error' });
  expect(errorText('<html>', 'Bad Gateway')).toBe('Bad Gateway');
  expect(errorText('{"error":"Invalid block hash"}', 'x')).toBe('Invalid block hash');
});

test('arrow keys step from old blocks over the tip into projected blocks', () => {
  const tip = { height: 10, id: 'tip' };
  const from = (mark: Parameters<typeof neighbour>[1], towards: 'future' | 'past') =>
    neighbour('', mark, towards, tip, 2);
  expect(from({ kind: 'block', height: 8 }, 'future')).toBe('/block/9');
  expect(from({ kind: 'block', height: 9 }, 'future')).toBe('/block/tip');
  expect(from({ kind: 'block', height: 10 }, 'future')).toBe('/mempool-block/0');
  expect(from({ kind: 'projected', index: 0 }, 'past')).toBe('/block/tip');
  expect(from({ kind: 'projected', index: 1 }, 'future')).toBeUndefined();
  expect(from({ kind: 'block', height: 0 }, 'past')).toBeUndefined();
});

test('pages around the current one are in range', () => {
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pagesAround(9, 9)).toEqual([5, 6, 7, 8, 9]);
});

test('drag momentum ends, and estimates work for regtest figures', () => {
  let speed = 3;
  for (let ms = 0; ms < 4000; ms += 16) speed = glide(speed, 16);
  expect(speed).toBeLessThan(stopSpeed);
  expect(expectedAt(1, 0, undefined)).toBe(1_200_000);
  expect(Number.isFinite(expectedAt(0, 0, { adjustedTimeAvg: Number.NaN, timeOffset: Number.NaN } as never))).toBe(
    true,
  );
  expect([0, 1, 1_000_000, 1_000_001, 6_300_000].map((blockVSize) => stackSize({ blockVSize }))).toEqual([
    1, 1, 1, 2, 7,
  ]);
});

test('the content security policy allows nothing external and no inline style', () => {
  const framed = (path: string) => contentSecurityPolicy('n', 'box', path).includes('frame-ancestors *');
  expect(['/wallet', '/signet/view/blocks', '/clock/mempool/0'].map(framed)).toEqual([true, true, true]);
  expect(['/', '/wallet/desk', '/tx/push', '/view'].map(framed)).not.toContain(true);
  const policy = contentSecurityPolicy('n', 'box:8999');
  expect(policy).toContain("script-src 'self' 'nonce-n'");
  expect(policy).not.toMatch(/unsafe|https:|upgrade/);
  const counting = contentSecurityPolicy('n', 'box:8999', '/', false, 'https://stats.acme.example:8443/m.php');
  expect(counting).toBe(policy.replace('wss://box:8999', 'wss://box:8999 https://stats.acme.example:8443'));
});

test('returns no estimate for blocks mined on demand; the demo has its own interval', () => {
  expect(expectedAt(0, 1000, undefined, 'on-demand')).toBeUndefined();
  expect(expectedAt(1, 1000, undefined, 'demo')).toBe(91_000);
});

test('uses the middle of the range for a block that is less than half full', () => {
  const range = [1, 2, 3, 4, 5, 6, 70];
  expect(typicalFeeRate(8.5, range, 10)).toBe(8.5);
  expect(typicalFeeRate(0, range, 10)).toBe(4);
  expect(typicalFeeRate(0, [], 0)).toBeUndefined();
  expect(typicalFeeRate(0, [0, 0, 0, 0, 0, 0, 0], 0)).toBeUndefined();
});

test('computes the interval of known blocks from their times', () => {
  const at = (...times: number[]) => times.map((timestamp) => ({ timestamp }));
  expect(recentSpacing(at(90, 60, 30))).toBe(30_000);
  expect(recentSpacing(at(30, 60))).toBeUndefined();
  expect(recentSpacing(at(30))).toBeUndefined();
  const young = [90, 60, 0].map((timestamp, place) => ({ timestamp, height: 2 - place }));
  expect(recentSpacing(minedSinceStart(young))).toBe(30_000);
  expect(minedSinceStart(young.slice(2))).toEqual([]);
});

test('reloads dropped answers even if fresh', async () => {
  let asked = 0;
  const client = createBrowserApi('/', () => {
    asked++;
    return Promise.resolve(new Response(JSON.stringify(asked), { headers: { 'content-type': 'application/json' } }));
  });
  client.seed({ '/api/x': 0 });
  expect(await client.get('/api/x')).toEqual({ ok: true, body: 0 });
  client.forget();
  expect(await client.get('/api/x')).toEqual({ ok: true, body: 1 });
  expect(await client.get('/api/x')).toEqual({ ok: true, body: 1 });
});
