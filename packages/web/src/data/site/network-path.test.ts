import { expect, test } from 'vitest';
import { canonicalPath } from '../../url.ts';
import { languageCookie, languageOfPath, localeOf } from '../locales.ts';
import { onOtherNetwork } from './network-path.ts';

test.each([
  ['/', '', '/testnet4', '/testnet4'],
  ['/testnet4', '/testnet4', '', '/'],
  ['/testnet4/', '/testnet4', '', '/'],
  ['/blocks/3', '', '/signet', '/signet/blocks/3'],
  ['/signet/graphs/mempool', '/signet', '', '/graphs/mempool'],
  ['/signet/mempool-block/2', '/signet', '/testnet4', '/testnet4/mempool-block/2'],
  ['/tx/push', '', '/signet', '/signet/tx/push'],
  [`/tx/${'a'.repeat(64)}`, '', '/signet', '/signet'],
  [`/tx/${'a'.repeat(64)}/fate`, '', '/signet', '/signet'],
  ['/testnet4/block/12', '/testnet4', '', '/'],
  ['/blocks/stale', '', '/signet', '/signet/blocks/stale'],
  ['/address/bc1q', '', '/signet', '/signet'],
  ['/wallet', '', '/signet', '/signet'],
  ['/acceleration', '', '/signet', '/signet'],
  ['/acceleration/list/3', '', '/signet', '/signet'],
  ['/graphs/acceleration/fees', '', '/testnet4', '/testnet4/graphs'],
  ['/graphs/price', '', '/signet', '/signet/graphs'],
  ['/graphs/mining/pools', '', '/signet', '/signet/graphs/mining/pools'],
])('%s of "%s" is on "%s" at %s', (path, from, to, target) => {
  expect(onOtherNetwork(path, from, to)).toBe(target);
});

test('the first segment may be a language', () => {
  expect(['/ar', '/ar/', '/ar/testnet4/tx/ab', '/he.data', '/fa/_root.data'].map(languageOfPath)).toEqual([
    'ar',
    'ar',
    'ar',
    'he',
    'fa',
  ]);
  expect(['/', '/tx/ar', '/xx/blocks', '/are', '/AR', '/a%72'].map(languageOfPath)).toEqual(Array(6).fill(undefined));
  expect(['ar', 'fa', 'he', 'en', 'ja'].map((code) => localeOf(code)?.isRightToLeft === true)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(languageCookie('ar', '/x/')).toBe('lang=ar; path=/x/; expires=Sat, 01 Jan 2050 00:00:00 GMT; samesite=lax');
});

test('the canonical URL of a page keeps its paging only', () => {
  expect(canonicalPath('/testnet4/blocks/stale', '?below=12&utm=1')).toBe('/testnet4/blocks/stale?below=12');
  expect(canonicalPath('/block/00', '?showDetails=true&page=2')).toBe('/block/00?page=2');
  expect(canonicalPath('/', '?q=%3Cscript%3E')).toBe('/');
  expect(canonicalPath('/address/a', '?after=%22%3E%3Cb')).toBe('/address/a?after=%22%3E%3Cb');
});
