import { describe, expect, it } from 'vitest';
import { madeColumns } from '../../../test/support/made-facts.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { loadingIndicators } from '../presenters/present-network-state.ts';
import { factsOf } from './available-facts.ts';

/** A network whose index has `indexed` blocks, `gathered` of them in the columns. */
function contextWith(indexed: number, gathered: number, options: { nodeHeight?: number; onSettle?(): void } = {}) {
  const columns = madeColumns(Array.from({ length: gathered }, () => ({})));
  const height = indexed - 1;
  const { nodeHeight = height } = options;
  return {
    facts: { columns, indexed, settled: async () => options.onSettle?.() },
    index: () => ({}),
    frame: () => ({ synced: true }),
    progress: () => ({ height, nodeHeight, synced: nodeHeight === height }),
  } as unknown as ChainContext & MempoolContext & RecordingContext;
}

describe('block facts of an answer', () => {
  it('waits when a few blocks are missing', async () => {
    let settled = 0;
    const context = contextWith(50, 40, { onSettle: () => settled++ });
    expect((await factsOf(context)).count).toBe(40);
    expect(settled).toBe(1);
  });

  it('rejects while many are missing, and clients see the progress', async () => {
    const context = contextWith(40_000, 4_000);
    await expect(factsOf(context)).rejects.toMatchObject({ code: 'index.behind' });
    expect(loadingIndicators(context)).toEqual({ 'block-indexing': 10 });
  });

  it('rejects without blocks, and while the index is behind its node', async () => {
    await expect(factsOf(contextWith(0, 0))).rejects.toMatchObject({ code: 'index.behind' });
    const behind = contextWith(20, 20, { nodeHeight: 999 });
    await expect(factsOf(behind)).rejects.toMatchObject({ code: 'index.behind' });
    expect(loadingIndicators(behind)).toEqual({ 'block-indexing': 2 });
  });

  it('have no indicator when complete, nor have hash rates, which are computed', () => {
    expect(loadingIndicators(contextWith(100, 98))).toEqual({});
  });
});
