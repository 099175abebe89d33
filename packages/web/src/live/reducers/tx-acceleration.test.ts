import type { AccelerationRecord, CpfpInfo, MiningPoolsRanking, Tx } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { sampleRanking } from '../../../test/support/samples/mining-sample.ts';
import { sampleBlock, sampleTx } from '../../../test/support/samples/sample-data.ts';
import type { TrackedTx } from '../live-state.ts';
import { type LoadedTx, txView } from './fold-tx.ts';
import {
  acceleratingMiningPools,
  blocksToWait,
  effectiveRequest,
  isPaid,
  miningPoolsOf,
  shareOf,
} from './tx-acceleration.ts';

const txid = '11'.repeat(32);
const pending: Tx = sampleTx(txid, { now: 0 });
const mined: Tx = { ...pending, status: { confirmed: true, block_height: 100, block_time: 1000 } };
const family: CpfpInfo = {
  ancestors: [],
  effectiveFeePerVsize: 80,
  acceleration: true,
  acceleratedBy: [4, 2, 4],
  acceleratedAt: 500,
  feeDelta: 9_000,
};
const request: AccelerationRecord = {
  txid,
  status: 'completed',
  added: 600,
  effectiveFee: 1_000,
  effectiveVsize: 200,
  feeDelta: 9_000,
  bidBoost: 3_000,
  pools: [4, 2],
  minedByPoolUniqueId: 2,
  blockHeight: 100,
};

const of = (loaded: Partial<LoadedTx>, news?: Partial<TrackedTx>) =>
  txView({ tx: pending, outspends: [], ...loaded }, news && { txid, spent: {}, ...news })?.acceleration;
const ofMined = (more: Partial<AccelerationRecord>) => of({ tx: mined, request: { ...request, ...more } });

test('an unconfirmed one has the reported data, each mining pool once', () => {
  expect(of({ cpfp: family })).toEqual({ state: 'pending', at: 500, sats: 9_000, rate: 80, miningPools: [4, 2] });
  expect(of({ cpfp: { ancestors: [], acceleration: false } })).toBeUndefined();
  expect(of({})).toBeUndefined();
  expect(of({ cpfp: family, removed: true })).toBeUndefined();
});

test('starts and ends with the position from the socket', () => {
  const place = { block: 0, vsize: 5 };
  const paid = { acceleratedBy: [7], acceleratedAt: 700, feeDelta: 50 };
  // the first position only marks it as accelerated
  expect(of({ cpfp: family }, { position: { ...place, accelerated: true } })).toMatchObject({ at: 500, sats: 9_000 });
  expect(of({}, { position: { ...place, accelerated: true, ...paid } })).toEqual({
    state: 'pending',
    at: 700,
    sats: 50,
    miningPools: [7],
  });
  expect(of({ cpfp: family }, { position: { ...place, accelerated: true, ...paid } })).toMatchObject({
    miningPools: [7],
  });
  expect(of({ cpfp: family }, { position: place })).toBeUndefined();
});

test('remains accelerated after its block until the source reports the result', () => {
  const block = sampleBlock(100, 0);
  const position = { block: 0, vsize: 5, accelerated: true, acceleratedBy: [7], acceleratedAt: 700, feeDelta: 50 };
  expect(of({}, { position, block })).toEqual({ state: 'settling', at: 700, miningPools: [7] });
  expect(of({ cpfp: family }, { block })).toEqual({ state: 'settling', at: 500, miningPools: [4, 2] });
  expect(of({ tx: mined, request }, { position, block })).toMatchObject({ state: 'completed', sats: 3_000 });
  expect(of({ tx: mined })).toBeUndefined();
});

test('a mined one has the paid amount, and only participating mining pools were paid', () => {
  expect(ofMined({})).toEqual({ state: 'completed', at: 600, sats: 3_000, rate: 20, miningPools: [4, 2] });
  expect(ofMined({ boostRate: 21.5, status: 'completed_provisional' })).toMatchObject({ rate: 21.5, sats: 3_000 });
  expect(ofMined({ minedByPoolUniqueId: 9 })).toEqual({ state: 'mined', at: 600, miningPools: [4, 2] });
  expect(ofMined({ status: 'failed', canceled: 1 })).toEqual({ state: 'canceled', at: 600, miningPools: [4, 2] });
  expect(ofMined({ status: 'failed' })).toMatchObject({ state: 'failed' });
  expect(ofMined({ status: '__proto__' })).toBeUndefined();
  const states = [{}, { minedByPoolUniqueId: 9 }, { status: 'failed', canceled: 1 }].map(ofMined);
  expect(states.map(isPaid)).toEqual([true, false, false]);
  expect(isPaid(undefined)).toBe(false);
});

test('omits invalid figures', () => {
  const bad = { added: 1e14, bidBoost: -5, boostRate: 1e300, effectiveVsize: 0, pools: [-1, 2.5, 3] };
  expect(ofMined({ ...bad, minedByPoolUniqueId: 3 })).toEqual({ state: 'completed', miningPools: [3] });
  expect(of({ cpfp: { ...family, feeDelta: 1e300, acceleratedAt: -1, effectiveFeePerVsize: Number.NaN } })).toEqual({
    state: 'pending',
    miningPools: [4, 2],
  });
  const many = Array.from({ length: 5_000 }, (_, id) => id);
  expect(of({ cpfp: { ...family, acceleratedBy: many } })?.miningPools).toHaveLength(200);
});

test('of several requests the fulfilled one counts, else the last', () => {
  const canceled = { ...request, status: 'failed', canceled: 1 };
  const older = { ...canceled, added: 1 };
  expect(effectiveRequest([canceled, request])).toBe(request);
  expect(effectiveRequest([canceled, older])).toBe(canceled);
  expect(effectiveRequest([])).toBeUndefined();
});

test('lists mining pools by blocks of a week, largest first', () => {
  const miningPools = miningPoolsOf(sampleRanking);
  expect(miningPools).toHaveLength(13);
  const found = acceleratingMiningPools({
    miningPools,
    acceleration: { state: 'pending', miningPools: [3, 1, 999] },
  });
  expect(found.map(({ id, slug }) => [id, slug])).toEqual([
    [1, 'foundryusa'],
    [3, 'viabtc'],
  ]);
  expect(shareOf(found)).toBeCloseTo((302 + 141) / 1_000, 12);
  expect(acceleratingMiningPools({ miningPools })).toEqual([]);
  const nothing: MiningPoolsRanking = { ...sampleRanking, blockCount: 0 };
  expect(miningPoolsOf(nothing)).toEqual([]);
});

// Half of the blocks are of mining pools that accelerate it; its own fee would put it into the third block.
//   block          1     2     3
//   mined there   1/2   1/4   1/4     on average: 1/2 + 2/4 + 3/4
test('the expected delay depends on the hashrate share of participating mining pools', () => {
  expect(blocksToWait(0.5, 0, 2)).toBeCloseTo(1.75, 12);
  expect(blocksToWait(0.5, 0, undefined)).toBeCloseTo(2, 12);
  expect(blocksToWait(1, 0, 6)).toBe(1);
  expect(blocksToWait(1, 2, undefined)).toBe(3);
  expect(blocksToWait(0.001, 0, 0)).toBeCloseTo(1, 12);
  // never later than without acceleration
  expect(blocksToWait(0.25, 3, 1)).toBeCloseTo(4, 12);
});
