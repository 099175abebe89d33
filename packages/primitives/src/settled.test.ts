import { expect, it } from 'vitest';
import { settled } from './settled.ts';

it('returns the values in order', async () => {
  expect(await settled([Promise.resolve(1), 'two', Promise.resolve(3)])).toEqual([1, 'two', 3]);
});

it('reports the first error in order, once all have settled', async () => {
  const slow = Promise.withResolvers<void>();
  const steps: string[] = [];
  const work = settled([
    slow.promise.then(() => {
      steps.push('slow');
      throw new Error('first');
    }),
    Promise.reject(new Error('second')),
  ]);
  const reported = work.catch((error: Error) => void steps.push(error.message));
  await Promise.resolve();
  slow.resolve();
  await reported;
  expect(steps).toEqual(['slow', 'first']);
});
