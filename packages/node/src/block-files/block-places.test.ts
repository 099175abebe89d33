import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { type BlockPlace, BlockPlaces } from './block-places.ts';

const hashOf = (...bytes: number[]) => Uint8Array.from({ length: 32 }, (_, i) => bytes[i] ?? 0);
const unknown = hashOf(255, 255, 255);

describe('block positions', () => {
  it('returns the last position set, for thousands of random hashes', () => {
    const random = seededRandom(3);
    const places = new BlockPlaces();
    const wanted = new Map<string, { hash: Uint8Array; place: BlockPlace }>();
    for (let i = 0; i < 20_000; i++) {
      const hash = Uint8Array.from({ length: 32 }, () => Math.floor(random() * (i % 2 === 0 ? 256 : 6)));
      const place = { file: i % 65_536, offset: i * 7, size: i + 80 };
      places.set(hash, unknown, place);
      wanted.set(hash.subarray(0, 8).join(), { hash, place });
    }
    expect(places.count).toBe(wanted.size);
    for (const { hash, place } of wanted.values()) expect(places.get(hash)).toEqual(place);
    expect(places.get(unknown)).toBeUndefined();
  });

  it('keeps the undo record until the block moves to another file', () => {
    const places = new BlockPlaces();
    places.set(hashOf(1), unknown, { file: 4, offset: 8, size: 100 });
    expect(places.undoOf(hashOf(1))).toBeUndefined();
    places.setUndo(hashOf(1), 17);
    places.set(hashOf(1), unknown, { file: 4, offset: 8, size: 100 });
    expect(places.undoOf(hashOf(1))).toBe(17);
    places.set(hashOf(1), unknown, { file: 5, offset: 8, size: 100 });
    expect(places.undoOf(hashOf(1))).toBeUndefined();
  });

  // 1 - 2 - 3      the children of 2 come before it, and 3 is met twice
  //       \ 4
  it('counts the children of a block, known or not, each once', () => {
    const places = new BlockPlaces();
    const at = { file: 0, offset: 8, size: 100 };
    places.set(hashOf(3), hashOf(2), at);
    places.set(hashOf(3), hashOf(2), at);
    expect(places.childCount(hashOf(2))).toBe(1);
    places.set(hashOf(2), hashOf(1), at);
    places.set(hashOf(4), hashOf(2), at);
    expect([1, 2, 3].map((n) => places.childCount(hashOf(n)))).toEqual([1, 2, 0]);
  });
});
