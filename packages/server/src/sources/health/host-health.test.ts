import { expect, it } from 'vitest';
import { checkHosts } from './host-health.ts';

it('sorts hosts: reachable, in sync and quick ones first, without trusting their answers', async () => {
  let now = 1_000;
  const answers: Record<string, string> = {
    'https://behind.example/api/blocks/tip/height': '897',
    'https://good.example/api/blocks/tip/height': '900',
    'https://good.example/api/v1/backend-info': JSON.stringify({
      hostname: 'x',
      gitCommit: 'a'.repeat(500),
      coreVersion: '/Satoshi:31.0.0/',
      more: {},
    }),
    'https://odd.example/api/blocks/tip/height': '900',
    'https://odd.example/api/v1/backend-info': '{"gitCommit":{"x":1}}',
    'https://wrong.example/api/blocks/tip/height': '<html>',
    'https://long.example/api/blocks/tip/height': '9'.repeat(1_000),
  };
  const hosts = ['behind', 'down', 'good', 'odd', 'wrong', 'long'].map((name) => ({
    url: `https://${name}.example`,
    ...(name === 'down' && { country: 'IS' }),
  }));
  const found = await checkHosts({
    hosts,
    fetcher: async (url) => {
      const text = answers[url];
      if (text === undefined) throw new Error('no answer');
      return new Response(text);
    },
    nowMs: () => ++now,
  });
  const shown = found.map(({ host, active, unreachable, outOfSync, latestHeight }) => [
    host.split('.')[0],
    active,
    unreachable,
    outOfSync,
    latestHeight,
  ]);
  expect(shown.slice(0, 3)).toEqual([
    [expect.stringMatching(/^(good|odd)$/), true, false, false, 900],
    [expect.stringMatching(/^(good|odd)$/), false, false, false, 900],
    ['behind', false, false, true, 897],
  ]);
  expect(shown.slice(3)).toEqual(['down', 'wrong', 'long'].map((name) => [name, false, true, false, 0]));
  expect(found.every(({ checked, lastChecked }) => checked && lastChecked > 1_000)).toBe(true);
  const hashes = Object.fromEntries(found.map(({ host, hashes }) => [host, hashes]));
  expect(hashes['good.example']).toMatchObject({ backend: 'a'.repeat(100), core: '/Satoshi:31.0.0/' });
  expect(hashes['odd.example']).toEqual({});
  const places = Object.fromEntries(found.map(({ host, url, country }) => [host, [url, country]]));
  expect(places['down.example']).toEqual(['https://down.example', 'IS']);
  expect(places['good.example']).toEqual(['https://good.example', undefined]);
});
