import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ByteReader,
  ByteWriter,
  compareBytes,
  concatBytes,
  displayHash,
  equalBytes,
  fromHex,
  hash160,
  hashFromDisplay,
  isCoded,
  readCompactSize,
  scriptHashHex,
  scriptHashOfHex,
  sha256,
  sha256d,
  taggedHash,
  toHex,
} from '../index.ts';
import * as browser from './sha256.browser.ts';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (isCoded(error)) return error.code;
    throw error;
  }
  return 'no error';
};

describe('hex', () => {
  test('converts bytes to hex and back in the order given', () => {
    expect(toHex(Uint8Array.of(0, 1, 0xab, 0xff))).toBe('0001abff');
    expect(fromHex('0001aBFf')).toEqual(Uint8Array.of(0, 1, 0xab, 0xff));
    expect(fromHex('')).toEqual(new Uint8Array(0));
  });

  test.each(['0', 'zz', '0g', ' 00', '0x00', 'é0', '００'])('rejects hex %j', (hex) => {
    expect(codeOf(() => fromHex(hex))).toBe('primitives.bad-hex');
  });

  test('reverses a hash for display, in either case', () => {
    const display = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
    expect(toHex(hashFromDisplay(display))).toBe('6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000');
    expect(displayHash(hashFromDisplay(display.toUpperCase()))).toBe(display);
  });

  test.each(['', '00', 'g'.repeat(64), '0'.repeat(63), '0'.repeat(65), `${'0'.repeat(64)}\n`])(
    'rejects display hash %j',
    (hex) => {
      expect(codeOf(() => hashFromDisplay(hex))).toBe('primitives.bad-hash');
    },
  );
});

describe('comparison', () => {
  test('sorts bytes by value, a prefix first', () => {
    const sorted = ['', '00', '0000', '00ff', '01', 'ff'].map(fromHex);
    expect(sorted.toReversed().toSorted(compareBytes)).toEqual(sorted);
    expect(compareBytes(fromHex('aabb'), fromHex('aabb'))).toBe(0);
  });

  test('compares length and every byte for equality', () => {
    expect(equalBytes(fromHex('aabb'), fromHex('aabb'))).toBe(true);
    expect(equalBytes(fromHex('aabb'), fromHex('aabc'))).toBe(false);
    expect(equalBytes(fromHex('aabb'), fromHex('aa'))).toBe(false);
  });

  test('joins parts in order', () => {
    expect(toHex(concatBytes(fromHex('01'), fromHex(''), fromHex('0203')))).toBe('010203');
  });
});

describe('hashes', () => {
  test('hashes the empty message to the published digests', () => {
    const empty = new Uint8Array(0);
    expect(toHex(sha256(empty))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(sha256d(empty))).toBe('5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456');
    expect(toHex(hash160(empty))).toBe('b472a266d0bd89c13706a4132ccfb16f7c3b9fcb');
  });

  test('Node and browser implementations agree on any bytes, also through a view of a larger array', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, skip) => {
        const view = bytes.subarray(Math.min(skip, bytes.length));
        expect(sha256(view)).toEqual(browser.sha256(view.slice()));
        expect(sha256d(view)).toEqual(browser.sha256d(view.slice()));
        expect(scriptHashHex(view)).toBe(browser.sha256Hex(view.slice()));
      }),
      { seed: 1 },
    );
  });

  test('returns a new array for each digest', () => {
    const first = sha256d(Uint8Array.of(1));
    const copy = first.slice();
    sha256d(Uint8Array.of(2));
    expect(first).toEqual(copy);
    expect(first.constructor).toBe(Uint8Array);
  });

  test('computes a tagged hash as SHA-256 over the doubled tag hash and the parts (BIP 340)', () => {
    const tag = nobleSha256(new TextEncoder().encode('TapLeaf'));
    const expected = nobleSha256(concatBytes(tag, tag, fromHex('c00151')));
    expect(taggedHash('TapLeaf', fromHex('c0'), fromHex('0151'))).toEqual(expected);
  });

  test('prints the script hash of a hex script in the order of the hash function', () => {
    expect(scriptHashOfHex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(scriptHashOfHex('76A914')).toBe(toHex(sha256(fromHex('76a914'))));
  });

  test.each(['0', 'xx', '0x00', '00 00'])('rejects the script %j as invalid hex', (hex) => {
    expect(() => scriptHashOfHex(hex)).toThrow(/^script is not a valid hex string$/);
    expect(codeOf(() => scriptHashOfHex(hex))).toBe('primitives.bad-script-hex');
  });
});

