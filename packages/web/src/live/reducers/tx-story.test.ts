import type { BlockExt, Fate, FeeForecast, MempoolBlock, RbfTree, Tx } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { sampleBlock, sampleTx } from '../../../test/support/samples/sample-data.ts';
import { selectedOf } from '../../features/tx/selected.ts';
import { initialState } from '../live-state.ts';
import { fold } from './fold.ts';
import { effectiveRate, estimatePosition, firstSeenOf, newerReplacement, txView } from './fold-tx.ts';
import { confirmationChances, removalReason, txStory } from './tx-story.ts';

const txid = '11'.repeat(32);
const other = '22'.repeat(32);
const pending: Tx = sampleTx(txid, { now: 0 });
const mined: Tx = { ...pending, status: { confirmed: true, block_height: 100, block_hash: other, block_time: 1000 } };

function fateOf(...events: Partial<Fate['events'][number]>[]): Fate {
  return {
    txid,
    now: 'gone',
    status: { confirmed: false },
    events: events.map((event, place) => ({ id: `1-${place}`, txid, time: 50 + place, type: 'tx-removed', ...event })),
  };
}

const storyOf = (loaded: Parameters<typeof txView>[0], news?: Parameters<typeof txView>[1]) =>
  txStory(txView(loaded, news)!, 102, undefined);

test('a confirmed transaction has block, confirmations and time to confirm', () => {
  expect(storyOf({ tx: mined, outspends: [], firstSeen: 400 })).toEqual({
    kind: 'confirmed',
    height: 100,
    hash: other,
    time: 1000,
    confirmations: 3,
    waited: 600,
  });
  expect(storyOf({ tx: mined, outspends: [], firstSeen: 2000 })).toMatchObject({ waited: 0 });
});

test('an unconfirmed one has the position from the server, else an estimate by fee rate', () => {
  const published = txStory(
    txView({ tx: pending, outspends: [] }, { txid, spent: {}, position: { block: 2, vsize: 5 } })!,
    102,
    { block: 4, vsize: 9 },
  );
  expect(published).toEqual({ kind: 'pending', isCertain: true, position: { block: 2, vsize: 5 } });
  const guessed = txStory(txView({ tx: pending, outspends: [] }, undefined)!, 102, { block: 4, vsize: 9 });
  expect(guessed).toEqual({ kind: 'pending', isCertain: false, position: { block: 4, vsize: 9 } });
});

test('a removed one has reason, replacement and certainty', () => {
  const removed = { tx: pending, outspends: [], removed: true };
  expect(storyOf({ ...removed, fate: fateOf({ reason: 'replaced', by: other, certain: true }) })).toEqual({
    kind: 'replaced',
    by: other,
    time: 50,
    isCertain: true,
  });
  expect(storyOf({ ...removed, fate: fateOf({ reason: 'conflict', by: other, certain: false }) })).toEqual({
    kind: 'removed',
    reason: 'conflict',
    by: other,
    time: 50,
    isCertain: false,
  });
  expect(storyOf(removed)).toEqual({ kind: 'removed', reason: 'unknown', isCertain: false });
  expect(removalReason('bored')).toBe('unknown');
});

test('the last removal counts if it returned to the mempool', () => {
  const fate = fateOf(
    { type: 'tx-added' },
    { reason: 'evicted', certain: true },
    { type: 'tx-added' },
    { reason: 'expired', certain: true },
  );
  expect(storyOf({ tx: pending, outspends: [], removed: true, fate })).toMatchObject({ reason: 'expired', time: 53 });
  expect(firstSeenOf(fate)).toBe(50);
});

test('a removed one that returns is unconfirmed, and a mined one is confirmed', () => {
  const removed = { tx: pending, outspends: [], removed: true, fate: fateOf({ reason: 'evicted' }) };
  const back = {
    ...pending,
    vsize: 1,
    adjustedVsize: 1,
    feePerVsize: 1,
    adjustedFeePerVsize: 1,
    effectiveFeePerVsize: 1,
  };
  expect(storyOf(removed, { txid, spent: {}, tx: back }).kind).toBe('pending');
  expect(storyOf(removed, { txid, spent: {}, block: sampleBlock(101, 0) }).kind).toBe('confirmed');
});

