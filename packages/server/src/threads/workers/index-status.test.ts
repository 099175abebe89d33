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

it('reports why the index has stopped, unless the node is only away', () => {
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

it('logs an error that repeats once, until the index is complete again', () => {
  const lines: string[] = [];
  const status = createIndexStatus(pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }));
  const stall = (message: string) => status.stalled({ type: 'trouble', code: 'node.no-data', message, expected: true });
  for (const message of ['pruned', 'pruned', 'away', 'away', 'pruned']) stall(message);
  status.advanced({ ...synced, synced: false });
  stall('pruned');
  status.advanced(synced);
  stall('pruned');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'pruned',
    'away',
    'pruned',
    'pruned',
  ]);
});

it('keeps the reason of a rebuild until the index is complete again', () => {
  const status = create();
  status.advanced(synced);
  status.damaged({ type: 'damaged', message: '000005.ldb is damaged: the index is rebuilt from the node' });
  const failure = '000005.ldb is damaged: the index is rebuilt from the node.';
  expect(status.progress()).toMatchObject({ height: null, synced: false, failure });
  status.stalled({ type: 'trouble', code: 'node.away', message: 'the node does not answer', expected: true });
  expect(status.progress()).toMatchObject({ failure });
  status.advanced({ ...synced, height: 3, synced: false });
  expect(status.progress()).toMatchObject({ height: 3, synced: false, failure });
  status.advanced(synced);
  expect(status.progress()).toMatchObject({ height: 10, synced: true, failure: undefined });
});

it('reports a verification with its percentage', () => {
  const status = create();
  status.verifying({ type: 'verifying', bytes: 5, allBytes: 20 });
  expect(status.progress()).toMatchObject({
    height: null,
    synced: false,
    failure: 'The files of the index are being verified: 25 %.',
  });
  status.verifying({ type: 'verifying', bytes: 0, allBytes: 0 });
  expect(status.progress().failure).toMatch(/: 0 %\.$/);
});

it('keeps reporting a row that cannot be decoded while the index follows the chain', () => {
  const status = create();
  status.advanced(synced);
  status.reportBadRow({ type: 'bad-row', message: 'a row of the index cannot be decoded' });
  status.advanced(synced);
  expect(status.progress()).toMatchObject({ synced: true, failure: 'A row of the index cannot be decoded.' });
});
