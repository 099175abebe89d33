import { describe, expect, it } from 'vitest';
import { tableFault } from './table-blocks.ts';

/** A table with one row: key "k" with sequence number 1, value "v". */
const parts = {
  // no shared bytes of the key, 9 own, 1 of the value; one restart point at 0
  data: '0009016b0101000000000000760000000001000000',
  dataTrailer: '0050328848',
  // no filters
  metaIndex: '0000000001000000',
  metaIndexTrailer: '00c0f2a1b0',
  // the same key; the data block has 21 (0x15) bytes from byte 0
  index: '0009026b010100000000000000150000000001000000',
  indexTrailer: '008ee7e8f6',
  // 8 bytes from byte 26 (0x1a), 22 (0x16) bytes from byte 39 (0x27)
  handles: '1a082716',
  padding: '00'.repeat(36),
  magic: '57fb808b247547db',
};
const bytesOf = (changes: Partial<typeof parts> = {}) =>
  new Uint8Array(Buffer.from(Object.values({ ...parts, ...changes }).join(''), 'hex'));

describe('tableFault', () => {
  it('accepts a table written by hand', () => {
    expect(tableFault(bytesOf())).toBeUndefined();
  });

  it('finds every flipped bit, except in the padding of the footer', () => {
    const padding = (Object.values(parts).join('').indexOf(parts.handles) + parts.handles.length) / 2;
    for (let bit = 0; bit < 8 * bytesOf().length; bit++) {
      const table = bytesOf();
      table[bit >> 3]! ^= 1 << (bit & 7);
      const isPadding = bit >> 3 >= padding && bit >> 3 < padding + 36;
      // the last number then continues in the padding, with the same value
      const isSameNumber = bit === 8 * padding - 1;
      expect([bit, tableFault(table) === undefined]).toEqual([bit, isPadding || isSameNumber]);
    }
  });

  it('finds every truncation', () => {
    for (let length = 0; length < bytesOf().length; length++) {
      expect(tableFault(bytesOf().subarray(0, length))).toBeDefined();
    }
  });

  it('names the damaged block', () => {
    expect(tableFault(bytesOf({ dataTrailer: '0050328849' }))).toBe(
      'the checksum of the data block at byte 0 is wrong',
    );
    expect(tableFault(bytesOf({ indexTrailer: '018ee7e8f6' }))).toBe('the checksum of the index at byte 39 is wrong');
    expect(tableFault(bytesOf({ handles: '1a08277f' }))).toBe('the index at byte 39 is outside of the file');
    expect(tableFault(bytesOf({ magic: '57fb808b247547da' }))).toBe('its footer is not that of a table');
    expect(tableFault(new Uint8Array(47))).toBe('it has only 47 bytes');
  });
});
