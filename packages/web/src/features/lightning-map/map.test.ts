import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bend, colourOf, lineLook, nearestNode, weightOf } from './map-scene.ts';
import { clampView, fit, pan, project, worldScale, worldView, zoom } from './map-view.ts';
import { countryRings, pathOf, type Topology } from './outline.ts';

const size = { width: 1_000, height: 480 };

describe('the view of a map', () => {
  it('keeps the place under the pointer while it zooms', () => {
    const before = zoom(worldView(size), 4, [500, 240], size);
    const berlin = [13.4, 52.5] as const;
    const at = project(berlin, before, size);
    const after = zoom(before, 2, at, size);
    expect(after.scale).toBeCloseTo(2 * before.scale);
    expect(project(berlin, after, size)).toEqual([expect.closeTo(at[0]), expect.closeTo(at[1])]);
  });

  it('moves with the pointer, and does not leave the world', () => {
    const near = zoom(worldView(size), 8, [500, 240], size);
    const moved = pan(near, [10, -20], size);
    expect(project([near.longitude, near.latitude], moved, size)).toEqual([expect.closeTo(510), expect.closeTo(220)]);
    expect(pan(near, [1e6, 1e6], size)).toEqual(pan(near, [1e5, 1e5], size));
    expect(clampView({ ...near, scale: 0 }, size).scale).toBe(worldScale(size));
  });

  it('shows all points', () => {
    const points = [
      [8.7, 50.1],
      [24.9, 60.2],
    ] as const;
    const view = fit(points, size);
    for (const point of points) {
      const [x, y] = project(point, view, size);
      expect(x > 0 && x < size.width && y > 0 && y < size.height).toBe(true);
    }
    expect(fit([], size)).toEqual(worldView(size));
  });
});

describe('the scene of a map', () => {
  it('draws nodes by capacity: larger and closer to pink', () => {
    expect(weightOf(0, 100)).toBe(0);
    expect(weightOf(100, 100)).toBe(1);
    expect(weightOf(1, 0)).toBe(0);
    expect([colourOf(0), colourOf(1)]).toEqual(['rgb(30 136 229)', 'rgb(216 27 96)']);
  });

  it('draws many lines fainter until the map is zoomed', () => {
    expect(lineLook(1, 10_000)).toEqual({ width: 0.5, opacity: expect.closeTo(0.05 + 0.45 * Math.sqrt(0.03)) });
    expect(lineLook(16, 10_000)).toEqual({ width: 1, opacity: 0.5 });
    expect(bend([0, 0], [100, 0])).toEqual([50, -18]);
  });

  it('finds the node on top at a point', () => {
    const node = (publicKey: string, at: readonly [number, number]) =>
      ({ publicKey, at, alias: '', sats: 1, channels: 1, place: '' }) as const;
    const nodes = [node('a', [10, 50]), node('b', [10, 50]), node('c', [-100, 40])];
    const view = worldView(size);
    const at = project([10, 50], view, size);
    expect(nearestNode(nodes, at, view, size)?.publicKey).toBe('b');
    expect(nearestNode(nodes, [at[0] + 40, at[1]], view, size)).toBeUndefined();
  });
});

describe('the outline of the world', () => {
  it('joins arcs, of which some are reversed', () => {
    const topology: Topology = {
      transform: { scale: [1, 2], translate: [10, 20] },
      arcs: [
        [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
        [
          [0, 0],
          [0, 1],
          [1, 0],
        ],
      ],
      objects: { countries: { geometries: [{ type: 'Polygon', arcs: [[0, -2]] }] } },
    };
    expect(countryRings(topology)).toEqual([
      [
        [10, 20],
        [11, 20],
        [11, 22],
        [10, 22],
        [10, 20],
      ],
    ]);
    expect(
      pathOf([
        [
          [180, 1],
          [180, 2],
          [179, 2],
        ],
      ]),
    ).toEqual({
      fill: 'M180.00 -1.00L180.00 -2.00L179.00 -2.00Z',
      borders: 'M180.00 -1.00M180.00 -2.00L179.00 -2.00',
    });
  });

  it('continues beyond the 180th meridian', () => {
    const { fill } = pathOf([
      [
        [179, 60],
        [-179, 61],
        [178, 62],
      ],
    ]);
    expect(fill).toBe('M179.00 -60.00L181.00 -61.00L178.00 -62.00Z');
  });

  it('reads the shipped file', () => {
    const file = new URL(import.meta.resolve('world-atlas/countries-110m.json'));
    const rings = countryRings(JSON.parse(readFileSync(file, 'utf8')) as Topology);
    expect(rings.length).toBeGreaterThan(200);
    expect(rings.flat().every(([x, y]) => Math.abs(x) <= 180.001 && Math.abs(y) <= 90.001)).toBe(true);
  });
});
