import { expect, it } from 'vitest';
import { isCheapJson, json, jsonList } from './json-body.ts';

it.each([
  ['brackets', '['.repeat(9_000_000), false],
  ['nested objects', '{"a":'.repeat(9), false],
  ['nine levels', `${'['.repeat(9)}${']'.repeat(9)}`, false],
  ['eight levels', `${'['.repeat(8)}${']'.repeat(8)}`, true],
  ['many empty lists', `[${'[],'.repeat(60_000)}[]]`, false],
  ['many numbers', `[${'1,'.repeat(100_000)}1]`, false],
  ['many strings without commas', '""'.repeat(200_001), false],
  ['many escaped quotes', `["${String.raw`\"`.repeat(400_000)}"]`, false],
  ['names and strings', `{${'"a":"b",'.repeat(99_000)}"a":"b"}`, true],
  ['one long string', `["${'['.repeat(9_000_000)}"]`, true],
  ['a string with escaped quotes', String.raw`["\"[[[[[[[[[[\\", "[[[[[[[[[["]`, true],
  ['brackets after a string that ends with a backslash', String.raw`["\\"` + '['.repeat(9), false],
  ['an open string', '["[[[[[[[[[[[[', true],
  ['an empty body', '', true],
])('bounds the work of parsing a JSON text: %s', (_name, text, isCheap) => {
  expect(isCheapJson(text)).toBe(isCheap);
});

it('rejects texts that take long to parse with the error code of the route', () => {
  expect(() => json('['.repeat(20), 'v1.push')).toThrow(expect.objectContaining({ code: 'v1.push' }));
  expect(() => jsonList(`[${'[],'.repeat(100_000)}[]]`)).toThrow(expect.objectContaining({ code: 'body.json' }));
  expect(jsonList('["a", {"b": [1]}]')).toEqual(['a', { b: [1] }]);
});
