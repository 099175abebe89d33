import { describe, expect, it } from 'vitest';
import { coalesceRuns } from './coalesced-runs.ts';

describe('coalesceRuns', () => {
  it('runs once more for any number of requests during a run', async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let count = 0;
    const runs = coalesceRuns(() => answers[count++]!.promise);
    const first = runs.request();
    await Promise.resolve();
    expect(count).toBe(1);
    for (let i = 0; i < 3; i++) expect(runs.request()).toBe(first);
    answers[0]!.resolve();
    await answers[0]!.promise;
    await Promise.resolve();
    expect(count).toBe(2);
    answers[1]!.resolve();
    await first;
    expect(count).toBe(2);
  });

  it.each(Array.from({ length: 12 }, (_, turns) => turns))(
    'does the work that is added %d microtasks after a request',
    async (turns) => {
      const waiting: string[] = [];
      const done: string[] = [];
      const runs = coalesceRuns(async () => void done.push(...waiting.splice(0)));
      void runs.request();
      for (let i = 0; i < turns; i++) await Promise.resolve();
      waiting.push('late');
      void runs.request();
      await new Promise(setImmediate);
      expect(done).toEqual(['late']);
    },
  );

  it('rejects with the error of a run, and runs again when requested', async () => {
    let count = 0;
    const runs = coalesceRuns(async () => {
      if (++count === 1) throw new Error('failed');
    });
    await expect(runs.request()).rejects.toThrow('failed');
    await runs.request();
    expect(count).toBe(2);
  });

  it('settles after an error, and at once without a run', async () => {
    const runs = coalesceRuns(() => Promise.reject(new Error('failed')));
    await runs.settled();
    const failing = runs.request();
    await runs.settled();
    await expect(failing).rejects.toThrow('failed');
  });
});
