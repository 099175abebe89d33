import { describe, expect, test } from 'vitest';
import { canvas, outline } from './outline.ts';
import type { PlanPoint } from './plan.ts';
import { scaleOf } from './scale.ts';

const scale = scaleOf(0, 10, { words: String });
const span = [0, 100] as const;

describe('path of a line', () => {
  test('goes from point to point', () => {
    const points: PlanPoint[] = [
      [0, 0],
      [50, 10],
      [100, 5],
    ];
    expect(outline(points, { span, scale, max: 100 })).toBe('M0 1000l1000-1000l1000 500');
  });

  test('is interrupted at gaps; a single point is no line', () => {
    const points: PlanPoint[] = [
      [0, 5],
      [5, 5],
      [10, 5],
      [20, null],
      [30, 7],
      [40, null],
      [50, 10],
      [60, 10],
    ];
    expect(outline(points, { span, scale, max: 100 })).toBe('M0 500h200M1000 0h200');
  });

  test('of steps holds each value up to the next', () => {
    const points: PlanPoint[] = [
      [0, 5],
      [50, 10],
      [100, 10],
    ];
    expect(outline(points, { span, scale, max: 100, isStep: true })).toBe('M0 500h1000v-500h1000');
  });

  test('of an area is closed along zero, if that is on the axis', () => {
    const points: PlanPoint[] = [
      [0, 5],
      [100, 10],
    ];
    expect(outline(points, { span, scale, max: 100, isClosed: true })).toBe('M0 500l2000-500V1000H0Z');
    const around = scaleOf(-10, 10, { words: String });
    expect(outline(points, { span, scale: around, max: 100, isClosed: true })).toBe('M0 250l2000-250V500H0Z');
    const log = scaleOf(1, 100, { words: String, isLog: true });
    expect(
      outline(
        [
          [0, 10],
          [100, 100],
        ],
        { span, scale: log, max: 100, isClosed: true },
      ),
    ).toBe('M0 500l2000-500V1000H0Z');
  });

  test('leaves the picture at its edge when values exceed an axis', () => {
    const fixed = scaleOf(0, 5_000, { words: String, max: 10 });
    const points: PlanPoint[] = [
      [0, 5],
      [100, 5_000],
    ];
    expect(outline(points, { span, scale: fixed, max: 100 })).toBe('M0 500l2000-600');
  });

  test('keeps every peak and trough of many points, within the limit', () => {
    const values = Array.from({ length: 50_000 }, (_, i) => 5 + Math.sin(i / 700));
    values[12_345] = 10;
    values[34_567] = 0;
    const points = values.map((value, i): PlanPoint => [i / 500, value]);
    const drawn = outline(points, { span, scale, max: 800 });
    const heights = heightsOf(drawn);
    expect(heights.length).toBeLessThanOrEqual(810);
    expect(Math.min(...heights)).toBe(0);
    expect(Math.max(...heights)).toBe(canvas.height);
  });
});

/** Heights of a path without curves, from the top. */
function heightsOf(path: string): number[] {
  let y = 0;
  return [...path.matchAll(/([Mlhv])(-?\d+)(?: ?(-?\d+))?/g)].map(([, letter, first, second]) => {
    if (letter === 'M') y = Number(second);
    else if (letter === 'l') y += Number(second);
    else if (letter === 'v') y += Number(first);
    return y;
  });
}
