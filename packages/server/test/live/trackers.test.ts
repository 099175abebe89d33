import { addressOf, networks, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  additionOf,
  createLiveWorld,
  type FakeSocket,
  type LiveWorld,
  mempoolTx,
  removalOf,
  scriptOf,
  treeOf,
} from '../support/live-world.ts';

let world: LiveWorld;
beforeEach(() => {
  world = createLiveWorld();
});
afterEach(() => {
  world.hub.close();
  expect(world.faults).toEqual([]);
});

const unseen = 'ee'.repeat(32);
const other = 'dd'.repeat(32);
const addressOfWord = (word: string) => addressOf(scriptOf(word), networks.regtest)!;
const idsOf = (txs: readonly { txid: string }[] | undefined) => txs?.map(({ txid }) => txid);

describe('track-tx', () => {
  it('sends the position immediately, and with every projection while in the mempool', async () => {
    const tx = mempoolTx({});
    world.add(tx);
    const socket = await world.following({ 'track-tx': tx.txid });
    const position = { block: 0, vsize: 100 };
    expect(socket.take()).toEqual([{ txPosition: { txid: tx.txid, position } }]);
    world.mempool.entries.set(tx.txid, { ...tx, position: { block: 2, vsize: 7 } });
    const [moved] = await world.received(socket, () => world.project());
    expect(moved?.txPosition).toMatchObject({ txid: tx.txid, position: { block: 2, vsize: 7 } });
    expect(await world.received(socket, () => world.project())).toHaveLength(1);
    expect(await world.received(socket, () => world.remove(tx.txid, 'evicted'))).toEqual([]);
    expect(await world.received(socket, () => world.project())).toEqual([]);
  });

  it('sends relatives only when they changed', async () => {
    const tx = mempoolTx({});
    world.add(tx);
    const socket = await world.following({ 'track-tx': tx.txid });
    const cpfps = async () => {
      const frames = await world.received(socket, () => world.project());
      return frames.map(({ txPosition }) => txPosition?.cpfp?.descendants?.length);
    };
    expect(await cpfps()).toEqual([0]);
    expect(await cpfps()).toEqual([undefined]);
    const descendants = [{ txid: other, fee: 5, weight: 400 }];
    world.mempool.entries.set(tx.txid, { ...tx, descendants, effectiveRate: 9 });
    expect(await cpfps()).toEqual([1]);
    expect(await cpfps()).toEqual([undefined]);
  });

  it('sends an awaited transaction once, and a known one immediately', async () => {
    const tx = mempoolTx({});
    const early = await world.following({ 'track-tx': tx.txid, 'watch-mempool': true });
    const quiet = await world.following({ 'track-tx': tx.txid });
    const [arrival] = await world.received(early, () => world.add(tx));
    expect(arrival?.tx).toMatchObject({ txid: tx.txid, fee: 1_000, status: { confirmed: false } });
    expect(quiet.keys).toEqual([]);
    world.remove(tx.txid, 'evicted');
    expect(await world.received(early, () => world.add(tx))).toEqual([]);
    const late = await world.following({ 'track-tx': tx.txid, 'watch-mempool': true });
    expect(late.take()[0]?.tx?.txid).toBe(tx.txid);
  });

  it('sends it once when the journal reports it during the request', async () => {
    const tx = mempoolTx({});
    world.mempool.entries.set(tx.txid, tx);
    let release: () => void = () => undefined;
    world.mempool.hold = new Promise((resolve) => {
      release = resolve;
    });
    const socket = world.connect();
    socket.say({ 'track-tx': tx.txid, 'watch-mempool': true });
    socket.say({ action: 'ping' });
    await world.published();
    expect(world.mempool.asked.get('entries')).toBe(1);
    world.mempool.hold = undefined;
    world.append(additionOf(tx));
    await world.published();
    expect(socket.keys).toEqual(['tx']);
    release();
    await socket.next((frame) => frame.pong === true);
    expect(socket.keys).toEqual(['tx', 'txPosition', 'pong']);
  });

  it('sends the newest replacement of one replaced before, and stops following it', async () => {
    world.mempool.replacedBy.set(unseen, other);
    const socket = await world.following({ 'track-tx': unseen, 'watch-mempool': true });
    expect(socket.take()).toEqual([{ txReplaced: { txid: other } }]);
    expect(await world.received(socket, () => world.append(removalOf(unseen, 'replaced', other)))).toEqual([]);
  });

  it.each(['replaced', 'conflict'] as const)('sends its replacement (%s)', async (reason) => {
    const tx = mempoolTx({});
    world.add(tx);
    const socket = await world.following({ 'track-tx': tx.txid });
    expect(await world.received(socket, () => world.remove(tx.txid, reason, other))).toEqual([
      { rbfTransaction: { txid: other } },
    ]);
  });

  it('sends which of its outputs are spent in the mempool, all of one event together', async () => {
    const tx = mempoolTx({ pays: ['a', 'b', 'c'] });
    world.add(tx);
    const socket = await world.following({ 'track-tx': tx.txid });
    const spend = mempoolTx({
      spends: [
        { txid: other, vout: 0 },
        { txid: tx.txid, vout: 2 },
      ],
    });
    const second = mempoolTx({ spends: [{ txid: tx.txid, vout: 0 }] });
    expect(await world.received(socket, () => world.add(spend, second))).toEqual([
      { utxoSpent: { 2: { vin: 1, txid: spend.txid }, 0: { vin: 0, txid: second.txid } } },
    ]);
  });

  it('sends a replacement tree to every follower of one of its transactions', async () => {
    const newest = 'cc'.repeat(32);
    const old = await world.following({ 'track-tx': unseen });
    const unknownClient = await world.following({ 'track-tx': 'bb'.repeat(32) });
    const tree = treeOf(newest, treeOf(unseen));
    const frames = await world.received(old, () => world.project({ rbfChanges: { trees: [tree], replaced: [] } }));
    expect(frames).toEqual([{ rbfInfo: tree }]);
    expect(unknownClient.keys).toEqual([]);
  });

  it.each(['stop', null, 7, { txid: unseen }, `${unseen}0`])('%j stops it', async (value) => {
    const tx = mempoolTx({});
    world.add(tx);
    const socket = await world.following({ 'track-tx': tx.txid });
    await socket.ask({ 'track-tx': value });
    expect(await world.received(socket, () => world.project())).toEqual([]);
  });
});

