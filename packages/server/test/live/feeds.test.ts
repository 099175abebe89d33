import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { additionOf, createLiveWorld, type LiveWorld, mempoolTx, removalOf, treeOf } from '../support/live-world.ts';

let world: LiveWorld;
beforeEach(() => {
  world = createLiveWorld();
});
afterEach(() => {
  world.hub.close();
  expect(world.faults).toEqual([]);
});

const unseen = 'ee'.repeat(32);
const idsOf = (txs: readonly { txid: string }[] | undefined) => txs?.map(({ txid }) => txid);

describe('deltas of the whole mempool', () => {
  it('come with every projection under its number, including empty ones', async () => {
    const ids = await world.following({ 'track-mempool-txids': true });
    const whole = await world.following({ 'track-mempool': true });
    const [a, b] = [mempoolTx({}), mempoolTx({})];
    expect(await world.received(ids, () => world.add(a, b))).toEqual([]);
    const empty = { removed: [], mined: [], replaced: [] };
    expect(await world.received(ids, () => world.project())).toEqual([
      { 'mempool-txids': { sequence: 2, added: [a.txid, b.txid], ...empty } },
    ]);
    const [full] = whole.take();
    expect(full?.['mempool-transactions']).toMatchObject({ sequence: 2, ...empty });
    expect(idsOf(full?.['mempool-transactions']?.added)).toEqual([a.txid, b.txid]);
    expect(await world.received(ids, () => world.project())).toEqual([
      { 'mempool-txids': { sequence: 3, added: [], ...empty } },
    ]);
  });

  it('include replacements by id, and in full', async () => {
    const old = mempoolTx({});
    world.add(old);
    await world.published();
    const ids = await world.following({ 'track-mempool-txids': true });
    const whole = await world.following({ 'track-mempool': true });
    const newer = mempoolTx({});
    const [delta] = await world.received(ids, () => {
      world.mempool.entries.set(newer.txid, newer);
      world.append(removalOf(old.txid, 'replaced', newer.txid), additionOf(newer));
      world.project();
    });
    expect(delta?.['mempool-txids']).toMatchObject({
      added: [newer.txid],
      removed: [old.txid],
      replaced: [{ replaced: old.txid, by: newer.txid }],
    });
    expect(whole.take()[0]?.['mempool-transactions']?.replaced).toMatchObject([
      { replaced: old.txid, by: { txid: newer.txid } },
    ]);
  });

  it('pause while the mempool is out of sync, and then include everything', async () => {
    const socket = await world.following({ 'track-mempool-txids': true });
    const tx = mempoolTx({});
    const frames = await world.received(socket, () => {
      world.add(tx);
      world.project({ synced: false, sequence: 1 });
    });
    expect(frames.flatMap(Object.keys)).toEqual(['loadingIndicators']);
    const [, delta] = await world.received(socket, () => world.project({ synced: true }));
    expect(delta?.['mempool-txids']?.added).toEqual([tx.txid]);
  });

  it('skip a delta that is too large, which shows as a gap in the sequence', async () => {
    const ids = await world.following({ 'track-mempool-txids': true });
    const whole = await world.following({ 'track-mempool': true });
    const txs = Array.from({ length: 2_001 }, () => mempoolTx({}));
    const [delta] = await world.received(ids, () => {
      for (let i = 0; i < txs.length; i += 500) world.add(...txs.slice(i, i + 500));
      world.project();
    });
    expect(delta?.['mempool-txids']?.added).toHaveLength(2_001);
    expect(whole.take()).toEqual([]);
    const [next] = await world.received(whole, () => world.project());
    expect(next?.['mempool-transactions']).toMatchObject({ sequence: 3, added: [] });
  });

  it('skip a delta whose facts were lost', async () => {
    const socket = await world.following({ 'track-mempool-txids': true });
    const facts = Array.from({ length: 5_000 }, () => additionOf(mempoolTx({})));
    const frames = await world.received(socket, () => {
      world.append(...facts);
      world.project();
    });
    expect(frames).toEqual([]);
    const [next] = await world.received(socket, () => world.project());
    expect(next?.['mempool-txids']).toMatchObject({ sequence: 3, added: [] });
  });

  it('end with exactly false', async () => {
    const socket = await world.following({ 'track-mempool-txids': true, 'track-mempool': true });
    await socket.ask({ 'track-mempool-txids': null, 'track-mempool': 'stop' });
    expect((await world.received(socket, () => world.project())).flatMap(Object.keys).sort()).toEqual([
      'mempool-transactions',
      'mempool-txids',
    ]);
    await socket.ask({ 'track-mempool-txids': false, 'track-mempool': false });
    expect(await world.received(socket, () => world.project())).toEqual([]);
  });
});

