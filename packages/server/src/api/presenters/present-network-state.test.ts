import { networks } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { NetworkContext } from '../../network/network-context.ts';
import { networkState } from './present-network-state.ts';

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
  const failure = "the disk refuses the journal (EACCES: permission denied, open '/data/journal/1'): nothing is kept";
  expect(networkState(contextWith(failure)).storage).toEqual({
    sentence: 'The journal cannot be written (EACCES): new events are kept in memory only.',
  });
  expect(networkState(contextWith('the disk is full')).storage).toEqual({
    sentence: 'The journal cannot be written: new events are kept in memory only.',
  });
  expect(networkState(contextWith(undefined))).not.toHaveProperty('storage');
});

it('reports what a damaged file has cost while the journal can be written', () => {
  expect(networkState(contextWith(undefined, 'Samples are lost.')).storage).toEqual({ sentence: 'Samples are lost.' });
  expect(networkState(contextWith('the disk is full', 'Samples are lost.')).storage?.sentence).toMatch(/journal/);
});
