import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { decodeBlockIdRow, encodeBlockIdRow } from './block-id-row.ts';

const row = 'f1f2f3f4'; // height, u32 BE

it('encodes a block-id row', () => {
  expect(toHex(encodeBlockIdRow(0xf1f2f3f4))).toBe(row);
});

it('decodes a block-id row', () => {
  expect(decodeBlockIdRow(fromHex(row))).toBe(0xf1f2f3f4);
});
