import { createMemoryJournal, type Fact } from '@glassblock/journal';
import { hashFromDisplay, type UnixSeconds } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { waitForMempool } from './wait-for-mempool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ids = ['ab'.repeat(32), 'cd'.repeat(32)];

/** A mempool with configurable contents that counts calls. */
function world(frame: { synced: boolean; pollSeconds?: number } = { synced: true }) {
  const has = new Set<string>();
  const journal = createMemoryJournal({ epoch: 1, maxEvents: 100 });
  let asked = 0;
  const context = {
    journal,
    frame: () => frame,
    mempool: {
      entries: async (txids: readonly string[]) => {
        asked++;
        return txids.map((txid) => (has.has(txid) ? {} : undefined));
      },
    },
  } as unknown as MempoolContext & RecordingContext;
  const add = (txid: string) => {
    has.add(txid);
    const fact: Fact = {
      type: 'tx-removed',
      txid: hashFromDisplay(txid),
      reason: 'unknown',
      certain: false,
      time: 0 as UnixSeconds,
    };
    journal.append([fact]);
  };
  let isDone = false;
  const done = waitForMempool(context, ids).then(() => (isDone = true));
  return { add, done, asked: () => asked, isDone: () => isDone };
}
const turn = () => vi.advanceTimersByTimeAsync(0);

test('resolves with the event of the last transaction', async () => {
  const { add, isDone } = world();
  await turn();
  add(ids[1]!);
  await turn();
  expect(isDone()).toBe(false);
  add(ids[0]!);
  await turn();
  expect(isDone()).toBe(true);
});

test('times out after two seconds, and removes its listener', async () => {
  const { add, isDone, asked } = world();
  await vi.advanceTimersByTimeAsync(1_990);
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(10);
  expect(isDone()).toBe(true);
  const before = asked();
  add(ids[0]!);
  await turn();
  expect(asked()).toBe(before);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([{ synced: false }, { synced: true, pollSeconds: 30 }])(
  'resolves at once for a mempool that is %o',
  async (frame) => {
    const { isDone, asked } = world(frame);
    await turn();
    expect(isDone()).toBe(true);
    expect(asked()).toBe(0);
  },
);
