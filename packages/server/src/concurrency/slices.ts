import type { Slices } from '@glassblock/liquid';

/** Long work on the main thread is done in slices. Between two slices other requests are served. */
const sliceMs = 8;

/** Work that waits for its next slice; one slice runs in a turn of the event loop. */
const waiting: (() => void)[] = [];

function startNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}

/** Resolves in a later turn of the event loop, in which no other slice runs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(startNext);
  });
}

/** Runs work for each item in order, in slices of a few milliseconds. */
export async function eachInSlices<T>(items: Iterable<T>, work: (item: T, index: number) => void): Promise<void> {
  let endMs = performance.now() + sliceMs;
  let index = 0;
  for (const item of items) {
    if (performance.now() >= endMs) {
      await nextTurn();
      endMs = performance.now() + sliceMs;
    }
    work(item, index++);
  }
}

/** Maps items in order, in slices of a few milliseconds. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  await eachInSlices(items, (item, index) => void results.push(map(item, index)));
  return results;
}

/** Items that are sorted in one step. */
const sortedAtOnce = 500;

/** Sorts items in slices of a few milliseconds; equal ones keep their order. */
export async function sortInSlices<T>(items: Iterable<T>, compare: (a: T, b: T) => number): Promise<T[]> {
  const all = [...items];
  const starts = Array.from({ length: Math.ceil(all.length / sortedAtOnce) }, (_, i) => i * sortedAtOnce);
  let runs = await mapInSlices(starts, (start) => all.slice(start, start + sortedAtOnce).sort(compare));
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(await mergeInSlices(runs[i]!, runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInSlices<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const merged: T[] = [];
  let next = 0;
  await eachInSlices(a, (item) => {
    while (next < b.length && compare(b[next]!, item) < 0) merged.push(b[next++]!);
    merged.push(item);
  });
  return merged.concat(b.slice(next));
}

/** Slices for work of other packages. */
export const slices: Slices = { each: eachInSlices, sort: sortInSlices };

/**
 * Returns a function that long asynchronous work awaits between its steps: steps that find their data in a cache never
 * leave the turn of the event loop by themselves.
 */
export function createPacer(): () => Promise<void> | undefined {
  let endMs = performance.now() + sliceMs;
  return () => {
    if (performance.now() < endMs) return undefined;
    return nextTurn().then(() => {
      endMs = performance.now() + sliceMs;
    });
  };
}

/** Returns the JSON text of a value; long lists are written in slices. */
export async function jsonInSlices(value: unknown): Promise<string> {
  if (!Array.isArray(value) || value.length < 2) return JSON.stringify(value);
  const items = await mapInSlices(value, (item) => JSON.stringify(item) ?? 'null');
  return `[${items.join(',')}]`;
}
