import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ElementsCourse } from './elements-course.ts';
import { createElementsPulse } from './elements-pulse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Records events: `tx`, and blocks by their time. */
function start(isPastUnfinished: boolean) {
  const done: (number | 'tx')[] = [];
  const course = {
    stepMempool: () => void done.push('tx'),
    mine: (time: number) => void done.push(time),
  } as unknown as ElementsCourse;
  const pulse = createElementsPulse(course, { meanBlockSeconds: 60, isPastUnfinished, now: () => 1_000 });
  pulse.run();
  return { pulse, done };
}

test('adds a block a minute with three transactions', async () => {
  const { pulse, done } = start(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done.toSorted()).toEqual([1_000, 'tx', 'tx', 'tx']);
  pulse.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(done).toHaveLength(4);
});

test('does nothing before its past is finished, then adds the recent blocks, then those by the clock', async () => {
  const { pulse, done } = start(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(done).toEqual([]);
  const finished = pulse.finishPast();
  await vi.advanceTimersByTimeAsync(1_000);
  await finished;
  expect(done.filter((one) => one !== 'tx')).toEqual([700, 760, 820, 880, 940]);
  expect(done).toHaveLength(20);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toContain(1_000);
  pulse.stop();
});

test('stops while its past is being finished', async () => {
  const { pulse, done } = start(true);
  const finished = pulse.finishPast();
  pulse.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  await finished;
  expect(done.length).toBeLessThan(3);
});
