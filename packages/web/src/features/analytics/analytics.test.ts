import { expect, it } from 'vitest';
import { countedPath, mayCount, viewFields } from './analytics.ts';

it('does not count visitors who opt out', () => {
  expect([{}, { doNotTrack: null }, { doNotTrack: '0' }, { globalPrivacyControl: false }].map(mayCount)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([{ doNotTrack: '1' }, { doNotTrack: 'yes' }, { globalPrivacyControl: true }].map(mayCount)).not.toContain(
    true,
  );
});

it('sends paths without txids, addresses and heights, and no id of the visitor', () => {
  expect(countedPath('/')).toBe('/');
  expect(countedPath('/graphs/mempool')).toBe('/graphs/mempool');
  expect(countedPath(`/tx/${'ab'.repeat(32)}`)).toBe('/tx/:id');
  expect(countedPath('/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('/address/:id');
  expect(countedPath('/block/900000')).toBe('/block/:id');
  expect([...viewFields({ url: '', siteId: 3 }, 'https://a.example', '/blocks/2')]).toEqual([
    ['idsite', '3'],
    ['rec', '1'],
    ['apiv', '1'],
    ['cookie', '0'],
    ['url', 'https://a.example/blocks/:id'],
  ]);
});
