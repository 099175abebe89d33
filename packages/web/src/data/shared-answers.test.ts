import { describe, expect, it } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

describe('createSharedAnswers', () => {
  it('shares a pending answer and reuses a fresh one', async () => {
    let now = 0;
    let asked = 0;
    const answers = createSharedAnswers<number>(10, () => now);
    const get = () => answers.get('a', 1_000, async () => ++asked);
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    now = 999;
    expect(await get()).toBe(1);
    now = 1_000;
    expect(await get()).toBe(2);
  });

  it('measures the age from the arrival, not from the request', async () => {
    let now = 0;
    let arrive = (_: string) => {};
    const answers = createSharedAnswers<string>(10, () => now);
    const first = answers.get('a', 1_000, () => new Promise((done) => (arrive = done)));
    now = 5_000;
    arrive('late');
    expect(await first).toBe('late');
    expect(await answers.get('a', 1_000, async () => 'new')).toBe('late');
  });

  it('shares a failure with waiting callers, and sends another request after it', async () => {
    const answers = createSharedAnswers<string>(10, () => 0);
    let asked = 0;
    const fail = () => {
      asked++;
      return Promise.reject(new Error('down'));
    };
    const both = await Promise.allSettled([answers.get('a', 1_000, fail), answers.get('a', 1_000, fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toBe(1);
    expect(await answers.get('a', 1_000, async () => 'up')).toBe('up');
  });

  it('a failure does not drop an answer that was stored meanwhile', async () => {
    const answers = createSharedAnswers<string>(10, () => 0);
    const failed = answers.get('a', 1_000, () => Promise.reject(new Error('down')));
    answers.put('a', 'pushed');
    await expect(failed).rejects.toThrow('down');
    expect(await answers.get('a', 1_000, async () => 'asked')).toBe('pushed');
  });

  it('evicts the oldest above its maximum, and everything on demand', async () => {
    const answers = createSharedAnswers<string>(2, () => 0);
    for (const key of ['a', 'b', 'c']) answers.put(key, 'old');
    const get = (key: string) => answers.get(key, 1_000, async () => 'new');
    expect([await get('c'), await get('b'), await get('a')]).toEqual(['old', 'old', 'new']);
    answers.clear();
    expect(await get('c')).toBe('new');
  });
});
