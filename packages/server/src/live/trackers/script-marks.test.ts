import { fromHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { ScriptMarks, scriptMark } from './script-marks.ts';

it.each([
  ['P2PKH', '76a914 0102030405060708090a0b0c0d0e0f1011121314 88ac', 0x0504_0302],
  ['P2SH', 'a914 0102030405060708090a0b0c0d0e0f1011121314 87', 0x0605_0403],
  ['P2WPKH', '0014 0102030405060708090a0b0c0d0e0f1011121314', 0x0605_0403],
  ['seven bytes', '51020304050607', 7],
  ['eight bytes', '51020304050607fe', 0xfe07_0605],
  ['nothing', '', 0],
])('marks %s, also in the middle of other bytes', (_, hex, mark) => {
  const script = fromHex(hex.replaceAll(' ', ''));
  expect(scriptMark(script)).toBe(mark);
  const padded = Uint8Array.of(9, 9, 9, ...script, 9, 9);
  expect(scriptMark(padded, 3, 3 + script.length)).toBe(mark);
});

it('has a mark until the last script with it is removed', () => {
  const marks = new ScriptMarks();
  marks.add('aa', 7);
  marks.add('aa', 7);
  marks.add('bb', 7);
  marks.add('cc', 8);
  marks.remove('aa');
  marks.remove('dd');
  expect([7, 8, 9].map((mark) => marks.has(mark))).toEqual([true, true, false]);
  marks.remove('bb');
  marks.remove('bb');
  expect([7, 8].map((mark) => marks.has(mark))).toEqual([false, true]);
});
