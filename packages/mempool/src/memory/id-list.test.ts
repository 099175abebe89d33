import { fromHex, seededRandom, toHex } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { placeAfter, sortedIds } from './id-list.ts';

/** Ids that share 0, 3 or 31 leading bytes. */
function someIds(count: number): string[] {
  const random = seededRandom(3);
  const byte = () =>
    Math.floor(random() * 256)
      .toString(16)
      .padStart(2, '0');
  return Array.from({ length: count }, (_, i) => {
    const shared = [0, 3, 31][i % 3]!;
    return 'ff'.repeat(shared) + Array.from({ length: 32 - shared }, byte).join('');
  });
}

describe('sortedIds', () => {
  it('sorts by the full hex', () => {
    const ids = someIds(2_000);
    const bytes = fromHex(ids.join(''));
    expect(toHex(sortedIds(bytes))).toBe([...ids].sort().join(''));
    expect(sortedIds(new Uint8Array(0))).toEqual(new Uint8Array(0));
  });
});

describe('placeAfter', () => {
  it('returns the position after an existing id, and the insertion position of a missing one', () => {
    const [a, b, c] = ['11', '55', 'ee'].map((byte) => byte.repeat(32)) as [string, string, string];
    const sorted = fromHex(a + b + c);
    const place = (hex: string) => placeAfter(sorted, fromHex(hex));
    expect([place('00'.repeat(32)), place(a), place('33'.repeat(32)), place(b), place(c)]).toEqual([0, 1, 1, 2, 3]);
    expect(placeAfter(new Uint8Array(0), fromHex(a))).toBe(0);
  });
});
