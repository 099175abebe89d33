import type { BlockExt, InitData, NetworkState, ServerFrame, Tx } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer, type TestSocket } from '../support/test-explorer.ts';

let devnode: Devnode;
let explorer: TestExplorer;
/** Subscribes to everything; its frames show which events have been published. */
let witness: TestSocket;
const published: { added: Set<string>; tip: string | undefined } = { added: new Set(), tip: undefined };
const sockets: TestSocket[] = [];

beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 11, live: false, blocks: 40, mempoolSize: 30 });
  explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo' });
  witness = await following({ action: 'want', data: ['blocks'], 'track-mempool-txids': true });
  await settled();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await explorer?.stop();
  await devnode?.stop();
  expect(explorer.faults).toEqual([]);
});

async function receivedUntil(isPublished: () => boolean): Promise<void> {
  while (!isPublished()) {
    const frame = await witness.next(() => true);
    for (const id of frame['mempool-txids']?.added ?? []) published.added.add(id);
    published.tip = frame.block?.id ?? published.tip;
    published.tip = frame.blocks?.at(-1)?.id ?? published.tip;
  }
}

/** Waits until the explorer is in sync with the node and has published everything. */
async function settled(): Promise<void> {
  const { height, hash } = devnode.state.chain.tip;
  await explorer.until<NetworkState>(
    '/api/glass/v1/state',
    ({ index, mempool }) => index.synced && index.height === height && mempool.synced,
  );
  const count = devnode.state.mempool.entries.size;
  await explorer.until<{ count: number }>('/api/mempool', (mempool) => mempool.count === count);
  await receivedUntil(() => published.tip === hash);
}

/** Returns a socket after its message was handled; the answers are its first frames. */
async function following(message: object): Promise<TestSocket> {
  const socket = await explorer.socket();
  sockets.push(socket);
  socket.send(message);
  socket.send({ action: 'ping' });
  const answers: ServerFrame[] = [];
  for (;;) {
    const frame = await socket.next(() => true);
    if (frame.pong === true) break;
    answers.push(frame);
  }
  socket.frames.unshift(...answers);
  return socket;
}

const has = (key: keyof ServerFrame) => (frame: ServerFrame) => frame[key] !== undefined;
/** Returns the first output of a broadcast transaction; subscribers from now on receive later events only. */
const outputOf = async (name: string) => {
  const txid = devnode.commands.txid(name);
  await receivedUntil(() => published.added.has(txid));
  const { vout } = await explorer.get<Tx>(`/api/tx/${txid}`);
  return { txid, address: vout[0]!.scriptpubkey_address!, script: vout[0]!.scriptpubkey };
};

