import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairLimit } from './fair-limit.ts';

/** Tasks that the test ends. */
function tasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { started, task, end };
}

it('is crowded while tasks of other keys have all places', async () => {
  const { task, end } = tasks();
  const limit = createFairLimit({ running: 2, runningPerKey: 2 });
  for (const name of ['a1', 'a2', 'a3']) void limit.run('a', task(name));
  expect(limit.isCrowded()).toBe(false);
  void limit.run('b', task('b1'));
  expect(limit.isCrowded()).toBe(true);
  // a3 has this place
  await end('a1');
  expect(limit.isCrowded()).toBe(true);
  await end('a2');
  expect(limit.isCrowded()).toBe(false);
});

it('starts up to the limit, then lets keys take turns', async () => {
  const { started, task, end } = tasks();
  const limit = createFairLimit({ running: 1 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void limit.run('a', task(name));
  void limit.run('b', task('b1'));
  void limit.run('c', task('c1'));
  void limit.run('b', task('b2'));
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
    expect(started.at(-1)).toBe(name);
    await end(name);
  }
  expect(started).toHaveLength(7);
});

it('rejects tasks above the maximum number of waiting ones, and accepts again afterwards', async () => {
  const { started, task, end } = tasks();
  const limit = createFairLimit({ running: 1, waiting: 1 });
  const first = limit.run('a', task('a1'));
  void limit.run('a', task('a2'));
  expect(limit.run('b', task('b1'))).toBeUndefined();
  await end('a1');
  expect(await first).toBe('a1');
  void limit.run('b', task('b2'));
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b2']);
});

it('continues after a task that fails', async () => {
  const { started, task } = tasks();
  const limit = createFairLimit({ running: 1 });
  const failed = limit.run('a', async () => {
    throw new Error('no');
  });
  void limit.run('a', task('next'));
  await expect(failed).rejects.toThrow('no');
  await setImmediate();
  expect(started).toEqual(['next']);
});

it('limits the tasks of a key without delaying others', async () => {
  const { started, task, end } = tasks();
  const limit = createFairLimit({ runningPerKey: 2, waitingPerKey: 1 });
  for (const name of ['a1', 'a2', 'a3']) void limit.run('a', task(name));
  expect(limit.run('a', task('a4'))).toBeUndefined();
  void limit.run('b', task('b1'));
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('lets another key start when the first one in turn is at its limit', async () => {
  const { started, task, end } = tasks();
  const limit = createFairLimit({ running: 3, runningPerKey: 2 });
  for (const name of ['a1', 'a2', 'a3']) void limit.run('a', task(name));
  for (const name of ['b1', 'b2']) void limit.run('b', task(name));
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started.at(-1)).toBe('b2');
});
