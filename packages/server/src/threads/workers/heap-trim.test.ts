import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createTrimDecision, trimHeap } from './heap-trim.ts';

const busy = 0.3;
const idle = 0.01;

it('trims after two idle checks, and not while the thread works', () => {
  const { isDue } = createTrimDecision({ minIntervalMs: 60_000 });
  const heapBytes = 100e6;
  const due = [busy, idle, busy, idle, idle, busy, idle, idle].map((utilization, i) =>
    isDue({ utilization, heapBytes, usedMs: 0, nowMs: i * 5_000 }),
  );
  expect(due).toEqual([false, false, false, false, true, false, false, true]);
});

it('trims a thread that is less idle where its threshold is higher', () => {
  const { isDue } = createTrimDecision({ minIntervalMs: 60_000, maxUtilization: busy });
  const due = [0.31, busy, busy].map((utilization, i) =>
    isDue({ utilization, heapBytes: 1, usedMs: 0, nowMs: i * 5_000 }),
  );
  expect(due).toEqual([false, false, true]);
});

it('trims again when the heap has grown, after the interval', () => {
  const { isDue, trimmed } = createTrimDecision({ minIntervalMs: 60_000 });
  const at = (nowMs: number, heapBytes: number) => isDue({ utilization: idle, heapBytes, usedMs: nowMs, nowMs });
  expect([at(0, 50e6), at(5_000, 50e6)]).toEqual([false, true]);
  trimmed({ heapBytes: 30e6, usedMs: 5_000, nowMs: 5_000 });
  expect([at(10_000, 90e6), at(64_999, 90e6)]).toEqual([false, false]);
  expect([at(65_000, 37e6), at(70_000, 38e6)]).toEqual([false, true]);
});

it('trims again before the interval has passed when the thread has worked for long', () => {
  const { isDue, trimmed } = createTrimDecision({ minIntervalMs: 60_000, maxUsedMs: 2_000 });
  const at = (nowMs: number, usedMs: number, utilization = idle) =>
    isDue({ utilization, heapBytes: 30e6, usedMs, nowMs });
  expect([at(0, 9_000), at(5_000, 9_000)]).toEqual([false, true]);
  trimmed({ heapBytes: 30e6, usedMs: 9_100, nowMs: 5_100 });
  expect([at(10_000, 11_099), at(15_000, 12_000, busy), at(20_000, 12_000)]).toEqual([false, false, false]);
  expect(at(25_000, 12_000)).toBe(true);
});

it('makes the heap smaller by its garbage', () => {
  let lists: number[][] | undefined = Array.from({ length: 500 }, (_, i) => Array.from({ length: 10_000 }, () => i));
  const { total_heap_size: before } = getHeapStatistics();
  expect(lists).toHaveLength(500);
  lists = undefined;
  trimHeap();
  expect(getHeapStatistics().total_heap_size).toBeLessThan(before - 20e6);
});

it('trims in several threads at the same time', async () => {
  const module = JSON.stringify(new URL('./heap-trim.ts', import.meta.url).href);
  const source = `import(${module}).then(({ trimHeap }) => { for (let i = 0; i < 3; i++) trimHeap(); })`;
  const workers = Array.from({ length: 6 }, () => new Worker(source, { eval: true }));
  expect(await Promise.all(workers.map(async (worker) => (await once(worker, 'exit'))[0]))).toEqual(Array(6).fill(0));
});
