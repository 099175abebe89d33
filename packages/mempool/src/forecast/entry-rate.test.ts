import { describe, expect, it } from 'vitest';
import { closedBlock, entryRate } from './entry-rate.ts';

/** Transactions as [rate, WU]. */
const txs = (...list: [number, number][]) => list.map(([rate, weight]) => ({ rate, weight }));

describe('entry rate of a block', () => {
  it('of a full block is the fee rate at which its lowest 2 % begin, in any order', () => {
    // 3.9 million WU: the last 78,000 do not count, that is the 10,000 paid out of band at 0.1 and those at 2
    const block = txs([0.1, 10_000], [50, 2_000_000], [8, 1_830_000], [2, 60_000]);
    expect(entryRate({ txs: block, weight: 3_950_000 })).toBe(8);
    expect(entryRate({ txs: [...block, { rate: 2, weight: 40_000 }], weight: 3_990_000 })).toBe(2);
  });

  it.each([
    ['has all unconfirmed transactions', txs([9, 400_000]), 404_000, 400_000, 0],
    ['has all but those that arrived too late for it', txs([9, 400_000]), 404_000, 900_000, 0],
    ['left out more than its free space', txs([9, 395_000], [4, 5_000]), 404_000, 5_000_000, 9],
    ['is empty while the mempool is empty', [], 1_000, 0, 0],
    ['is empty while the mempool has more than a block', [], 1_000, 9_000_000, closedBlock],
    ['is empty, with an unknown mempool', [], 1_000, undefined, closedBlock],
    ['has free space, with an unknown mempool', txs([9, 400_000]), 404_000, undefined, 0],
  ])('of a block that %s', (_name, list, weight, waitingWeight, rate) => {
    expect(entryRate({ txs: list, weight, waitingWeight })).toBe(rate);
  });
});
