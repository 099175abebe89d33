import { expect, it } from 'vitest';
import { createReadMode } from './read-mode.ts';

it('leaves reads to the thread pool for 100 ms after one that waited for the disk', () => {
  let now = 1_000;
  const mode = createReadMode(() => now);
  const read = (ms: number) =>
    mode.measure(() => {
      now += ms;
      return 'row';
    });
  expect(mode.isSync()).toBe(true);
  expect(read(1.9)).toBe('row');
  expect(mode.isSync()).toBe(true);
  expect(read(8)).toBe('row');
  expect(mode.isSync()).toBe(false);
  now += 99;
  expect(mode.isSync()).toBe(false);
  now += 1;
  expect(mode.isSync()).toBe(true);
});

it('leaves each two hundredth read to the thread pool, so that other work is not delayed', () => {
  const mode = createReadMode(() => 0);
  const modes = Array.from({ length: 600 }, () => mode.isSync());
  expect(modes.flatMap((isSync, i) => (isSync ? [] : [i]))).toEqual([199, 399, 599]);
});