describe('track-txs', () => {
  it('answers with known data: mempool, replacements, nothing for unknown ids', async () => {
    const tx = mempoolTx({});
    world.add(tx);
    world.mempool.replacedBy.set(other, tx.txid);
    const socket = await world.following({ 'track-txs': [tx.txid, other, unseen] });
    expect(socket.take()).toEqual([
      {
        'tracked-txs': {
          [tx.txid]: { confirmed: false, position: { block: 0, vsize: 100 } },
          [other]: { confirmed: false, replacedBy: tx.txid },
        },
      },
    ]);
  });

  it('sends nothing when nothing is known', async () => {
    expect((await world.following({ 'track-txs': [unseen] })).take()).toEqual([]);
  });

  it('sends each client the transactions of its own list', async () => {
    const [a, b, c] = [mempoolTx({}), mempoolTx({}), mempoolTx({})];
    world.add(a, b, c);
    const first = await world.following({ 'track-txs': [a.txid, b.txid] });
    const second = await world.following({ 'track-txs': [b.txid] });
    const [news] = await world.received(first, () => world.project());
    expect(Object.keys(news?.['tracked-txs'] ?? {})).toEqual([a.txid, b.txid]);
    expect(news?.['tracked-txs']?.[a.txid]).toMatchObject({ position: { block: 0 }, cpfp: { ancestors: [] } });
    const [own] = second.frames.slice(-1);
    expect(Object.keys(own?.['tracked-txs'] ?? {})).toEqual([b.txid]);
    const [again] = await world.received(first, () => world.project());
    expect(again?.['tracked-txs']?.[a.txid]).toEqual({ position: { block: 0, vsize: 100 } });
  });

  it('sends replacements once and new spends, in one frame per event', async () => {
    const [a, b] = [mempoolTx({}), mempoolTx({})];
    world.add(a, b);
    const socket = await world.following({ 'track-txs': [a.txid, b.txid] });
    const child = mempoolTx({ spends: [{ txid: b.txid, vout: 0 }] });
    const frames = await world.received(socket, () => {
      world.mempool.entries.set(child.txid, child);
      world.append(removalOf(a.txid, 'replaced', other), additionOf(child));
    });
    expect(frames).toEqual([
      {
        'tracked-txs': {
          [b.txid]: { utxoSpent: { 0: { vin: 0, txid: child.txid } } },
          [a.txid]: { replacedBy: other },
        },
      },
    ]);
  });

  it('an empty list stops it', async () => {
    const tx = mempoolTx({});
    world.add(tx);
    const socket = await world.following({ 'track-txs': [tx.txid] });
    await socket.ask({ 'track-txs': [] });
    expect(await world.received(socket, () => world.project())).toEqual([]);
  });
});

