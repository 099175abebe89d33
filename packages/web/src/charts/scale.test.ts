import { describe, expect, test } from 'vitest';
import type { ChartPlan, PlanAxis, PlanLine } from './plan.ts';
import { heightOn, scaleOf, scalesOf, spanOf, timeTicks } from './scale.ts';

const words = String;

describe('value axis', () => {
  test.each<[low: number, high: number, axis: Omit<PlanAxis, 'words'>, ticks: number[]]>([
    [3, 9, {}, [0, 2, 4, 6, 8, 10]],
    [0, 0.3, {}, [0, 0.1, 0.2, 0.3]],
    [-4, 6, {}, [-4, -2, 0, 2, 4, 6]],
    [0, 1, {}, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 12_345_678, {}, [0, 2.5e6, 5e6, 7.5e6, 1e7, 1.25e7]],
    [612e18, 655e18, { isClose: true }, [610e18, 620e18, 630e18, 640e18, 650e18, 660e18]],
    [5, 5, { isClose: true }, [4.4, 4.6, 4.8, 5, 5.2, 5.4, 5.6]],
    [10, 40, { max: 100 }, [0, 20, 40, 60, 80, 100]],
    [200, 900, { max: 1_800 }, [0, 500, 1_000, 1_500]],
    [7, 30, { min: 0 }, [0, 10, 20, 30]],
    [0.01, 300, { isLog: true }, [0.01, 0.1, 1, 10, 100, 1_000]],
    [1, 1, { isLog: true }, [1, 10]],
    [2, 3, { isLog: true }, [1, 10]],
  ])('from %d to %d, %o', (low, high, axis, ticks) => {
    const scale = scaleOf(low, high, { words, ...axis });
    expect(scale.ticks).toEqual(ticks);
    expect(scale.min).toBeLessThanOrEqual(low);
    expect(scale.max).toBeGreaterThanOrEqual(high);
    expect(scale.max).toBe(axis.max ?? ticks.at(-1));
  });

  test('has as many parts as the other axis, with its own values', () => {
    for (const [low, high, count] of [
      [0, 1_000, 3],
      [0, 8.1, 4],
      [-3, 8, 5],
      [1e-8, 7e-7, 6],
    ] as const) {
      const { ticks, min, max } = scaleOf(low, high, { words }, count);
      expect(ticks).toHaveLength(count + 1);
      expect(min).toBeLessThanOrEqual(low);
      expect(max).toBeGreaterThanOrEqual(high);
    }
    expect(scaleOf(0, 8.1, { words }, 4).ticks).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(scaleOf(101, 109, { words, isClose: true }, 2).ticks).toEqual([100, 105, 110]);
  });
});

test('an axis of zeros only has one tick, also beside another axis', () => {
  const zeros = { left: { words }, right: { words } };
  const line = (values: number[], isRight?: true): PlanLine => ({
    name: '',
    points: values.map((value, place) => [place, value]),
    colour: '--ink-1',
    width: 1,
    ...(isRight && { isRight }),
  });
  const ticksOf = (lines: PlanLine[]) => {
    const { left, right } = scalesOf({ along: 'time', ...zeros, lines });
    return [left?.ticks, right?.ticks];
  };
  expect(ticksOf([line([0, 0]), line([0, 0], true)])).toEqual([[0], [0]]);
  expect(ticksOf([line([0, 0]), line([0, 40], true)])).toEqual([[0], [0, 10, 20, 30, 40]]);
  expect(ticksOf([line([0, 40]), line([0, 0], true)])).toEqual([[0, 10, 20, 30, 40], [0]]);
});

describe('heights', () => {
  test('goes from the lowest to the highest value', () => {
    const scale = scaleOf(0, 10, { words });
    expect([0, 5, 10].map((value) => heightOn(scale, value))).toEqual([0, 0.5, 1]);
  });

  test('of a logarithmic axis has powers of ten', () => {
    const scale = scaleOf(0.01, 100, { words, isLog: true });
    expect([0.01, 1, 100, 0, -5].map((value) => heightOn(scale, value))).toEqual([0, 0.5, 1, 0, 0]);
  });
});

const line = (points: PlanLine['points'], isRight = false): PlanLine => ({
  name: 'line',
  points,
  colour: '--accent',
  width: 1,
  isRight,
});

describe('plan', () => {
  test('has an axis for each used side; gaps are no values', () => {
    const plan: ChartPlan = {
      along: 'time',
      left: { words },
      right: { words },
      lines: [
        line([
          [5, 1],
          [6, null],
          [7, 8],
        ]),
        line([[9, 500]], true),
      ],
    };
    const { left, right } = scalesOf(plan);
    expect(left?.ticks).toEqual([0, 2, 4, 6, 8]);
    expect(right?.ticks).toEqual([0, 200, 400, 600, 800]);
    expect(spanOf(plan)).toEqual([5, 9]);
    expect(scalesOf({ ...plan, left: { words }, lines: [] }).left?.ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });

  test('without points has no range; percent axes always have one', () => {
    expect(spanOf({ along: 'time', lines: [line([])] })).toBeUndefined();
    expect(spanOf({ along: 'percent', lines: [] })).toEqual([0, 100]);
    expect(scalesOf({ along: 'time', lines: [] })).toEqual({ left: undefined, right: undefined });
  });
});

describe('time ticks', () => {
  const at = (iso: string) => Date.parse(iso);
  const ticks = (from: string, to: string, zone = 0, max = 7) =>
    timeTicks(at(from), at(to), zone, max).map(({ time, words }) => [new Date(time).toISOString(), words]);

  test('are full hours of a day, with a date at midnight', () => {
    expect(ticks('2026-11-21T14:05:00Z', '2026-11-22T14:05:00Z')).toEqual([
      ['2026-11-21T18:00:00.000Z', '18:00'],
      ['2026-11-22T00:00:00.000Z', '11-22'],
      ['2026-11-22T06:00:00.000Z', '06:00'],
      ['2026-11-22T12:00:00.000Z', '12:00'],
    ]);
  });

  test('use the time zone', () => {
    expect(ticks('2026-11-21T14:05:00Z', '2026-11-22T14:05:00Z', 5)).toEqual([
      ['2026-11-21T19:00:00.000Z', '11-22'],
      ['2026-11-22T01:00:00.000Z', '06:00'],
      ['2026-11-22T07:00:00.000Z', '12:00'],
      ['2026-11-22T13:00:00.000Z', '18:00'],
    ]);
  });

  test('are months of a year, with the year in January', () => {
    expect(ticks('2025-12-15T00:00:00Z', '2026-12-15T00:00:00Z').map(([, words]) => words)).toEqual([
      '2026',
      '2026-03',
      '2026-05',
      '2026-07',
      '2026-09',
      '2026-11',
    ]);
  });

  test('are years for long ranges', () => {
    expect(ticks('2009-01-03T18:15:05Z', '2026-11-22T00:00:00Z').map(([, words]) => words)).toEqual([
      '2010',
      '2015',
      '2020',
      '2025',
    ]);
  });

  test('never exceed the maximum', () => {
    const from = at('2026-01-31T23:59:59Z');
    for (let span = 60_000; span < 40 * 365 * 86_400_000; span = Math.round(span * 1.7)) {
      const found = timeTicks(from, from + span, 3, 7);
      expect(found.length).toBeLessThanOrEqual(7);
      expect(found.every(({ time }) => time >= from && time <= from + span)).toBe(true);
    }
    expect(timeTicks(from, from, 0, 7)).toEqual([]);
  });
});
