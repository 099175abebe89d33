import { describe, expect, it, test } from 'vitest';
import { type ChainContext, isIndexBehind, withIndex } from './chain-context.ts';
import type { IndexProgress } from './index/index-progress.ts';

const synced = { height: 102, nodeHeight: 102, synced: true } as IndexProgress;

describe('isIndexBehind', () => {
  test.each<[string, Partial<IndexProgress>, boolean]>([
    ['a complete index', {}, false],
    ['an index without blocks', { height: null }, true],
    ['six blocks behind', { nodeHeight: 108, synced: false }, false],
    ['seven blocks behind', { nodeHeight: 109, synced: false }, true],
    ['an answer had the block that the index has', { shownHeight: 102 }, false],
    ['an answer had one block more', { shownHeight: 103 }, true],
    ['an answer had one block more, six blocks behind', { nodeHeight: 108, synced: false, shownHeight: 103 }, true],
  ])('%s', (_words, progress, expected) => {
    const context = { index: () => ({}), progress: () => ({ ...synced, ...progress }) } as unknown as ChainContext;
    expect(isIndexBehind(context)).toBe(expected);
  });
});

it("withIndex reports that an answer has the node's tip, unless the index has as many blocks", async () => {
  const shown: number[] = [];
  let nodeHeight = 120;
  const context = {
    index: () => ({ store: { leaseMade: () => ({ value: { tip: { height: 102 } }, release: () => undefined }) } }),
    progress: () => ({ ...synced, nodeHeight, synced: false }),
    nodeState: () => ({ name: 'ready' }),
    head: { tip: async () => ({ height: nodeHeight }), show: (height: number) => shown.push(height) },
  } as unknown as ChainContext;
  const height = () => withIndex(context, async (view) => view.tip?.height);
  expect(await height()).toBe(120);
  nodeHeight = 102;
  expect(await height()).toBe(102);
  expect(shown).toEqual([120]);
});
