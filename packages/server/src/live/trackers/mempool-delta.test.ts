import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { Removal } from '../live-events.ts';
import { createMempoolDeltaSum, type MempoolDelta, type MempoolDeltaSum } from './mempool-delta.ts';

/** `+a` added, `-a` evicted, `a>b` replaced by b, `!a` mined, `[a b]` a block with these, `~` the end of a delta. */
function play(sum: MempoolDeltaSum, text: string): (MempoolDelta | undefined)[] {
  const taken: (MempoolDelta | undefined)[] = [];
  for (const word of text.match(/\[[^\]]*\]|\S+/g) ?? []) {
    const removal = (txid: string, reason: Removal['reason'], by?: string) =>
      sum.add({ addedIds: new Set(), added: [], removed: [{ txid, reason, by }] });
    if (word === '~') taken.push(sum.take());
    else if (word.startsWith('+')) sum.add({ addedIds: new Set([word.slice(1)]), added: [], removed: [] });
    else if (word.startsWith('-')) removal(word.slice(1), 'evicted');
    else if (word.startsWith('!')) removal(word.slice(1), 'mined');
    else if (word.startsWith('[')) sum.addBlock(word.slice(1, -1).split(' '));
    else removal(word[0]!, 'replaced', word[2]);
  }
  return taken;
}

const shown = (delta: MempoolDelta | undefined) =>
  delta && {
    added: [...delta.added.keys()].join(''),
    removed: [...delta.removed].join(''),
    mined: [...delta.mined].join(''),
    replaced: [...delta.replaced].map((pair) => pair.join('>')).join(' '),
  };
const none = { added: '', removed: '', mined: '', replaced: '' };

describe('sums changes to a delta', () => {
  it.each([
    ['nothing', '~', [none]],
    [
      'each delta starts empty',
      '+a ~ +b ~',
      [
        { ...none, added: 'a' },
        { ...none, added: 'b' },
      ],
    ],
    ['an added and removed transaction is removed', '+a -a ~', [{ ...none, removed: 'a' }]],
    [
      'a removed and added transaction is added',
      '+a ~ -a +a ~',
      [
        { ...none, added: 'a' },
        { ...none, added: 'a' },
      ],
    ],
    [
      'a replaced transaction is removed and has its replacement',
      '+a ~ a>b +b ~',
      [
        { ...none, added: 'a' },
        { ...none, added: 'b', removed: 'a', replaced: 'a>b' },
      ],
    ],
    [
      'reports the removal of a transaction that was never reported as added: a new client may have it',
      '+a a>b +b ~',
      [{ ...none, added: 'b', removed: 'a', replaced: 'a>b' }],
    ],
    [
      'a block lists all its txids, including those not in the mempool',
      '+a ~ [a x] ~',
      [
        { ...none, added: 'a' },
        { ...none, mined: 'ax' },
      ],
    ],
    [
      'mempool first, block later: each id once',
      '+a ~ !a ~ [a x] ~',
      [
        { ...none, added: 'a' },
        { ...none, mined: 'a' },
        { ...none, mined: 'x' },
      ],
    ],
    [
      'block first, mempool later: reports the removal again, since a client may have loaded it in between',
      '+a ~ [a x] ~ !a ~',
      [
        { ...none, added: 'a' },
        { ...none, mined: 'ax' },
        { ...none, mined: 'a' },
      ],
    ],
    ['mined before it was reported as added', '+a [a] !a ~', [{ ...none, mined: 'a' }]],
    [
      'back from a block and mined again',
      '[a] ~ +a ~ [a] ~',
      [
        { ...none, mined: 'a' },
        { ...none, added: 'a' },
        { ...none, mined: 'a' },
      ],
    ],
  ])('%s', (_name, text, expected) => {
    expect(play(createMempoolDeltaSum(), text).map(shown)).toEqual(expected);
  });

  it('skips a delta that was spoilt and continues with the next', () => {
    const sum = createMempoolDeltaSum();
    play(sum, '+a');
    sum.spoil();
    expect(play(sum, '+b ~ +c ~').map(shown)).toEqual([undefined, { ...none, added: 'c' }]);
  });

  it('drops a delta that grows too large', () => {
    const sum = createMempoolDeltaSum();
    for (let i = 0; i < 60; i++) {
      const ids = Array.from({ length: 1_000 }, (_, n) => `${i}-${n}`);
      sum.add({ addedIds: new Set(ids), added: [], removed: [] });
    }
    expect(sum.take()).toBeUndefined();
    expect(play(sum, '+a ~').map(shown)).toEqual([{ ...none, added: 'a' }]);
  });

  it.each([1, 2, 3, 4, 5])(
    'a client that applies the deltas equals the mempool, whenever the block and its list arrive (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const pick = (ids: Iterable<string>) => {
        const list = [...ids];
        return list[Math.floor(random() * list.length)];
      };
      const sum = createMempoolDeltaSum();
      const mempool = new Set<string>();
      /** One that was there from the start, and one that loads the mempool at any time. */
      const client = new Set<string>();
      let late: Set<string> | undefined;
      /** Connected blocks that the index reports later, or that the mempool still has to remove. */
      const unreported: string[][] = [];
      const unremoved: string[][] = [];
      const reportBlock = (txids: readonly string[]) => sum.addBlock(txids.filter((txid) => !mempool.has(txid)));
      const removeMined = (txids: readonly string[]) => {
        for (const txid of txids) if (mempool.delete(txid)) play(sum, `!${txid}`);
      };
      for (let step = 0; step < 4_000; step++) {
        const id = String(Math.floor(random() * 60));
        const victim = pick(mempool);
        const dice = random();
        if (dice < 0.45) {
          if (!mempool.has(id)) {
            mempool.add(id);
            play(sum, `+${id}`);
          }
        } else if (dice < 0.55 && victim !== undefined) {
          mempool.delete(victim);
          play(sum, `-${victim}`);
        } else if (dice < 0.65 && mempool.size > 3) {
          const mined = [...mempool].slice(0, 3);
          if (random() < 0.5) {
            reportBlock(mined);
            unremoved.push(mined);
          } else {
            removeMined(mined);
            unreported.push(mined);
          }
        } else if (dice < 0.7) {
          removeMined(unremoved.shift() ?? []);
        } else if (dice < 0.75) {
          // some of them may be back in the mempool after a reorg
          reportBlock(unreported.shift() ?? []);
        } else if (dice < 0.8) {
          late = new Set(mempool);
        } else if (dice < 0.82) {
          // a gap: clients load the mempool again
          sum.spoil();
          sum.take();
          for (const reader of late === undefined ? [client] : [client, late]) {
            reader.clear();
            for (const txid of mempool) reader.add(txid);
          }
        } else {
          const delta = sum.take()!;
          for (const reader of late === undefined ? [client] : [client, late]) {
            for (const txid of delta.added.keys()) reader.add(txid);
            for (const txid of [...delta.removed, ...delta.mined]) reader.delete(txid);
            expect([...reader].sort()).toEqual([...mempool].sort());
          }
        }
      }
    },
  );
});
