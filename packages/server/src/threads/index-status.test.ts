import type { Fact } from '@glassblock/journal';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createIndexStatus } from './index-status.ts';

const create = () => createIndexStatus(pino({ level: 'silent' }));
const synced = { type: 'progress', height: 10, nodeHeight: 10, synced: true, build: undefined } as const;
const connected = (height: number) => ({ type: 'block-connected', height }) as unknown as Fact;
const disconnected = (height: number) => ({ type: 'block-disconnected', height }) as unknown as Fact;

it('follows connected and disconnected blocks, and keeps the last known height of the node', () => {
  const status = create();
  status.received({ type: 'facts', facts: [connected(1), connected(2)], nodeHeight: 5 });
  expect(status.progress()).toMatchObject({ height: 2, nodeHeight: 5, synced: false });
  status.received({ type: 'facts', facts: [disconnected(2)], nodeHeight: null });
  expect(status.progress()).toMatchObject({ height: 1, nodeHeight: 5 });
});

it('says why the index has stopped, unless the node is only away', () => {
  const status = create();
  status.advanced(synced);
  status.stalled({ type: 'trouble', code: 'node.away', message: 'the node does not answer', expected: true });
  expect(status.progress()).toMatchObject({ height: 10, synced: false, failure: undefined, lacksBlocks: false });
  status.stalled({ type: 'trouble', code: 'node.no-data', message: 'pruned', expected: true });
  expect(status.progress()).toMatchObject({ lacksBlocks: true });
  expect(status.progress().failure).toMatch(/pruned/);
  status.stalled({ type: 'trouble', code: 'store.write-failed', message: 'the disk is full', expected: false });
  expect(status.progress()).toMatchObject({ failure: 'The disk is full.', lacksBlocks: false });
  status.advanced(synced);
  expect(status.progress()).toMatchObject({ synced: true, failure: undefined });
});

it('stays damaged: later errors do not hide the reason', () => {
  const status = create();
  status.advanced(synced);
  status.damaged('a table is damaged');
  status.stalled({ type: 'trouble', code: 'node.away', message: 'the node does not answer', expected: true });
  expect(status.isDamaged()).toBe(true);
  expect(status.progress()).toMatchObject({ height: null, synced: false, failure: 'A table is damaged.' });
});