describe('track-mempool-block', () => {
  const change = (index: number) => ({ watched: [{ index, delta: { added: [], removed: [unseen], changed: [] } }] });

  it('sends the full list, then consecutive deltas', async () => {
    const socket = await world.following({ 'track-mempool-block': 1 });
    expect(socket.take()).toEqual([
      { 'projected-block-transactions': { index: 1, sequence: 1, blockTransactions: [] } },
    ]);
    expect(world.mempool.watched).toEqual([1]);
    expect(await world.received(socket, () => world.project(change(1)))).toEqual([
      {
        'projected-block-transactions': {
          index: 1,
          sequence: 2,
          delta: { added: [], removed: [unseen], changed: [] },
        },
      },
    ]);
    expect(await world.received(socket, () => world.project(change(0)))).toEqual([]);
  });

  it('does not send a delta that the list already includes', async () => {
    const socket = await world.following({ 'track-mempool-block': 0 });
    expect(await world.received(socket, () => world.project({ ...change(0), sequence: 1 }))).toEqual([]);
  });

  it('creates the list once for all requests between two projections', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => world.following({ 'track-mempool-block': 0 })));
    expect(world.mempool.asked.get('projectedBlock')).toBe(1);
    expect(new Set(sockets.map(({ sent }) => sent[0])).size).toBe(1);
    world.project();
    await world.following({ 'track-mempool-block': 0 });
    expect(world.mempool.asked.get('projectedBlock')).toBe(2);
  });

  it('watches only subscribed blocks', async () => {
    const a = await world.following({ 'track-mempool-block': 0 });
    const b = await world.following({ 'track-mempool-block': 3 });
    await a.ask({ 'track-mempool-block': 5 });
    expect(world.mempool.watched).toEqual([3, 5]);
    b.terminate();
    await world.published();
    expect(world.mempool.watched).toEqual([5]);
    await a.ask({ 'track-mempool-block': -1 });
    expect(world.mempool.watched).toEqual([]);
  });
});

describe('feeds', () => {
  it('answer new subscriptions only, and push all of them in one frame', async () => {
    const socket = await world.following({ action: 'want', data: ['mempool-blocks', 'tomahawk'] });
    expect(socket.take()).toEqual([{ 'mempool-blocks': [], tomahawk: [] }]);
    await socket.ask({ action: 'want', data: ['tomahawk', 'stats'] });
    expect(socket.keys).toEqual(['vBytesPerSecond']);
    const [frame, ...more] = await world.received(socket, () => world.project());
    expect(Object.keys(frame ?? {}).sort()).toEqual(['tomahawk', 'transactions', 'vBytesPerSecond']);
    expect(more).toEqual([]);
    await socket.ask({ action: 'want', data: [] });
    expect(await world.received(socket, () => world.project())).toEqual([]);
  });

  it('of replacements start with the current state and continue on changes', async () => {
    const socket = await world.following({
      'track-rbf': 'all',
      'track-rbf-summary': true,
      'track-accelerations': true,
    });
    expect(socket.take()).toEqual([{ rbfLatest: [], rbfLatestSummary: [], accelerations: { accelerations: [] } }]);
    expect(await world.received(socket, () => world.project())).toEqual([]);
    const rbfChanges = { trees: [], replaced: [] };
    world.mempool.trees = [treeOf(unseen)];
    expect(await world.received(socket, () => world.project({ rbfChanges }))).toEqual([
      { rbfLatest: [treeOf(unseen)], rbfLatestSummary: [] },
    ]);
    await socket.ask({ 'track-rbf': 'stop', 'track-rbf-summary': false, 'track-accelerations': false });
    expect(await world.received(socket, () => world.project({ rbfChanges }))).toEqual([]);
  });

  it('without a source are accepted and send nothing', async () => {
    const socket = await world.following({
      'track-asset': unseen,
      'track-wallet': 'treasury',
      'track-donation': 'x'.repeat(22),
      'track-stratum': 'all',
      historicalDate: 1_600_000_000,
    });
    const frames = await world.received(socket, () => {
      world.add(mempoolTx({}));
      world.project();
    });
    expect({ frames, ended: socket.ended }).toEqual({ frames: [], ended: undefined });
  });

  it('init before any block is known answers nothing, and drops the remaining frame', async () => {
    const socket = await world.following({ action: 'init', 'track-mempool-block': 0, 'track-rbf': 'all' });
    // the list is a separate frame, sent before
    expect(socket.keys).toEqual(['projected-block-transactions']);
  });
});

describe('historicalDate', () => {
  const then = {
    'mempool-blocks': [{ blockSize: 1, blockVSize: 1, nTx: 1, totalFees: 1, medianFee: 1, feeRange: [1] }],
    mempoolInfo: {
      loaded: true,
      size: 1,
      bytes: 1,
      usage: 1,
      total_fee: 1,
      maxmempool: 1,
      mempoolminfee: 1,
      minrelaytxfee: 1,
    },
  };

  it('shows an earlier mempool until the client returns to live data, which does not overwrite it', async () => {
    world.hub.close();
    world = createLiveWorld({ past: { at: async (time) => (time === 1_600_000_000 ? then : undefined) } });
    const socket = await world.following({ action: 'want', data: ['mempool-blocks', 'stats', 'tomahawk'] });
    socket.take();
    await socket.ask({ historicalDate: 1_600_000_000 });
    expect(socket.take()).toEqual([{ ...then, historicalDate: 1_600_000_000 }]);
    expect(await world.received(socket, () => world.project())).toEqual([{ tomahawk: [] }]);
    await socket.ask({ historicalDate: 5 });
    expect(socket.take()).toEqual([]);
    await socket.ask({ historicalDate: null });
    expect(socket.take()).toEqual([{ 'mempool-blocks': [], historicalDate: null }]);
    const [frame] = await world.received(socket, () => world.project());
    expect(frame).toHaveProperty(['mempool-blocks']);
    expect(frame).toHaveProperty('vBytesPerSecond');
  });
});
