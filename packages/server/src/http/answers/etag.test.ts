import { expect, test } from 'vitest';
import { isKnownEtag } from './etag.ts';

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['W/"4-abc"', true],
  ['"4-abc"', true],
  ['4-abc', false],
  ['W/"4-abcd"', false],
  ['*', true],
  ['W/"5-x", W/"4-abc"', true],
  ['"5-x","4-abc"', true],
  ['"a, b" , "4-abc", "c"', true],
  ['W/"5-x", "6-y"', false],
  ['"4-abc', false],
])('isKnownEtag of If-None-Match %j', (ifNoneMatch, expected) => {
  expect(isKnownEtag(ifNoneMatch, 'W/"4-abc"')).toBe(expected);
});
