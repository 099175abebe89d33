import { describe, expect, it } from 'vitest';
import { treemap } from './treemap.ts';

const own = (size: number) => size;

describe('treemap', () => {
  it('fills the rectangle with proportional areas without overlaps', () => {
    const sizes = [1, 500, 3, 7, 60, 60, 2, 44, 0.5, 120];
    const tiles = treemap(sizes, own, 300, 200);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(tiles).toHaveLength(sizes.length);
    for (const { item, x, y, width, height } of tiles) {
      expect(width * height).toBeCloseTo((300 * 200 * item) / total, 6);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-9);
      expect(x + width).toBeLessThanOrEqual(300 + 1e-6);
      expect(y + height).toBeLessThanOrEqual(200 + 1e-6);
    }
    for (const [i, a] of tiles.entries()) {
      for (const b of tiles.slice(i + 1)) {
        const overX = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
        const overY = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
        expect(Math.min(overX, overY)).toBeLessThan(1e-6);
      }
    }
  });

  it('lays out the published example as in the paper', () => {
    // Bruls, Huizing, van Wijk: 6 6 4 3 2 2 1 in 6 by 4
    const tiles = treemap([6, 6, 4, 3, 2, 2, 1], own, 6, 4);
    const round = tiles.map(({ x, y, width, height }) =>
      [x, y, width, height].map((value) => Math.round(value * 100) / 100),
    );
    expect(round.slice(0, 4)).toEqual([
      [0, 0, 3, 2],
      [0, 2, 3, 2],
      [3, 0, 1.71, 2.33],
      [4.71, 0, 1.29, 2.33],
    ]);
  });

  it('leaves out items without size, and is empty without space', () => {
    expect(treemap([0, 5, 0], own, 10, 10)).toEqual([{ item: 5, x: 0, y: 0, width: 10, height: 10 }]);
    expect(treemap([], own, 10, 10)).toEqual([]);
    expect(treemap([1], own, 0, 10)).toEqual([]);
  });
});