describe('a block', () => {
  it('is sent to every follower of its contents in one frame with the block', async () => {
    devnode.commands.tx('gift').pays('p2wpkh', 70_000).feeRate(40).add();
    devnode.commands.tx('other').pays('p2tr', 50_000).feeRate(41).add();
    const gift = await outputOf('gift');
    const other = await outputOf('other');
    const one = await following({
      action: 'want',
      data: ['blocks', 'stats'],
      'track-tx': gift.txid,
      'track-address': gift.address,
      'track-addresses': [gift.address, other.address],
      'track-scriptpubkeys': [other.script],
      'track-txs': [gift.txid, other.txid],
    });
    const plain = await following({ action: 'want', data: ['blocks'] });
    const [hash] = devnode.commands.mine(1);
    const frame = await one.next(has('block'));
    const status = { confirmed: true, block_hash: hash, block_height: frame.block?.height };
    expect(frame.block?.id).toBe(hash);
    expect(frame.txConfirmed).toBe(gift.txid);
    expect(frame['block-transactions']).toMatchObject([{ txid: gift.txid, status }]);
    expect(frame['multi-address-transactions']).toMatchObject({
      [gift.address]: { mempool: [], confirmed: [{ txid: gift.txid, status }], removed: [] },
      [other.address]: { confirmed: [{ txid: other.txid, status }] },
    });
    expect(frame['multi-scriptpubkey-transactions']).toMatchObject({
      [other.script]: { confirmed: [{ txid: other.txid, status }] },
    });
    expect(frame['tracked-txs']).toEqual({ [gift.txid]: { confirmed: true }, [other.txid]: { confirmed: true } });
    expect(frame.previousRetarget).toBe(frame.da?.previousRetarget);
    expect(frame).not.toHaveProperty('transactions');
    expect(await plain.next(has('block'))).toEqual({ block: frame.block });
  });

  it('leaves other followed transactions in the mempool, with new positions', async () => {
    devnode.commands.tx('waiting').pays('p2wpkh', 70_000).feeRate(50).add();
    const { txid } = await outputOf('waiting');
    const socket = await following({ 'track-tx': txid, 'track-txs': [txid], action: 'want', data: ['blocks'] });
    devnode.commands.mine(1, { empty: true });
    const frame = await socket.next(has('block'));
    expect(Object.keys(frame)).toEqual(['block']);
    const after = await socket.next(has('txPosition'));
    expect(after.txPosition).toMatchObject({ txid, position: { block: 0 } });
    expect(after['tracked-txs']?.[txid]).toMatchObject({ position: { block: 0 } });
    devnode.commands.mine(1, { txs: [txid] });
    expect((await socket.next(has('txConfirmed'))).txConfirmed).toBe(txid);
  });

  it('is sent to subscribers of the whole mempool as mined txids, including unseen ones', async () => {
    await settled();
    const ids = await following({ 'track-mempool-txids': true });
    const whole = await following({ 'track-mempool': true });
    devnode.commands.tx('seen').pays('p2wpkh', 60_000).feeRate(60).add();
    const { txid } = await outputOf('seen');
    await ids.next((frame) => frame['mempool-txids']?.added.includes(txid) === true);
    const [hash] = devnode.commands.mine(1, { txs: [txid], hidden: 3 });
    await settled();
    const inBlock = await explorer.get<string[]>(`/api/block/${hash}/txids`);
    expect(inBlock.length).toBe(5);
    for (const [socket, key] of [
      [ids, 'mempool-txids'],
      [whole, 'mempool-transactions'],
    ] as const) {
      const mined = new Set<string>();
      const sequences: number[] = [];
      while (inBlock.some((id) => !mined.has(id))) {
        const delta = (await socket.next(has(key)))[key]!;
        sequences.push(delta.sequence);
        for (const id of delta.mined) {
          expect(mined.has(id), `${id} is published once`).toBe(false);
          mined.add(id);
        }
      }
      expect([...mined]).toEqual(expect.arrayContaining(inBlock));
      expect(sequences).toEqual(sequences.map((_, i) => sequences[0]! + i));
    }
  });

  it('that conflicts with the mempool is sent as a replacement', async () => {
    devnode.commands.tx('victim').pays('p2wpkh', 60_000).feeRate(20).add();
    const { txid, address } = await outputOf('victim');
    const socket = await following({ 'track-tx': txid, 'track-addresses': [address], 'track-mempool': true });
    const hash = devnode.commands.conflict(txid);
    const { rbfTransaction } = await socket.next(has('rbfTransaction'));
    await settled();
    const inBlock = await explorer.get<string[]>(`/api/block/${hash}/txids`);
    expect(inBlock).toContain(rbfTransaction?.txid);
    const published = await socket.next((frame) => (frame['mempool-transactions']?.replaced.length ?? 0) > 0);
    expect(published['mempool-transactions']?.replaced).toMatchObject([
      { replaced: txid, by: { txid: rbfTransaction?.txid } },
    ]);
  });
});

describe('a reorg', () => {
  it('sends the whole list of blocks, longer than usual, and the adjustment', async () => {
    const socket = await following({ action: 'want', data: ['blocks', 'stats'] });
    const first = await socket.next(has('blocks'));
    expect(first.blocks).toHaveLength(8);
    const fresh = devnode.commands.reorg(2);
    // The disconnect of the old blocks may be published before the new ones.
    const { blocks, da } = await socket.next((frame) => frame.blocks?.at(-1)?.id === fresh.at(-1));
    expect(blocks).toHaveLength(32);
    expect(blocks?.slice(-3).map(({ id }) => id)).toEqual(fresh);
    expect(da).toBeDefined();
    await settled();
  });
});

describe('a reorg in several steps', () => {
  it('sends the list with every new block until the chain is higher than before', async () => {
    const socket = await following({ action: 'want', data: ['blocks'] });
    await socket.next(has('blocks'));
    // Earlier blocks may still be pending: once this one is sent, they are too.
    const [calm] = devnode.commands.mine(1);
    await socket.next((frame) => frame.block?.id === calm);
    await settled();
    devnode.commands.disconnect(2);
    const shorter = await socket.next((frame) => frame.blocks?.at(-1)?.height === devnode.state.chain.tip.height);
    expect(shorter).not.toHaveProperty('block');
    for (let i = 0; i < 3; i++) {
      const [hash] = devnode.commands.mine(1);
      const frame = await socket.next((news) => news.block?.id === hash);
      expect(frame.blocks?.at(-1)?.id).toBe(hash);
    }
    const [next] = devnode.commands.mine(1);
    expect(await socket.next((news) => news.block?.id === next)).not.toHaveProperty('blocks');
    await settled();
  });
});

