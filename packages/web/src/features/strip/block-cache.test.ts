import type { BlockExt } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { hashOf, sampleBlock } from '../../../test/support/samples/sample-data.ts';
import { createBlockCache } from './block-cache.ts';
import { createOlderBlocks, type StripWindow } from './strip-window.ts';

const tip = 1000;
/** A block of a chain; chains with different names have no block in common. */
const block = (height: number, chain = 'a'): BlockExt => ({
  ...sampleBlock(height, 0),
  id: hashOf(`${chain}${height}`),
  previousblockhash: hashOf(`${chain}${height - 1}`),
});
const newest = (top: number, chain = 'a') => Array.from({ length: 8 }, (_, place) => block(top - place, chain));

/** Requests and a clock that the test controls. */
function world(top = tip) {
  const asked: number[] = [];
  const waiting: { top: number; answer(blocks: readonly BlockExt[] | undefined): void }[] = [];
  let timer: { ms: number; run(): void } | undefined;
  const platform = {
    load: (from: number) => {
      asked.push(from);
      return new Promise<readonly BlockExt[] | undefined>((answer) => waiting.push({ top: from, answer }));
    },
    later: (ms: number, run: () => void) => {
      const mine = { ms, run };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
  };
  const settle = () => {
    const due = timer;
    timer = undefined;
    due?.run();
    return due?.ms;
  };
  const batch = (from: number, chain = 'a') =>
    Array.from({ length: Math.min(10, from + 1) }, (_, place) => block(from - place, chain));
  const answerAll = async (chain = 'a', fail = false) => {
    for (const each of waiting.splice(0)) each.answer(fail ? undefined : batch(Math.min(top, each.top), chain));
    await Promise.resolve();
    await Promise.resolve();
  };
  return { asked, waiting, platform, settle, answerAll };
}

test('loads blocks in tens from a multiple of ten, a quarter of a second after the last request', async () => {
  const { asked, platform, settle, answerAll } = world();
  let changes = 0;
  const cache = createBlockCache(platform, () => changes++);
  cache.follow(newest(tip));
  cache.want([500]);
  cache.want([421, 422, 429, 430]);
  expect(settle()).toBe(250);
  expect(asked).toEqual([430]);
  await answerAll();
  expect(changes).toBe(1);
  expect([420, 421, 430, 431, 500].map((height) => cache.get(height)?.height)).toEqual([
    undefined,
    421,
    430,
    undefined,
    undefined,
  ]);
  cache.want([425, 431]);
  settle();
  expect(asked).toEqual([430, 440]);
});

test('requests neither above the tip nor below genesis, and each batch once at a time', async () => {
  const { asked, platform, settle, answerAll } = world(994);
  const cache = createBlockCache(platform, () => {});
  cache.follow(newest(994));
  cache.want([986, 985, 0, -3, 2000]);
  settle();
  expect(asked).toEqual([990, 0]);
  cache.want([984]);
  settle();
  expect(asked).toEqual([990, 0]);
  await answerAll();
  expect(cache.get(0)?.id).toBe(hashOf('a0'));
});

test('requests a failed batch again when it is wanted again', async () => {
  const { asked, platform, settle, answerAll } = world();
  const cache = createBlockCache(platform, () => {});
  cache.follow(newest(tip));
  cache.want([400]);
  settle();
  await answerAll('a', true);
  expect(cache.get(400)).toBeUndefined();
  cache.want([400]);
  settle();
  expect(asked).toEqual([400, 400]);
});

test('above 550 blocks evicts the least recently used, but none within 50 of the tip', async () => {
  const { platform, settle, answerAll } = world();
  const cache = createBlockCache(platform, () => {});
  cache.follow(newest(tip));
  for (const from of [990, 980, 970, 960]) {
    cache.want([from]);
    settle();
  }
  await answerAll();
  for (let from = 10; from <= 520; from += 10) {
    cache.want([from]);
    settle();
    await answerAll();
    if (from === 20) {
      // used again just before: the block stays longer than the rest of its batch
      cache.want([5]);
      settle();
      await answerAll();
    }
  }
  expect(cache.size).toBe(550);
  expect(cache.get(1)).toBeUndefined();
  expect(cache.get(510)?.height).toBe(510);
  expect([993, 990, 955, 951].map((height) => cache.get(height)?.height)).toEqual([993, 990, 955, 951]);
});

//           992 .. 1000      1001      the new chain forks below the cached blocks
// old       a      a
// new       b      b         b         no block of a is shown again
test('removes stale blocks after a reorg, including pending requests', async () => {
  const { platform, settle, answerAll } = world();
  const cache = createBlockCache(platform, () => {});
  cache.follow(newest(tip));
  cache.want([990]);
  settle();
  await answerAll();
  cache.want([980]);
  settle();
  cache.follow(newest(1001, 'b'));
  await answerAll();
  expect(cache.size).toBe(8);
  expect([990, 975, 1000].map((height) => cache.get(height)?.id)).toEqual([undefined, undefined, hashOf('b1000')]);
});

const heightsOf = ({ slots }: StripWindow) => slots.map((slot) => (typeof slot === 'number' ? slot : slot.height));

test('holds three pages of blocks, down to genesis and back to the tip', async () => {
  const { platform, settle, answerAll } = world(60);
  let shown: StripWindow = { attached: true, slots: [] };
  const older = createOlderBlocks(platform, (window) => {
    shown = window;
  });
  older.follow(newest(60));
  const range = () => [shown.attached, heightsOf(shown)[0], heightsOf(shown).at(-1)];
  older.extend('past');
  expect(range()).toEqual([true, 52, 43]);
  expect(shown.slots[0]).toBe(52);
  settle();
  await answerAll();
  expect((shown.slots[0] as BlockExt).id).toBe(hashOf('a52'));
  older.extend('past');
  expect(range()).toEqual([true, 52, 33]);
  older.extend('past');
  expect(range()).toEqual([false, 52, 23]);
  older.extend('past');
  expect(range()).toEqual([false, 42, 13]);
  older.extend('past');
  older.extend('past');
  expect(range()).toEqual([false, 29, 0]);
  older.extend('past');
  expect(range()).toEqual([false, 29, 0]);
  older.extend('future');
  expect(range()).toEqual([false, 39, 10]);
  older.extend('future');
  older.extend('future');
  expect(range()).toEqual([true, 52, 33]);
  older.extend('future');
  expect(range()).toEqual([true, 52, 33]);
  older.reset();
  expect(shown).toEqual({ attached: true, slots: [] });
});

test('shows the block of the page among adjacent ones at any height', () => {
  const { platform } = world();
  let shown: StripWindow = { attached: true, slots: [] };
  const older = createOlderBlocks(platform, (window) => {
    shown = window;
  });
  older.follow(newest(tip));
  older.reveal(500);
  expect([shown.attached, heightsOf(shown)[0], heightsOf(shown).length]).toEqual([false, 515, 30]);
  older.reveal(499);
  expect(heightsOf(shown)[0]).toBe(515);
  older.reveal(3);
  expect([heightsOf(shown)[0], heightsOf(shown).at(-1)]).toEqual([18, 0]);
  older.reveal(988);
  expect([shown.attached, heightsOf(shown)[0], heightsOf(shown).length]).toEqual([true, 992, 20]);
  older.reveal(1000);
  older.reveal(-1);
  expect(heightsOf(shown)[0]).toBe(992);
});

test('a new block moves a window at the tip, and leaves one further down unchanged', () => {
  const { platform } = world();
  let shown: StripWindow = { attached: true, slots: [] };
  const older = createOlderBlocks(platform, (window) => {
    shown = window;
  });
  older.follow(newest(tip));
  older.extend('past');
  older.follow(newest(tip + 1));
  expect([heightsOf(shown)[0], heightsOf(shown).at(-1)]).toEqual([993, 983]);
  older.reveal(100);
  older.follow(newest(tip + 2));
  expect([shown.attached, heightsOf(shown)[0]]).toEqual([false, 115]);
});
