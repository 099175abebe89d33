import { expect, it } from 'vitest';
import { createPointWindows } from './point-windows.ts';

it('counts points by key until the window of the key ends', () => {
  let now = 1_000;
  const windows = createPointWindows(60_000, () => now);
  expect(windows.add('a', 1)).toEqual({ points: 1, msLeft: 60_000 });
  now += 10_000;
  expect(windows.add('a', 3)).toEqual({ points: 4, msLeft: 50_000 });
  expect(windows.add('b', 1)).toEqual({ points: 1, msLeft: 60_000 });
  now += 49_999;
  expect(windows.add('a', 1)).toEqual({ points: 5, msLeft: 1 });
  now += 1;
  expect(windows.add('a', 1)).toEqual({ points: 1, msLeft: 60_000 });
  expect(windows.add('b', 1)).toEqual({ points: 2, msLeft: 10_000 });
});

it('drops keys whose windows have ended', () => {
  let now = 0;
  const windows = createPointWindows(60_000, () => now);
  for (let i = 0; i < 1_000; i++) windows.add(`${i}`, 1);
  now = 30_000;
  windows.add('late', 1);
  expect(windows.size).toBe(1_001);
  now = 60_000;
  windows.add('new', 1);
  expect(windows.size).toBe(2);
});