describe('the mempool', () => {
  it('sends additions, replacements and removals to followers of addresses', async () => {
    devnode.commands.tx('funding').pays('p2wpkh', 200_000).add();
    devnode.commands.mine(1);
    devnode.commands.tx('first').spends('funding', 0).pays('p2wpkh', 90_000).pays('p2wpkh').feeRate(5).add();
    const { txid, address, script } = await outputOf('first');
    const socket = await following({
      'track-addresses': [address],
      'track-scriptpubkeys': [script],
      'track-tx': txid,
      'track-txs': [txid],
    });
    const newer = devnode.commands.tx('second').spends('funding', 0).pays(address).feeRate(50).add();
    const frame = await socket.next(has('multi-address-transactions'));
    expect(frame['multi-address-transactions']?.[address]).toMatchObject({
      mempool: [{ txid: newer }],
      confirmed: [],
      removed: [{ txid }],
    });
    expect(frame['multi-scriptpubkey-transactions']?.[script]).toMatchObject({ removed: [{ txid }] });
    expect(frame.rbfTransaction).toEqual({ txid: newer });
    expect(frame['tracked-txs']).toEqual({ [txid]: { replacedBy: newer } });
    expect((await socket.next(has('rbfInfo'))).rbfInfo).toMatchObject({
      tx: { txid: newer },
      replaces: [{ tx: { txid } }],
    });
    await settled();
    devnode.commands.evict(newer);
    const removed = await socket.next(has('multi-address-transactions'));
    expect(removed['multi-address-transactions']?.[address]).toMatchObject({ mempool: [], removed: [{ txid: newer }] });
    const late = await following({ 'track-txs': [txid] });
    expect((await late.next(has('tracked-txs')))['tracked-txs']).toMatchObject({ [txid]: { replacedBy: newer } });
  });

  it('sends relatives of a followed transaction when a child arrives', async () => {
    devnode.commands.tx('parent').pays('p2wpkh', 90_000).pays('p2wpkh').feeRate(3).add();
    const { txid } = await outputOf('parent');
    await settled();
    const socket = await following({ 'track-tx': txid });
    await socket.next((frame) => frame.txPosition?.cpfp?.descendants?.length === 0);
    devnode.commands.tx('child').spends('parent', 1).feeRate(90).add();
    const child = devnode.commands.txid('child');
    const { utxoSpent } = await socket.next(has('utxoSpent'));
    expect(utxoSpent).toEqual({ 1: { vin: 0, txid: child } });
    const { txPosition } = await socket.next((frame) => frame.txPosition?.cpfp !== undefined);
    expect(txPosition?.cpfp).toMatchObject({ descendants: [{ txid: child }] });
    expect((await socket.next(has('txPosition'))).txPosition).not.toHaveProperty('cpfp');
  });
});

describe('the start', () => {
  it('is the start object alone, then other answers, with commit and previous retarget', async () => {
    const socket = await explorer.socket();
    sockets.push(socket);
    socket.send({ action: 'init', 'track-rbf': 'all', 'refresh-blocks': true });
    const start = (await socket.next(() => true)) as InitData;
    const rest = await explorer.get<InitData>('/api/v1/init-data');
    expect(Object.keys(start).sort()).toEqual(Object.keys(rest).sort());
    expect(start.conversions).toMatchObject({ USD: -1, EUR: -1, JPY: -1 });
    const second = await socket.next(() => true);
    expect(second.blocks?.map(({ id }: BlockExt) => id)).toEqual(start.blocks?.map(({ id }) => id));
    expect(second.previousRetarget).toBe(start.da?.previousRetarget);
    expect(second['git-commit']).toBe(start.backendInfo?.gitCommit);
    expect(second.rbfLatest).toBeDefined();
  });

  it('is shared between clients', async () => {
    const crowd = await Promise.all(Array.from({ length: 40 }, () => explorer.socket()));
    sockets.push(...crowd);
    for (const socket of crowd) socket.send({ action: 'init' });
    const starts = await Promise.all(crowd.map((socket) => socket.next(has('backendInfo'))));
    const [first] = starts;
    expect(first?.blocks).toHaveLength(8);
    expect(starts.every(({ blocks }) => blocks?.at(-1)?.id === first?.blocks?.at(-1)?.id)).toBe(true);
  });
});