it('sends relatives to a new subscriber only', async () => {
  const { txid, ...rest } = mempoolTx({});
  world.add({ txid, ...rest });
  const messages = [{ 'track-tx': txid }, { 'track-txs': [txid] }];
  const early = await Promise.all(messages.map(world.following));
  world.project();
  await world.published();
  const late = await Promise.all(messages.map(world.following));
  for (const socket of [...early, ...late]) socket.take();
  world.project();
  await world.published();
  const hasCpfp = ({ frames: [frame] }: FakeSocket) =>
    (frame?.txPosition ?? frame?.['tracked-txs']?.[txid])?.cpfp !== undefined;
  expect([early.map(hasCpfp), late.map(hasCpfp)]).toEqual([
    [false, false],
    [true, true],
  ]);
});

describe('track-address', () => {
  it('sends payments and spends as they arrive, and removals', async () => {
    const socket = await world.following({ 'track-address': addressOfWord('alice') });
    const paid = mempoolTx({ pays: ['bob', 'alice'] });
    const spent = mempoolTx({ spends: [{ txid: other, vout: 0, script: 'alice' }] });
    const [news] = await world.received(socket, () => world.add(paid, spent, mempoolTx({ pays: ['carol'] })));
    expect(idsOf(news?.['address-transactions'])).toEqual([paid.txid, spent.txid]);
    const [removed] = await world.received(socket, () => world.remove(paid.txid, 'evicted'));
    expect(removed).toEqual({ 'address-removed-transactions': [news?.['address-transactions']?.[0]] });
    expect(await world.received(socket, () => world.remove(spent.txid, 'mined'))).toEqual([]);
  });

  it('includes transactions from before the subscription', async () => {
    const tx = mempoolTx({ pays: ['alice'] });
    world.add(tx);
    const socket = await world.following({ 'track-address': addressOfWord('alice') });
    expect(socket.take()).toEqual([]);
    const [removed] = await world.received(socket, () => world.remove(tx.txid, 'replaced', other));
    expect(idsOf(removed?.['address-removed-transactions'])).toEqual([tx.txid]);
  });

  it('sends a replacement in one frame: added and removed', async () => {
    const old = mempoolTx({ pays: ['alice'] });
    world.add(old);
    const socket = await world.following({ 'track-address': addressOfWord('alice') });
    const newer = mempoolTx({ pays: ['alice', 'bob'] });
    const frames = await world.received(socket, () => {
      world.mempool.entries.delete(old.txid);
      world.mempool.entries.set(newer.txid, newer);
      world.append(removalOf(old.txid, 'replaced', newer.txid), additionOf(newer));
    });
    expect(frames.map(Object.keys)).toEqual([['address-transactions', 'address-removed-transactions']]);
  });

  it('accepts a public key for its script, in either form and case', async () => {
    const keys = [`02${'AB'.repeat(32)}`, `04${'ab'.repeat(64)}`];
    for (const key of keys) {
      const script = Buffer.from(`${key.length === 66 ? '21' : '41'}${key}ac`, 'hex');
      const socket = await world.following({ 'track-address': key });
      const tx = mempoolTx({});
      const entry = { ...tx, prevouts: [{ ...tx.prevouts[0]!, script: new Uint8Array(script) }] };
      const [news] = await world.received(socket, () => world.add(entry));
      expect(idsOf(news?.['address-transactions']), key).toEqual([tx.txid]);
    }
  });

  it('a new address replaces the previous one', async () => {
    const socket = await world.following({ 'track-address': addressOfWord('alice') });
    await socket.ask({ 'track-address': addressOfWord('bob') });
    const [news] = await world.received(socket, () =>
      world.add(mempoolTx({ pays: ['alice'] }), mempoolTx({ pays: ['bob'] })),
    );
    expect(news?.['address-transactions']).toHaveLength(1);
    await socket.ask({ 'track-address': 'stop' });
    expect(await world.received(socket, () => world.add(mempoolTx({ pays: ['bob'] })))).toEqual([]);
  });
});

