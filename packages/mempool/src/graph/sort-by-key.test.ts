import { seededRandom } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { sortByFallingKey } from './sort-by-key.ts';

it.each([0, 1, 2, 15, 16, 17, 33, 1_000, 4_097])('sorts %d items as a comparator does', (count) => {
  const random = seededRandom(count);
  const keys = Array.from({ length: count }, () => Math.floor(random() * 50) / 7 - 2);
  const items = Array.from({ length: count }, (_, i) => i).sort(() => random() - 0.5);
  const byItem = (a: number, b: number) => b - a;
  const sorted = sortByFallingKey(
    Int32Array.from(items),
    Float64Array.from(items, (item) => keys[item]!),
    byItem,
  );
  expect([...sorted]).toEqual(items.toSorted((a, b) => keys[b]! - keys[a]! || byItem(a, b)));
});
