import { expect, it } from 'vitest';
import { cachedAnswer, cachedPerOwner } from './cached-answer.ts';

it('caches an answer, shares it between concurrent callers, and does not cache failures', async () => {
  let now = 100;
  let asked = 0;
  let fails = false;
  const answer = cachedAnswer(
    10,
    () => now,
    async () => {
      asked++;
      if (fails) throw new Error('away');
      return asked;
    },
  );
  expect(answer.last).toBeUndefined();
  expect(await Promise.all([answer.get(), answer.get()])).toEqual([1, 1]);
  now = 109;
  expect(await answer.get()).toBe(1);
  now = 111;
  fails = true;
  await expect(answer.get()).rejects.toThrow('away');
  expect(answer.last).toBe(1);
  fails = false;
  expect(await answer.get()).toBe(3);
  expect(answer.last).toBe(3);
});

it('caches one answer per owner', async () => {
  const of = cachedPerOwner((owner: { name: string }) =>
    cachedAnswer(
      10,
      () => 0,
      async () => owner.name,
    ),
  );
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  expect([await of(a).get(), await of(b).get()]).toEqual(['a', 'b']);
  expect(of(a)).toBe(of(a));
});
