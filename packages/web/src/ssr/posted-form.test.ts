import { expect, test } from 'vitest';
import { postedFormTarget } from './posted-form.ts';

const key = 'L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP';
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const xpub =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz';
const form = (values: Record<string, string>) => new URLSearchParams(values).toString();

test.each([
  ['/search', { q: ' 315 ' }, '?q=315'],
  ['/testnet4/search', { q: 'a&b#c/d' }, '?q=a%26b%23c%2Fd'],
  ['/wallet', { addresses: 'a\nb' }, '?addresses=a%0Ab'],
  ['/search', {}, '?q='],
  ['/search', { q: key }, '?refused=secret'],
  ['/de/signet/search', { q: `my words: ${words}` }, '?refused=secret'],
  ['/wallet', { addresses: words }, '?refused=secret'],
  ['/search', { q: xpub }, 'wallet/desk'],
  ['/wallet', { addresses: `wpkh(${xpub}/0/*)` }, 'wallet/desk'],
  ['//example.org/search', { q: '315' }, '?q=315'],
  ['/searches', { q: '315' }, undefined],
  ['/constructor', { q: '315' }, undefined],
])('%s with %j leads to %s', (path, values, expected) => {
  expect(postedFormTarget(path, form(values), true)).toBe(expected);
});

test('an extended key stays on the page of a network without a wallet lookup', () => {
  expect(postedFormTarget('/liquid/search', form({ q: xpub }), false)).toBe(`?q=${xpub}`);
});
