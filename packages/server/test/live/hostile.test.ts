import { socketLimits } from '@glassblock/contract';
import { addressOf, CodedError, networks, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLiveWorld, type FakeSocket, type LiveWorld, mempoolTx, scriptOf } from '../support/live-world.ts';

let world: LiveWorld;
beforeEach(() => {
  world = createLiveWorld({ maxTrackedScripts: 3 });
});
afterEach(() => {
  world.hub.close();
  expect(world.faults).toEqual([]);
});

const idOf = (n: number) => n.toString(16).padStart(64, '0');
const idsTo = (count: number) => Array.from({ length: count }, (_, i) => idOf(i + 1));
const addressOfWord = (word: string) => addressOf(scriptOf(word), networks.regtest)!;
const addressesTo = (count: number) => Array.from({ length: count }, (_, i) => addressOfWord(`word ${i}`));
const scriptsTo = (count: number) => Array.from({ length: count }, (_, i) => toHex(scriptOf(`word ${i}`)));

/** Lets the event loop turn. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Returns true while the server accepts frames of this client. */
async function isServed(socket: FakeSocket): Promise<boolean> {
  await socket.ask({});
  return socket.ended === undefined;
}

describe('treats a frame of wrong types as a stop or ignores it', () => {
  const values = [
    null,
    true,
    7,
    -1,
    1e308,
    '',
    'x'.repeat(1_000),
    [],
    [[]],
    {},
    { length: 5 },
    [null, {}, 7],
    ['__proto__'],
  ];
  const keys = [
    'action',
    'data',
    'refresh-blocks',
    'track-tx',
    'watch-mempool',
    'track-address',
    'track-addresses',
    'track-scriptpubkeys',
    'track-wallet',
    'track-asset',
    'track-mempool-block',
    'track-lightning',
    'track-rbf',
    'track-rbf-summary',
    'track-donation',
    'track-stratum',
    'track-mempool',
    'track-mempool-txids',
    'historicalDate',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ];
  it.each(keys)('%s', async (key) => {
    const socket = world.connect();
    for (const value of values) socket.say(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`);
    expect(await isServed(socket)).toBe(true);
    expect(Object.keys({})).toEqual([]);
  });

  it('treats keys of client objects as plain strings', async () => {
    const socket = world.connect();
    await socket.ask({ action: 'want', data: ['__proto__', 'constructor', 'stats'] });
    expect(socket.keys).toEqual(['vBytesPerSecond']);
  });
});

describe('limits', () => {
  it('follows a hundred transactions', async () => {
    const socket = world.connect();
    await socket.ask({ 'track-txs': idsTo(100) });
    expect({ sent: socket.sent.length, ended: socket.ended }).toEqual({ sent: 0, ended: undefined });
  });

  it.each([
    ['a list that is none', 'x', 'incorrect track-txs format'],
    ['null', null, 'incorrect track-txs format'],
    [
      'one too many',
      idsTo(101),
      'too many txids requested, this connection supports tracking a maximum of 100 transactions',
    ],
  ])(
    '%s for track-txs answers the reason, after earlier answers, and closes the connection',
    async (_name, list, words) => {
      const known = mempoolTx({});
      world.add(known);
      const socket = world.connect();
      socket.say({ 'track-rbf-summary': true, 'track-tx': known.txid, 'track-txs': list });
      await socket.next((frame) => frame['track-txs-error'] !== undefined);
      expect(socket.keys).toEqual(['txPosition', 'track-txs-error']);
      expect(socket.frames[0]?.['track-txs-error']).toBe(words);
      expect(socket.ended).toBe('closed');
      expect(world.hub.connections).toBe(1);
    },
  );

  it.each([
    ['track-addresses', addressesTo, 'track-addresses-error', 'addresses'],
    ['track-scriptpubkeys', scriptsTo, 'track-scriptpubkeys-error', 'scriptpubkeys'],
  ] as const)(
    'too many for %s are rejected with a text, end the subscription, and keep the connection',
    async (key, listTo, error, what) => {
      const socket = world.connect();
      await socket.ask({ [key]: listTo(3) });
      expect(socket.take()).toEqual([]);
      await socket.ask({ [key]: listTo(4), 'track-rbf-summary': true });
      expect(socket.keys).toEqual([error, 'rbfLatestSummary']);
      expect(socket.frames[0]?.[error]).toBe(
        `too many ${what} requested, this connection supports tracking a maximum of 3 ${what}`,
      );
      socket.take();
      world.add(mempoolTx({ pays: ['word 0'] }));
      await world.published();
      expect(socket.take()).toEqual([]);
      expect(await isServed(socket)).toBe(true);
    },
  );

  it('ignores invalid and duplicate entries', async () => {
    const socket = world.connect();
    const [one = '', two = '', three = ''] = addressesTo(3);
    await socket.ask({ 'track-addresses': [one, one, one, two, three, 'x', '', null, 7] });
    expect(socket.take()).toEqual([]);
  });

  it('rejects ten thousand addresses without a mempool call', async () => {
    const socket = world.connect();
    await socket.ask({ 'track-addresses': addressesTo(10_000) });
    expect(socket.keys).toEqual(['track-addresses-error']);
    expect(world.mempool.asked.size).toBe(0);
  });

  it('a flood closes the connection and is not read further', async () => {
    const socket = world.connect();
    for (let i = 0; i < 5_000; i++) socket.say({ 'track-tx': idOf(i) });
    expect(socket.ended).toBe('terminated');
    await world.published();
    expect(world.mempool.asked.get('entries') ?? 0).toBeLessThanOrEqual(1);
  });
});

describe('work per client is bounded', () => {
  it('loads one list and the newest five hundred transactions of an address with very many', async () => {
    for (let i = 0; i < 3_000; i++) {
      const tx = mempoolTx({ pays: ['popular'] });
      world.mempool.entries.set(tx.txid, tx);
    }
    const socket = world.connect();
    await socket.ask({ 'track-address': addressOfWord('popular') });
    expect(Object.fromEntries(world.mempool.asked)).toEqual({ script: 1, entries: 2, attachEntries: 1 });
    await socket.ask({ 'track-address': 'stop' });
    await socket.ask({ 'track-address': addressOfWord('popular') });
    expect(Object.fromEntries(world.mempool.asked)).toEqual({ script: 2, entries: 2, attachEntries: 3 });
  });

  it('runs the commands of clients with many scripts one after another, without delaying other clients', async () => {
    let release: () => void = () => undefined;
    world.mempool.hold = new Promise((resolve) => {
      release = resolve;
    });
    const tx = mempoolTx({ pays: ['word 0'] });
    world.mempool.entries.set(tx.txid, tx);
    const expensive = Array.from({ length: 200 }, () => world.connect());
    for (const socket of expensive) socket.say({ 'track-addresses': addressesTo(3) });
    const other = world.connect();
    await other.ask({ action: 'want', data: ['stats'] });
    await turns(5);
    expect(world.mempool.asked.get('script')).toBe(6);
    release();
    world.mempool.hold = undefined;
    for (const socket of expensive) await socket.ask({});
    expect(world.mempool.asked.get('script')).toBe(600);
  });

  it('commands with invalid addresses yield to other work', async () => {
    const sockets = Array.from({ length: 100 }, () => world.connect());
    for (const socket of sockets) socket.say({ 'track-addresses': ['invalid'], action: 'ping' });
    await turns(5);
    // two run in each turn; without turns in between, all of them would be answered before anything else runs
    expect(sockets.filter(({ keys }) => keys.includes('pong')).length).toBeLessThan(20);
    await turns(200);
    expect(sockets.filter(({ keys }) => keys.includes('pong')).length).toBe(100);
  });

  it('unknown txids add no work to a projection', async () => {
    const sockets = Array.from({ length: 20 }, () => world.connect());
    for (const [i, socket] of sockets.entries()) {
      await socket.ask({ 'track-txs': idsTo(100).map((id) => id.replace(/^0/, i.toString(16)[0]!)) });
    }
    const before = world.mempool.asked.get('entries');
    world.project();
    await world.published();
    expect(world.mempool.asked.get('entries')).toBe(before);
  });
});

describe('mempool errors', () => {
  it('a rejected call does not skip the others, and is not reported', async () => {
    const tx = mempoolTx({});
    world.add(tx);
    const socket = world.connect();
    await socket.ask({ action: 'want', data: ['mempool-blocks'], 'track-tx': tx.txid, 'track-mempool-txids': true });
    socket.take();
    world.mempool.refusal = new CodedError('server.busy', 'too many questions at once');
    world.project();
    await world.published();
    expect(socket.keys).toEqual(['mempool-blocks', 'mempool-txids']);
    world.mempool.refusal = undefined;
    socket.take();
    world.project();
    await world.published();
    expect(socket.keys).toEqual(['mempool-blocks', 'txPosition', 'mempool-txids']);
  });

  it('close the client that sent the command, which can reconnect', async () => {
    world.mempool.refusal = new CodedError('server.busy', 'too many questions at once');
    const socket = world.connect();
    socket.say({ 'track-tx': idOf(1) });
    await new Promise<void>((resolve) => socket.once('close', resolve));
    expect(socket.ended).toBe('closed');
  });
});

describe('dead sockets', () => {
  it('drops one that does not read when its backlog is too long, with all subscriptions', async () => {
    const socket = world.connect();
    await socket.ask({ 'track-mempool-block': 2, 'track-mempool-txids': true, 'track-address': addressOfWord('a') });
    socket.bufferedAmount = socketLimits.outboundBytes + 1;
    world.project();
    await world.published();
    expect({ ended: socket.ended, connections: world.hub.connections, watched: world.mempool.watched }).toEqual({
      ended: 'terminated',
      connections: 1,
      watched: [],
    });
    const asked = world.mempool.asked.get('entries');
    world.add(mempoolTx({ pays: ['a'] }));
    await world.published();
    expect(world.mempool.asked.get('entries')).toBe(asked);
  });

  it('drops a half-open one that answers no ping, and not one that answers', async () => {
    world.hub.close();
    world = createLiveWorld({ pulseMs: 5 });
    const [dead, alive] = [world.connect(), world.connect()];
    alive.on('pinged', () => alive.emit('pong'));
    await new Promise((resolve) => dead.on('close', resolve));
    expect({ dead: dead.ended, alive: alive.ended }).toEqual({ dead: 'terminated', alive: undefined });
  });

  it('leaves no state of one that closes while its commands run', async () => {
    let release: () => void = () => undefined;
    world.mempool.hold = new Promise((resolve) => {
      release = resolve;
    });
    const socket = world.connect();
    socket.say({ 'track-tx': idOf(1), 'track-address': addressOfWord('a'), 'track-mempool-block': 1 });
    await new Promise<void>((resolve) => setImmediate(resolve));
    socket.terminate();
    release();
    world.mempool.hold = undefined;
    await world.published();
    const asked = world.mempool.asked.get('entries');
    world.add(mempoolTx({ pays: ['a'] }));
    world.project();
    await world.published();
    expect({ watched: world.mempool.watched, asked: world.mempool.asked.get('entries') }).toEqual({
      watched: [],
      asked,
    });
  });
});
