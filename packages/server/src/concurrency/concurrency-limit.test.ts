import { expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

it('runs at most n tasks, the others in order, and the next one when one fails', async () => {
  const gate = createConcurrencyLimit(2);
  const typedPrefix: string[] = [];
  const ends = new Map<string, { done(): void; fail(error: Error): void }>();
  const enter = (name: string) =>
    gate(async () => {
      typedPrefix.push(name);
      await new Promise<void>((done, fail) => ends.set(name, { done, fail }));
      return name;
    });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const results = ['a', 'b', 'c', 'd'].map(enter);
  await settled();
  expect(typedPrefix).toEqual(['a', 'b']);
  ends.get('b')?.fail(new Error('broken'));
  await expect(results[1]).rejects.toThrow('broken');
  await settled();
  expect(typedPrefix).toEqual(['a', 'b', 'c']);
  ends.get('a')?.done();
  ends.get('c')?.done();
  await settled();
  ends.get('d')?.done();
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual(['a', 'c', 'd']);
});
