import { expect, it } from 'vitest';
import { inflowPlan, stretchesByStep } from './inflow.ts';

it('cuts a line where it crosses from one color step to the next', () => {
  const parts = stretchesByStep([
    [0, 1000],
    [100, 1667],
    [200, 2000],
    [300, 2250],
    [400, 4000],
    [500, 0],
    [600, null],
    [700, 10],
    [800, 20],
  ]);
  expect(parts).toEqual([
    [
      [0, 1000],
      [100, 1667],
      [100, null],
      [400 + (100 * (4000 - 1667)) / 4000, 1667],
      [500, 0],
      [500, null],
      [700, 10],
      [800, 20],
    ],
    [
      [100, 1667],
      [200, 2000],
      [200, null],
      [450, 2000],
      [400 + (100 * (4000 - 1667)) / 4000, 1667],
    ],
    [
      [200, 2000],
      [300, 2250],
      [300 + (100 * 250) / 1750, 2500],
      [300 + (100 * 250) / 1750, null],
      [437.5, 2500],
      [450, 2000],
    ],
    [
      [300 + (100 * 250) / 1750, 2500],
      [300 + (100 * 750) / 1750, 3000],
      [300 + (100 * 750) / 1750, null],
      [425, 3000],
      [437.5, 2500],
    ],
    [
      [300 + (100 * 750) / 1750, 3000],
      [300 + (100 * 1250) / 1750, 3500],
      [300 + (100 * 1250) / 1750, null],
      [412.5, 3500],
      [425, 3000],
    ],
    [
      [300 + (100 * 1250) / 1750, 3500],
      [400, 4000],
      [412.5, 3500],
    ],
  ]);
  expect(stretchesByStep([])).toEqual([[], [], [], [], [], []]);
});

it('multiplies values and levels by four for weight', () => {
  const words = { each: 'each', mean: 'mean' };
  const line: [number, number][] = [
    [0, 1000],
    [60_000, 1600],
  ];
  const plan = inflowPlan(line, 4, words, { hasSlider: false, capacity: 1667 });
  expect(plan.left?.max).toBe(7200);
  expect(plan.lines.map(({ colour, points }) => [colour, points.at(-1)])).toEqual([
    ['--ok', [60_000, 6400]],
    ['--accent', [60_000, 5200]],
    ['--warn', [60_000, 6668]],
  ]);
  expect(
    inflowPlan([...line, [120_000, 1801]], 1, words, { hasSlider: true, capacity: 1667 }).left?.max,
  ).toBeUndefined();
});

it('leaves the capacity out when it is more than 20 times the highest value', () => {
  const words = { each: 'each', mean: 'mean' };
  const planOf = (highest: number) =>
    inflowPlan(
      [
        [0, 10],
        [60_000, highest],
      ],
      1,
      words,
      { hasSlider: false, capacity: 16_667 },
    );
  const small = planOf(800);
  expect(small.left?.max).toBeUndefined();
  expect(small.lines.map(({ colour }) => colour)).toEqual(['--ok', '--accent']);
  expect(planOf(900).lines.at(-1)).toMatchObject({ colour: '--warn' });
});
