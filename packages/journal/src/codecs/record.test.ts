import { fromHex, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { readRecord, recordKinds, recordLengthAt, recordOf } from './record.ts';

const body = fromHex('cafe01');
const record = recordOf(recordKinds.batch, body);

describe('record', () => {
  it('encodes a journal record: length, checksum, version, kind and body', () => {
    // CRC-32 of 05000000 0103 cafe01
    expect(toHex(record)).toBe('05000000' + '8c384be2' + '01' + '03' + 'cafe01');
    expect(recordOf(recordKinds.batch, body.subarray(0, 1), body.subarray(1))).toEqual(record);
  });

  it('decodes a journal record', () => {
    const bytes = fromHex('05000000' + '8c384be2' + '01' + '03' + 'cafe01');
    expect(recordLengthAt(bytes, 0)).toBe(13);
    expect(readRecord(bytes, 0)).toEqual({ kind: recordKinds.batch, body, next: 13 });
  });

  it('has fixed kinds', () => {
    expect(recordKinds).toEqual({ head: 1, keyframe: 2, batch: 3, index: 4, epoch: 5, cleanEnd: 6, content: 7 });
  });

  it('is read from the middle of other bytes', () => {
    const bytes = new Uint8Array([9, 9, ...record, 9]);
    expect(readRecord(bytes, 2)).toEqual({ kind: recordKinds.batch, body, next: 2 + record.length });
  });

  it('is undefined if truncated at any byte', () => {
    for (let length = 0; length < record.length; length++) {
      expect(readRecord(record.subarray(0, length), 0)).toBeUndefined();
    }
  });

  it('is undefined if any bit is flipped', () => {
    for (let bit = 0; bit < 8 * record.length; bit++) {
      const damaged = record.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(readRecord(damaged, 0)).toBeUndefined();
    }
  });

  it('is undefined where nothing was written', () => {
    expect(readRecord(new Uint8Array(4096), 0)).toBeUndefined();
  });

  it('of a later version is reported as such, not as damage', () => {
    // CRC-32 of 02000000 0203
    const later = fromHex('02000000' + '00000000' + '0203');
    expect(readRecord(later, 0)).toBeUndefined();
    later.set(fromHex('90333557'), 4);
    expect(() => readRecord(later, 0)).toThrow(expect.objectContaining({ code: 'journal.newer-format' }));
  });
});
