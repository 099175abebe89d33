import type { Height, Sats, UnixSeconds, Weight } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type Fact, type JournalEvent, parseEventId } from './index.ts';

const hash = (n: number) => new Uint8Array(32).fill(n);
const block = (n: number): Fact => ({
  type: 'block-connected',
  height: n as Height,
  hash: hash(n),
  time: n as UnixSeconds,
  txCount: 1,
});
const added = (n: number): Fact => ({
  type: 'tx-added',
  txid: hash(n),
  fee: n as Sats,
  weight: 400 as Weight,
  time: 5 as UnixSeconds,
});
const removed = (n: number): Fact => ({
  type: 'tx-removed',
  txid: hash(n),
  reason: 'mined',
  certain: true,
  time: 6 as UnixSeconds,
});
const numbers = (events: readonly JournalEvent[]) => events.map(({ id }) => id);

describe('journal', () => {
  it('numbers facts in order from one and starts at zero', () => {
    const journal = createMemoryJournal({ epoch: 7, maxEvents: 100 });
    expect(journal.position).toBe('7-0');
    expect(journal.append([block(1), added(2)])).toBe('7-2');
    const reading = journal.read('7-0');
    expect(reading).toMatchObject({ gap: false, position: '7-2', more: false });
    if (!reading.gap) expect(numbers(reading.events)).toEqual(['7-1', '7-2']);
  });

  it('reads from any position in steps and reports whether there is more', () => {
    const journal = createMemoryJournal({ epoch: 1, maxEvents: 100 });
    journal.append([block(1), block(2), block(3)]);
    const first = journal.read('1-1', 1);
    expect(first).toMatchObject({ gap: false, position: '1-2', more: true });
    expect(journal.read('1-2', 1)).toMatchObject({ gap: false, position: '1-3', more: false });
    expect(journal.read('1-3')).toMatchObject({ gap: false, position: '1-3', events: [], more: false });
  });

  it('returns a gap to a reader of another epoch and to one that is too far behind', () => {
    const journal = createMemoryJournal({ epoch: 9, maxEvents: 8 });
    expect(journal.read('8-0')).toEqual({ gap: true });
    journal.append(Array.from({ length: 30 }, (_, i) => added(i)));
    expect(journal.read('9-0')).toEqual({ gap: true });
    const stored = journal.read('9-25');
    if (stored.gap) throw new Error('25 must still be there');
    expect(numbers(stored.events)).toEqual(['9-26', '9-27', '9-28', '9-29', '9-30']);
  });

  it('returns a gap to readers of events before an added one, and keeps the state', () => {
    const journal = createMemoryJournal({ epoch: 7, maxEvents: 8 });
    journal.append(Array.from({ length: 12 }, (_, i) => added(i)));
    const { state } = journal.keyframe();
    journal.addGap();
    expect(journal.keyframe()).toEqual({ id: '8-0', state });
    expect(journal.read('7-12')).toEqual({ gap: true });
    expect(journal.oldest).toBe('8-0');
    journal.append([block(1)]);
    expect(journal.read('8-0')).toEqual({
      gap: false,
      events: [{ id: '8-1', fact: block(1) }],
      position: '8-1',
      more: false,
    });
    journal.append(Array.from({ length: 46 }, (_, i) => removed(i)));
    expect(journal.read('8-0')).toEqual({ gap: true });
    expect(journal.read('8-40')).toMatchObject({ gap: false, position: '8-47' });
  });

  it('rejects malformed and future ids', () => {
    const journal = createMemoryJournal({ epoch: 1, maxEvents: 8 });
    for (const bad of ['', '1', '-1', '1-x', '1-2-3', '1--1']) {
      expect(() => parseEventId(bad)).toThrow(expect.objectContaining({ code: 'journal.bad-id' }));
    }
    expect(() => journal.read('1-1')).toThrow(expect.objectContaining({ code: 'journal.bad-id' }));
  });

  it('returns keyframes with mempool and tip after all facts so far', () => {
    const journal = createMemoryJournal({ epoch: 1, maxEvents: 2 });
    journal.append([block(1), block(2), added(10), added(11), removed(10)]);
    expect(journal.keyframe()).toMatchObject({
      id: '1-5',
      state: { tip: { height: 2, hash: hash(2) }, mempool: [{ txid: hash(11), fee: 11 }] },
    });
    journal.append([{ type: 'block-disconnected', height: 2 as Height, hash: hash(2) }]);
    expect(journal.keyframe().state.tip).toEqual({ height: 1, hash: hash(1) });
  });

  it('notifies readers once per append until they unsubscribe', () => {
    const journal = createMemoryJournal({ epoch: 1, maxEvents: 8 });
    let calls = 0;
    const leave = journal.onAppend(() => calls++);
    journal.append([block(1), block(2)]);
    journal.append([]);
    leave();
    journal.append([block(3)]);
    expect(calls).toBe(1);
  });
});
