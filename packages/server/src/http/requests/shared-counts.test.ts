import { expect, it } from 'vitest';
import { newSharedCounts, sharedCounts } from './shared-counts.ts';

const none = Number.POSITIVE_INFINITY;

it('counts the points of an address of all threads until its window ends', () => {
  // near the end of the 32 bits of the clock
  let now = 0x7fff_fff0;
  const memory = newSharedCounts(2);
  const [main, thread] = [0, 1].map((number) => sharedCounts(memory, number, 60_000, () => now | 0).windows);
  expect(main!.add('192.0.2.1', 1)).toEqual({ points: 1, msLeft: 60_000 });
  now += 10_000;
  expect(thread!.add('192.0.2.1', 3)).toEqual({ points: 4, msLeft: 50_000 });
  expect(thread!.add('192.0.2.2', 1)).toEqual({ points: 1, msLeft: 60_000 });
  expect(thread!.add('192.0.2.1', -1)).toEqual({ points: 3, msLeft: 50_000 });
  now += 50_000;
  expect(main!.add('192.0.2.1', 1)).toEqual({ points: 1, msLeft: 60_000 });
  expect(main!.add('192.0.2.2', 1)).toEqual({ points: 2, msLeft: 10_000 });
  // a window that ended before the clock started again
  now += 2 ** 31;
  expect(main!.add('192.0.2.2', 1)).toEqual({ points: 1, msLeft: 60_000 });
});

it('limits the connections of an address and of all, and drops those of a thread that ends', () => {
  const memory = newSharedCounts(2);
  const [main, thread] = [0, 1].map((number) => sharedCounts(memory, number, 60_000));
  const first = main!.connections.open('192.0.2.1', 2, none)!;
  expect(thread!.connections.open('192.0.2.1', 2, none)).toBeDefined();
  expect(main!.connections.open('192.0.2.1', 2, none)).toBeUndefined();
  expect(main!.connections.open('192.0.2.2', 2, 2)).toBeUndefined();
  first();
  expect(main!.connections.open('192.0.2.1', 2, none)).toBeDefined();
  expect(thread!.connections.open('192.0.2.1', 2, none)).toBeUndefined();
  main!.clearThread(1);
  expect(main!.connections.open('192.0.2.1', 2, 2)).toBeDefined();
  expect(main!.connections.open(undefined, 2, 2)).toBeUndefined();
});

it('keeps the rows of open connections when more addresses come than there are rows', () => {
  const counts = sharedCounts(newSharedCounts(1), 0, 60_000);
  expect(counts.connections.open('192.0.2.1', 1, none)).toBeDefined();
  for (let i = 0; i < 100_000; i++) counts.windows.add(`198.51.100.${i}`, 1);
  expect(counts.connections.open('192.0.2.1', 1, none)).toBeUndefined();
});
