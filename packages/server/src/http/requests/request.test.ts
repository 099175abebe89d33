import { expect, it } from 'vitest';
import { normalTarget } from './request.ts';

it.each([
  ['/', '/'],
  ['/api/blocks/tip/height', '/api/blocks/tip/height'],
  ['//api/blocks', '/api/blocks'],
  ['///evil.example//lightning///', '/evil.example/lightning/'],
  ['//api//tx?url=https://a.example//b', '/api/tx?url=https://a.example//b'],
  ['/search?q=//', '/search?q=//'],
  ['//', '/'],
  ['http://explorer.example/api/blocks?a=//', '/api/blocks?a=//'],
  ['HTTPS://explorer.example:8443//api', '/api'],
  ['http://explorer.example', '/'],
  ['http://explorer.example?a', '/?a'],
  ['*', '*'],
])('the target %s is %s', (target, normal) => {
  expect(normalTarget(target)).toBe(normal);
});
