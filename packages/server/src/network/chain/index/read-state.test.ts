import { hashFromDisplay } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import type { IndexProgress } from './index-progress.ts';
import { newReadState, readStateReader, readStateWriter } from './read-state.ts';

const hashOf = (digit: string) => hashFromDisplay(digit.repeat(64));
const at = (height: number | null): IndexProgress => ({
  ...{ height, nodeHeight: 7, synced: true, failure: undefined, lacksBlocks: false, build: undefined },
});
const connected = (height: number, digit: string) =>
  ({ type: 'block-connected', height, hash: hashOf(digit), time: 0, txCount: 1 }) as never;
const disconnected = (height: number, digit: string) =>
  ({ type: 'block-disconnected', height, hash: hashOf(digit) }) as never;

it('announces a commit with its number, its progress and its tip', () => {
  const memory = newReadState();
  const [writer, reader] = [readStateWriter(memory), readStateReader(memory)];
  expect([reader.isReady(), reader.commit(), reader.isAnnounced(undefined)]).toEqual([false, 0, false]);
  writer.commit(at(5), [connected(4, 'a'), connected(5, 'b')]);
  writer.setReady(true);
  expect([reader.isReady(), reader.commit()]).toEqual([true, 1]);
  expect(reader.progress()).toEqual(at(5));
  expect(reader.isAnnounced({ height: 5, hash: hashOf('b') })).toBe(true);
  // the next block, and another one of a reorg at this height
  expect(reader.isAnnounced({ height: 6, hash: hashOf('c') })).toBe(false);
  expect(reader.isAnnounced({ height: 5, hash: hashOf('d') })).toBe(false);
});

it('keeps the tip while only progress is reported, and clears its hash when blocks are disconnected', () => {
  const memory = newReadState();
  const [writer, reader] = [readStateWriter(memory), readStateReader(memory)];
  writer.commit(at(5), [connected(5, 'b')]);
  writer.commit(at(5), []);
  expect(reader.commit()).toBe(2);
  expect(reader.isAnnounced({ height: 5, hash: hashOf('d') })).toBe(false);
  writer.commit(at(4), [disconnected(5, 'b')]);
  expect(reader.isAnnounced({ height: 4, hash: hashOf('a') })).toBe(true);
  writer.commit(at(null), []);
  expect(reader.progress().height).toBe(null);
});
