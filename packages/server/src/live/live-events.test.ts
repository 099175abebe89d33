import type { Fact } from '@glassblock/journal';
import { fromHex, type Height, type Sats, type UnixSeconds, type Weight } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { liveEventsOf, replacementOf } from './live-events.ts';

const idOf = (name: string) => name.repeat(64);
const hash = (name: string) => fromHex(idOf(name));
const time = 7 as UnixSeconds;
const added = (name: string): Fact => ({
  type: 'tx-added',
  txid: hash(name),
  fee: 1 as Sats,
  weight: 4 as Weight,
  time,
});
const removed = (name: string, reason: 'replaced' | 'mined' | 'conflict' | 'evicted', by?: string): Fact => ({
  type: 'tx-removed',
  txid: hash(name),
  reason,
  certain: true,
  time,
  ...(by === undefined ? {} : { by: hash(by) }),
});
const block = (height: number): Fact => ({
  type: 'block-connected',
  height: height as Height,
  hash: hash('b'),
  time,
  txCount: 1,
});
const undo = (height: number): Fact => ({ type: 'block-disconnected', height: height as Height, hash: hash('c') });

const published = (facts: readonly Fact[]) =>
  liveEventsOf(facts).map((one) => {
    if (one.type === 'block') return `block ${one.height}`;
    if (one.type === 'reorganised') return `lost ${one.lost}, regained ${one.regained}`;
    return `+${[...one.added].map((id) => id[0]).join('')} -${one.removed.map(({ txid }) => txid[0]).join('')}`;
  });

describe('converts facts to live events', () => {
  it.each([
    ['nothing', [], []],
    ['merges changes of the mempool', [added('1'), added('2'), removed('3', 'evicted')], ['+12 -3']],
    ['separates changes before and after a block', [added('1'), block(5), added('2')], ['+1 -', 'block 5', '+2 -']],
    ['an added and removed transaction is only removed', [added('1'), removed('1', 'evicted')], ['+ -1']],
    ['a removed and added transaction is both', [removed('1', 'evicted'), added('1')], ['+1 -1']],
    [
      'reports a reorg once, after the new blocks',
      [undo(4), undo(3), block(3), block(4), block(5)],
      ['block 3', 'block 4', 'block 5', 'lost 4, regained 5'],
    ],
    ['reports disconnected blocks before others are connected', [undo(4), undo(3)], ['lost 4, regained -1']],
    [
      'does not count blocks connected before the disconnect as regained',
      [block(4), undo(4)],
      ['block 4', 'lost 4, regained -1'],
    ],
  ])('%s', (_name, facts, expected) => {
    expect(published(facts)).toEqual(expected);
  });

  it.each([
    ['replaced', idOf('2')],
    ['conflict', idOf('2')],
    ['mined', undefined],
    ['evicted', undefined],
  ] as const)('a removal with reason %s has the replacement %s', (reason, by) => {
    const [change] = liveEventsOf([removed('1', reason, '2')]);
    expect(change?.type === 'mempool' && replacementOf(change.removed[0]!)).toBe(by);
  });
});
