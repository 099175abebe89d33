import { networks } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { NetworkContext } from '../../network/network-context.ts';
import { networkState, readinessFaults } from './present-network-state.ts';

/** A network in sync whose journal has a failure. */
const contextWith = (failure: string | undefined, loss?: string) =>
  ({
    network: networks.regtest,
    nodeState: () => ({ name: 'ready', sentence: 'The node is connected.', facts: undefined }),
    advice: () => [],
    progress: () => ({
      height: 5,
      nodeHeight: 5,
      synced: true,
      failure: undefined,
      lacksBlocks: false,
      build: undefined,
    }),
    index: () => ({}),
    frame: () => ({ synced: true, percent: 100, count: 0, pollSeconds: undefined }),
    addresses: undefined,
    journal: { failure },
    losses: { current: () => loss },
  }) as unknown as NetworkContext;

it('reports a journal that cannot be written, without its path', () => {
  const failure = "the disk refuses the journal (EACCES: permission denied, open '/data/journal/1'): nothing is stored";
  expect(networkState(contextWith(failure)).storage).toEqual({
    sentence: 'The journal cannot be written (EACCES): new events are stored in memory only.',
  });
  expect(networkState(contextWith('the disk is full')).storage).toEqual({
    sentence: 'The journal cannot be written: new events are stored in memory only.',
  });
  expect(networkState(contextWith(undefined))).not.toHaveProperty('storage');
});

it('reports the loss by a damaged file while the journal can be written', () => {
  expect(networkState(contextWith(undefined, 'Samples are lost.')).storage).toEqual({ sentence: 'Samples are lost.' });
  expect(networkState(contextWith('the disk is full', 'Samples are lost.')).storage?.sentence).toMatch(/journal/);
});

it('reports why the index has stopped, also while it lacks no block', () => {
  const full = 'The disk is full.';
  const progress = () => ({ height: 5, nodeHeight: 5, synced: false, failure: full });
  const context = { ...contextWith(undefined), progress } as unknown as NetworkContext;
  expect(networkState(context)).toMatchObject({ node: { sentence: full }, index: { synced: true, sentence: full } });
  expect(networkState(contextWith(undefined)).index).not.toHaveProperty('sentence');
});

describe('readinessFaults', () => {
  const sentence = 'The journal cannot be written (ENOSPC): new events are stored in memory only.';
  it('is empty for a network in sync, and names a journal that cannot be written', () => {
    expect(readinessFaults(contextWith(undefined))).toEqual([]);
    expect(readinessFaults(contextWith(undefined, 'Samples are lost.'))).toEqual([]);
    expect(readinessFaults(contextWith('ENOSPC: no space left, write /data/x'))).toEqual([sentence]);
  });

  it('names node, index, mempool and journal', () => {
    const full = 'The disk that holds the index is full: writing resumes when there is room.';
    const context = {
      ...contextWith('ENOSPC'),
      nodeState: () => ({ name: 'initial-download', sentence: 'The node is downloading the chain.' }),
      progress: () => ({ height: 5, nodeHeight: 9, synced: false, failure: full, build: undefined }),
      frame: () => ({ synced: false, percent: 7 }),
    } as unknown as NetworkContext;
    expect(readinessFaults(context)).toEqual([
      'The node is downloading the chain.',
      full,
      'Loading the mempool: 7 %.',
      sentence,
    ]);
    const behind = { ...context, progress: () => ({ height: 4, nodeHeight: 9, synced: false }) };
    expect(readinessFaults(behind as unknown as NetworkContext)[1]).toBe('Indexing blocks: 50 %.');
  });

  // the index is not in sync with a node that does not answer, although it has all known blocks
  it('does not report an index with all blocks as indexing while the node is away', () => {
    // null before its first answer
    for (const nodeHeight of [9, null]) {
      const complete = {
        ...contextWith(undefined),
        progress: () => ({ height: 9, nodeHeight, synced: false }),
      } as unknown as NetworkContext;
      const away = { ...complete, nodeState: () => ({ name: 'away', sentence: 'The node does not answer.' }) };
      expect(readinessFaults(away as unknown as NetworkContext)).toEqual(['The node does not answer.']);
      expect(readinessFaults(complete)).toEqual(['The index waits for an answer of the node.']);
      expect(networkState(complete).index.percent).toBe(99.9);
    }
  });
});