describe('length prefixes', () => {
  test.each([
    ['00', 0],
    ['fc', 252],
    ['fdfd00', 253],
    ['fdffff', 65_535],
    ['fe00000100', 65_536],
    ['fe00000002', 0x02000000],
  ])('%s reads as %d and is written back unchanged', (hex, value) => {
    expect(readCompactSize(fromHex(hex), 0)).toEqual({ value, next: hex.length / 2 });
    expect(toHex(new ByteWriter().compactSize(value).finish())).toBe(hex);
  });

  test.each([
    ['', 'primitives.truncated'],
    ['fd00', 'primitives.truncated'],
    ['fe000000', 'primitives.truncated'],
    ['ff00000000000000', 'primitives.truncated'],
    ['fdfc00', 'primitives.non-canonical'],
    ['feffff0000', 'primitives.non-canonical'],
    ['ffffffffff00000000', 'primitives.non-canonical'],
    ['fe01000002', 'primitives.too-many'],
    ['ffffffffffffffffff', 'primitives.too-many'],
  ])('rejects %s as %s', (hex, code) => {
    expect(codeOf(() => readCompactSize(fromHex(hex), 0))).toBe(code);
  });
});

describe('reader and writer', () => {
  test('round-trips written values', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.maxSafeNat(), fc.uint8Array({ maxLength: 600 }), (u32, u64, bytes) => {
        const written = new ByteWriter(16).u8(7).u32(u32).u64(u64).lengthPrefixed(bytes).finish();
        const reader = new ByteReader(written);
        expect([reader.u8(), reader.u32(), reader.u64()]).toEqual([7, u32, u64]);
        expect(reader.lengthPrefixed()).toEqual(bytes);
        reader.expectEnd();
        expect(reader.remaining).toBe(0);
      }),
      { seed: 2 },
    );
  });

  test('numbers are little-endian', () => {
    expect(toHex(new ByteWriter().u16(0x0102).u32(0x01020304).u64(0x01020304050607).finish())).toBe(
      '02010403020107060504030201'.concat('00'),
    );
  });

  test('reports a read past the end as truncated and does not advance', () => {
    const reader = new ByteReader(fromHex('0102'));
    expect(codeOf(() => reader.u32())).toBe('primitives.truncated');
    expect(reader.offset).toBe(0);
    expect(codeOf(() => reader.take(3))).toBe('primitives.truncated');
    expect(codeOf(() => reader.expectEnd())).toBe('primitives.trailing-bytes');
  });

  test('rejects an amount of 2^53 or more, or a negative one', () => {
    for (const hex of ['0000000000002000', 'ffffffffffffffff', '0000000000000001']) {
      expect(codeOf(() => new ByteReader(fromHex(hex)).u64())).toBe('primitives.value-out-of-range');
    }
    expect(new ByteReader(fromHex('ffffffffffff1f00')).u64()).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => new ByteWriter().u64(-1)).toThrow(RangeError);
    expect(() => new ByteWriter().u64(2 ** 53)).toThrow(RangeError);
  });

  test('rejects a count that cannot fit the remaining bytes before any allocation', () => {
    expect(codeOf(() => new ByteReader(fromHex('fe00000002')).count(9))).toBe('primitives.truncated');
    expect(codeOf(() => new ByteReader(fromHex('020000')).count(2))).toBe('primitives.truncated');
    expect(new ByteReader(fromHex('020000')).count(1)).toBe(2);
  });
});
