import { describe, expect, it } from 'vitest';
import { actualMarks, expectedMarks } from './audit-status.ts';

const tx = (txid: string, fee = 100, vsize = 100, rate = fee / vsize) => ({
  txid,
  fee,
  vsize,
  rate,
  value: 1,
  flags: 0,
});
const audit = {
  template: [
    tx('both'),
    tx('removed'),
    tx('new'),
    tx('lifted', 100, 100, 1.1),
    tx('sigops'),
    tx('conflicting'),
    tx('end'),
    tx('bid'),
    tx('moved'),
  ],
  missingTxs: ['removed'],
  freshTxs: ['new', 'lifted'],
  sigopTxs: ['sigops'],
  fullrbfTxs: ['conflicting', 'winner'],
  unseenTxs: ['winner', 'hidden', 'up', 'down', 'last'],
  addedTxs: ['hidden', 'up', 'down', 'room'],
  prioritizedTxs: ['up', 'moved'],
  deprioritizedTxs: ['down', 'late'],
  acceleratedTxs: ['bid'],
};

describe('audit status of each transaction', () => {
  it('in the expected block', () => {
    expect(Object.fromEntries(expectedMarks(audit, new Set(['both', 'bid', 'moved'])))).toEqual({
      both: 'match',
      removed: 'removed',
      new: 'fresh',
      lifted: 'lifted',
      sigops: 'sigop',
      conflicting: 'conflict',
      end: 'marginal',
      bid: 'accelerated',
      moved: 'match',
    });
  });

  it('in the actual block', () => {
    const mined = ['coinbase', 'up', 'moved', 'bid', 'hidden', 'both', 'winner', 'down', 'late', 'room', 'last'];
    expect(Object.fromEntries(actualMarks(audit, mined))).toEqual({
      up: 'addedPrioritized',
      moved: 'prioritized',
      bid: 'accelerated',
      hidden: 'added',
      both: 'match',
      winner: 'conflict',
      down: 'addedDeprioritized',
      late: 'deprioritized',
      room: 'marginal',
      last: 'marginal',
    });
  });
});