describe('track-addresses and track-scriptpubkeys', () => {
  it("answer under the client's labels, and report a lone removal too", async () => {
    const alice = addressOfWord('alice').toUpperCase();
    const bob = addressOfWord('bob');
    const socket = await world.following({ 'track-addresses': [alice, bob] });
    const tx = mempoolTx({ pays: ['alice'] });
    const [news] = await world.received(socket, () => world.add(tx));
    const multi = news?.['multi-address-transactions'];
    expect(Object.keys(multi ?? {})).toEqual([alice]);
    expect(multi?.[alice]).toMatchObject({ mempool: [{ txid: tx.txid }], confirmed: [], removed: [] });
    const [removed] = await world.received(socket, () => world.remove(tx.txid, 'expired'));
    expect(removed?.['multi-address-transactions']).toMatchObject({
      [alice]: { mempool: [], confirmed: [], removed: [{ txid: tx.txid }] },
    });
  });

  it('send a transaction under every label that it touches, including two spellings of one script', async () => {
    const bob = addressOfWord('bob');
    const labels = [addressOfWord('alice'), bob, bob.toUpperCase()];
    const socket = await world.following({ 'track-addresses': labels });
    const tx = mempoolTx({ pays: ['bob'], spends: [{ txid: other, vout: 0, script: 'alice' }] });
    const [news] = await world.received(socket, () => world.add(tx));
    expect(Object.keys(news?.['multi-address-transactions'] ?? {}).sort()).toEqual(labels.sort());
  });

  it('follow scripts in hex, lower-cased, together with addresses', async () => {
    const script = toHex(scriptOf('alice'));
    const socket = await world.following({
      'track-scriptpubkeys': [script.toUpperCase(), script],
      'track-addresses': [addressOfWord('bob')],
      'track-address': addressOfWord('carol'),
    });
    const tx = mempoolTx({ pays: ['alice', 'bob', 'carol'] });
    const [news, ...more] = await world.received(socket, () => world.add(tx));
    expect(more).toEqual([]);
    expect(news?.['multi-scriptpubkey-transactions']?.[script]?.mempool.map(({ txid }) => txid)).toEqual([tx.txid]);
    expect(Object.keys(news?.['multi-scriptpubkey-transactions'] ?? {})).toEqual([script]);
    expect(Object.keys(news?.['multi-address-transactions'] ?? {})).toEqual([addressOfWord('bob')]);
    expect(idsOf(news?.['address-transactions'])).toEqual([tx.txid]);
    await socket.ask({ 'track-scriptpubkeys': [] });
    const [left] = await world.received(socket, () => world.add(mempoolTx({ pays: ['alice', 'bob'] })));
    expect(Object.keys(left ?? {})).toEqual(['multi-address-transactions']);
  });

  it('ignore invalid addresses and track the others', async () => {
    const foreign = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const socket = await world.following({ 'track-addresses': [foreign, addressOfWord('alice')] });
    expect(socket.take()).toEqual([]);
    const [news] = await world.received(socket, () => world.add(mempoolTx({ pays: ['alice'] })));
    expect(Object.keys(news?.['multi-address-transactions'] ?? {})).toEqual([addressOfWord('alice')]);
  });
});
