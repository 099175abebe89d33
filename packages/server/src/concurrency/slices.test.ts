import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPacer, jsonInSlices, mapInSlices, sortInSlices } from './slices.ts';

/** Occupies the thread for a time. */
function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

it('maps in order', async () => {
  expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2']);
});

it('sorts as Array.sort does, with equal items in their order', async () => {
  for (const count of [0, 1, 499, 500, 501, 1_700]) {
    const items = Array.from({ length: count }, (_, i) => ({ key: (i * 7919) % 97, i }));
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(await sortInSlices(items, compare)).toEqual([...items].sort(compare));
  }
});

it('yields to other work after a slice, even if no step has to wait', async () => {
  const pace = createPacer();
  expect(pace()).toBeUndefined();
  let isServed = false;
  void setImmediate().then(() => (isServed = true));
  work(10);
  await pace();
  expect(isServed).toBe(true);
  expect(pace()).toBeUndefined();
});

it('runs one slice in a turn of the event loop, in the order of arrival', async () => {
  const steps: string[] = [];
  const run = (name: string) =>
    mapInSlices([1, 2, 3], (number) => {
      steps.push(`${name}${number}`);
      work(10);
    });
  const all = Promise.all([run('a'), run('b')]);
  // first slices run at once; each of the others is one item long
  expect(steps).toEqual(['a1', 'b1']);
  for (const step of ['a2', 'b2', 'a3', 'b3']) {
    await setImmediate();
    expect(steps.at(-1)).toBe(step);
  }
  await all;
});

it('reports errors', async () => {
  const fails = mapInSlices([1, 2], () => {
    throw new Error('no');
  });
  await expect(fails).rejects.toThrow('no');
});

it.each([
  [[], '[]'],
  [[1], '[1]'],
  [[1, 'a', null, undefined, { b: [1, undefined] }], '[1,"a",null,null,{"b":[1,null]}]'],
  [{ a: [1, 2] }, '{"a":[1,2]}'],
  ['text', '"text"'],
])('writes %j as JSON', async (value, text) => {
  expect(await jsonInSlices(value)).toBe(text);
});
