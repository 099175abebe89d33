import { expect, it } from 'vitest';
import { textFrame } from './text-frame.ts';

it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('puts the header of a text of %d bytes before it', (length, header) => {
  const frame = textFrame('a'.repeat(length));
  const start = header.length / 2;
  expect(frame.subarray(0, start).toString('hex')).toBe(header);
  expect(frame.subarray(start).equals(Buffer.alloc(length, 'a'))).toBe(true);
});

it('counts the bytes of a text, not its characters', () => {
  expect(textFrame('\u20bf1').toString('hex')).toBe('8104e282bf31');
});
