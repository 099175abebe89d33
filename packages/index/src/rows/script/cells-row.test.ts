import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { cellIn, encodeCells } from './cells-row.ts';

const row = fromHex(
  [
    'b424', // bytes of transactions 0 to 7, varint: 4,660
    '7f', // bytes of transactions 8 and 9, varint: 127
  ].join(''),
);

it('encodes the cells of a block', () => {
  const txAt = Uint32Array.of(81, 90, 100, 110, 120, 130, 140, 150, 81 + 4_660, 81 + 4_700, 81 + 4_787);
  expect(toHex(encodeCells(txAt))).toBe(toHex(row));
});

it('decodes the cells of a block', () => {
  expect(cellIn(row, 7)).toEqual({ offset: 0, size: 4_660 });
  expect(cellIn(row, 8)).toEqual({ offset: 4_660, size: 127 });
  expect(cellIn(row, 16)).toBeUndefined();
});
