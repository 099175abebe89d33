import { expect, it } from 'vitest';
import { parseSocket, reachOf } from './sockets.ts';

const v2 = 'a2b3c4d5e6f7a2b3.onion';
const v3 = `${'a2'.repeat(28)}.onion`;

it.each([
  ['88.198.10.1:9735', 'ipv4', '88.198.10.1:9735'],
  ['[2a01:4f8:10::1]:9735', 'ipv6', '[2a01:4f8:10::1]:9735'],
  ['2A01:4f8:10::1:9735', 'ipv6', '[2a01:4f8:10::1]:9735'],
  ['[::ffff:1.2.3.4]:9735', 'ipv6', '[::ffff:1.2.3.4]:9735'],
  [`${v2}:9735`, 'torv2', `${v2}:9735`],
  [`${v3}:9735`, 'torv3', `${v3}:9735`],
  [`${'a'.repeat(52)}.b32.i2p:9735`, 'i2p', `${'a'.repeat(52)}.b32.i2p:9735`],
  ['node.example.org:9735', 'dns', 'node.example.org:9735'],
])('classifies %s as %s', (text, type, shown) => {
  expect(parseSocket(text)).toEqual({ type, text: shown });
});

// a hostile announcement must not reach a page or a log as an address
it.each([
  '',
  ':9735',
  '1.2.3.4',
  '1.2.3.4:0',
  '1.2.3.4:65536',
  '1.2.3.256:9735',
  '[::1::]:9735',
  '[1:2:3]:9735',
  'short.onion:9735',
  '<img>:9735',
  'a b:9735',
  '1.2.3:9735',
  `${'a'.repeat(300)}:1`,
  'x.onion:1',
  '-a.example:1',
])('rejects %s', (text) => {
  expect(parseSocket(text)).toBeUndefined();
});

it('distinguishes Tor, clearnet, both and neither', () => {
  expect(reachOf([])).toBe('unannounced');
  expect(reachOf(['i2p'])).toBe('unannounced');
  expect(reachOf(['torv3', 'torv2'])).toBe('tor');
  expect(reachOf(['ipv4', 'dns'])).toBe('clearnet');
  expect(reachOf(['torv3', 'ipv6'])).toBe('both');
});