const tree: RbfTree = {
  tx: { txid: other, fee: 1, vsize: 1, value: 1, rbf: true },
  time: 1,
  fullRbf: false,
  replaces: [{ tx: { txid, fee: 1, vsize: 1, value: 1, rbf: true }, time: 1, fullRbf: false, replaces: [] }],
};

test('the replacement tree names the replacement if the journal does not', () => {
  expect(newerReplacement(tree, txid)).toBe(other);
  expect(newerReplacement(tree, other)).toBeUndefined();
  expect(storyOf({ tx: pending, outspends: [], removed: true, rbf: tree })).toMatchObject({
    kind: 'replaced',
    by: other,
  });
  expect(storyOf({ tx: pending, outspends: [], rbf: tree }).kind).toBe('pending');
});

test('applies updates of relatives and replacements, and replaces the replacement list', () => {
  let state = { ...initialState(undefined, 8), tx: { txid, spent: {} } };
  const cpfp = { ancestors: [], effectiveFeePerVsize: 12.5 };
  const frame = { txPosition: { txid, position: { block: 0, vsize: 1 }, cpfp }, rbfInfo: tree, rbfLatest: [tree] };
  state = { ...state, ...fold(state, frame, { keepBlocks: 8 }).state };
  expect(state).toMatchObject({ tx: { cpfp, rbf: tree, position: { block: 0 } }, rbfTrees: [tree] });
  const view = txView({ tx: pending, outspends: [] }, state.tx);
  expect(view?.cpfp && effectiveRate(view)).toBe(12.5);
  expect(effectiveRate({ tx: pending })).toBeCloseTo(pending.fee / (pending.weight / 4));
});

test('interpolates the position by fee rate within a block', () => {
  const blocks = [
    { feeRange: [10, 20, 40], blockVSize: 1000 },
    { feeRange: [2, 4], blockVSize: 800 },
  ] as MempoolBlock[];
  expect(estimatePosition(10, blocks)).toEqual({ block: 0, vsize: 1000 });
  expect(estimatePosition(15, blocks)).toEqual({ block: 0, vsize: 750 });
  expect(estimatePosition(30, blocks)).toEqual({ block: 0, vsize: 250 });
  expect(estimatePosition(99, blocks)).toEqual({ block: 0, vsize: 0 });
  expect(estimatePosition(3, blocks)).toEqual({ block: 1, vsize: 400 });
  expect(estimatePosition(0.1, blocks)).toEqual({ block: 1, vsize: 800 });
});

test('returns the smallest target for each probability of the fee rate', () => {
  const forecast = {
    targets: [
      {
        blocks: 6,
        rates: [
          { probability: 50, rate: 1 },
          { probability: 95, rate: 4 },
        ],
      },
      {
        blocks: 1,
        rates: [
          { probability: 50, rate: 5 },
          { probability: 95, rate: 9 },
        ],
      },
    ],
  } as FeeForecast;
  expect(confirmationChances(5, forecast)).toEqual([
    { probability: 50, blocks: 1 },
    { probability: 95, blocks: 6 },
  ]);
  expect(confirmationChances(0.5, forecast)).toEqual([]);
});

test('the fragment selects an input, an output, the diagram, or nothing', () => {
  expect(selectedOf('#vin=3')).toEqual({ vin: 3 });
  expect(selectedOf('#flow=&vout=0')).toEqual({ vout: 0, flow: true });
  expect(selectedOf('#flow&vin=2')).toEqual({ vin: 2, flow: true });
  expect(selectedOf('#vin=-1')).toEqual({});
  expect(selectedOf('#vout=1e9')).toEqual({});
  expect(selectedOf('')).toEqual({});
});

const stored: BlockExt = sampleBlock(101, 0);
test('a confirming block has its miner', () => {
  expect(txView({ tx: pending, outspends: [] }, { txid, spent: {}, block: stored })?.block).toBe(stored);
});
