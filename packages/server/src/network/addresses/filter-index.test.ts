import type { NodeClient } from '@glassblock/node';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFilterIndex } from './filter-index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A node whose filter index has these states one after the other; the last one stays. */
function filtersOf(...states: ({ synced?: boolean; best_block_height?: number } | undefined)[]) {
  let calls = 0;
  const rpc = async () => {
    const state = states[Math.min(calls++, states.length - 1)];
    return state === undefined ? {} : { 'basic block filter index': state };
  };
  const filters = createFilterIndex({ rpc } as unknown as NodeClient, () => performance.now());
  return { filters, calls: () => calls };
}

it('is incomplete on a node without filters, and while the node builds them', async () => {
  expect(await filtersOf(undefined).filters.isComplete()).toBe(false);
  expect(await filtersOf({ synced: false }).filters.isComplete()).toBe(false);
  expect(await filtersOf({ synced: true }).filters.isComplete()).toBe(true);
});

it('queries the node again after a minute', async () => {
  const { filters, calls } = filtersOf({ synced: false }, { synced: true });
  expect(await filters.isComplete()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(await filters.isComplete()).toBe(false);
  expect(calls()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await filters.isComplete()).toBe(true);
});

it('waits for the filter of a new block, at most a second', async () => {
  const soon = filtersOf({ best_block_height: 9 }, { best_block_height: 10 }).filters.heightUpTo(10);
  await vi.advanceTimersByTimeAsync(20);
  expect(await soon).toBe(10);
  const never = filtersOf({ best_block_height: 9 }).filters.heightUpTo(10);
  await vi.advanceTimersByTimeAsync(1_020);
  expect(await never).toBe(9);
  const without = filtersOf(undefined).filters.heightUpTo(10);
  await vi.advanceTimersByTimeAsync(1_020);
  expect(await without).toBe(-1);
});
