import type { Fact } from '@glassblock/journal';
import { CodedError, displayHash, hashFromDisplay, scriptHashHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestMempool } from '../../test/support/test-mempool.ts';
import {
  createMempoolEngine,
  type MempoolEvent,
  type MempoolFrame,
  type MempoolRunner,
  startMempoolRunner,
} from '../index.ts';

let runner: MempoolRunner;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  let isStopped = false;
  void runner.stop().then(() => {
    isStopped = true;
  });
  while (!isStopped) await pass(100);
  vi.useRealTimers();
});

/** Advances the time in small steps, with a turn of the event loop after each. */
async function pass(ms: number): Promise<void> {
  for (let removed = 0; removed < ms; removed += 10) {
    await vi.advanceTimersByTimeAsync(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface Setting {
  toy: TestMempool;
  /** Milliseconds that the node takes for its list. */
  listMs?: number;
  feed?: boolean;
  /** The feed sends an event before the first comparison. */
  joined?: boolean;
  onFacts?(): void;
  /** Called before the node returns its figures. */
  onInfo?(): Promise<void>;
}

function run({ toy, listMs = 0, feed = false, joined = true, onFacts, onInfo }: Setting) {
  const frames: MempoolFrame[] = [];
  const errors: unknown[] = [];
  const facts: Fact[] = [];
  const handlers: { message(event: MempoolEvent): void; lost(): void; failed(error: unknown): void }[] = [];
  const state = { lists: 0, isAway: false };
  const source = toy.source();
  const engine = createMempoolEngine({
    source: {
      ...source,
      async ids() {
        if (state.isAway) throw new CodedError('node.away', 'the node does not answer');
        state.lists++;
        if (listMs > 0) await new Promise((resolve) => setTimeout(resolve, listMs));
        return source.ids();
      },
    },
    now: () => Math.floor(Date.now() / 1000),
    onFacts(more) {
      facts.push(...more);
      onFacts?.();
    },
    onFrame: (frame) => frames.push(frame),
  });
  runner = startMempoolRunner({
    engine,
    source: {
      ...source,
      async info() {
        await onInfo?.();
        return source.info();
      },
    },
    idOf: displayHash,
    nowMs: () => Date.now(),
    onError: (error) => errors.push(error),
    ...(feed
      ? {
          openFeed: (given) => {
            handlers.push(given);
            return { close: () => undefined };
          },
        }
      : {}),
  });
  if (feed && joined) handlers[0]!.message({ type: 'removed', hash: new Uint8Array(32), mempoolSequence: 0 });
  const say = (type: 'added' | 'removed', id: string, mempoolSequence = 9) =>
    handlers[0]!.message({ type, hash: hashFromDisplay(id), mempoolSequence });
  return { engine, frames, errors, facts, state, say, feed: () => handlers[0]! };
}

describe('polling', () => {
  it('follows within a second, and reports the interval', async () => {
    const toy = new TestMempool();
    const { engine, frames } = run({ toy });
    await pass(50);
    expect(engine.size).toBe(0);
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    await pass(1_100);
    expect(engine.size).toBe(1);
    expect(frames.at(-1)).toMatchObject({ synced: true, count: 1, pollSeconds: 1 });
  });

  it('uses at most a tenth of the time', async () => {
    const { state, frames } = run({ toy: new TestMempool(), listMs: 4_000 });
    await pass(4_100);
    expect(state.lists).toBe(1);
    await pass(39_000);
    expect(state.lists).toBe(1);
    await pass(2_000);
    expect(state.lists).toBe(2);
    expect(frames.at(-1)).toMatchObject({ pollSeconds: 40 });
  });
});

describe('with an event feed', () => {
  it('applies events without fetching the list again', async () => {
    const toy = new TestMempool();
    const { engine, state, say, frames } = run({ toy, feed: true });
    await pass(100);
    for (let i = 0; i < 20; i++) {
      say('added', toy.add({ name: `t${i}`, spends: [`utxo:${i}`], fee: 1000 }));
      await pass(50);
    }
    toy.remove('t3');
    say('removed', toy.id('t3'));
    await pass(1_100);
    expect(engine.size).toBe(19);
    expect(state.lists).toBe(1);
    expect(frames.at(-1)).toMatchObject({ synced: true, count: 19, pollSeconds: undefined });
  });

  it('does not fetch the list again when a block arrives', async () => {
    const toy = new TestMempool();
    const { engine, state, say, feed, frames } = run({ toy, feed: true });
    await pass(100);
    say('added', toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 }));
    say('added', toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 }));
    await pass(100);
    feed().message({ type: 'connected', hash: toy.mine(['a']) });
    await pass(100);
    expect(engine.size).toBe(1);
    expect(state.lists).toBe(1);
    expect(frames.at(-1)).toMatchObject({ afterBlock: true, count: 1 });
  });

  it('publishes a transaction that arrives while a block is applied before all of the block has left', async () => {
    const toy = new TestMempool();
    const names = Array.from({ length: 600 }, (_, i) => `t${i}`);
    for (const [i, name] of names.entries()) toy.add({ name, spends: [`utxo:${i}`], fee: 1000 });
    let isMined = false;
    const { facts, say, feed } = run({
      toy,
      feed: true,
      onFacts() {
        if (isMined && !toy.has('new')) say('added', toy.add({ name: 'new', spends: ['utxo:1000'], fee: 1000 }));
      },
    });
    await pass(100);
    facts.length = 0;
    isMined = true;
    feed().message({ type: 'connected', hash: toy.mine(names) });
    await pass(200);
    const added = facts.findIndex(({ type }) => type === 'tx-added');
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(600);
    expect(facts).toHaveLength(601);
  });

  it('publishes a transaction that arrives at the end of a block before the projection', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    let isMined = false;
    const { facts, frames, say, feed } = run({
      toy,
      feed: true,
      onFacts() {
        if (isMined && !toy.has('new')) say('added', toy.add({ name: 'new', spends: ['utxo:1'], fee: 1000 }));
      },
    });
    await pass(100);
    isMined = true;
    feed().message({ type: 'connected', hash: toy.mine(['a']) });
    await pass(100);
    expect(facts.map(({ type }) => type)).toEqual(['tx-added', 'tx-removed', 'tx-added']);
    expect(frames.find(({ afterBlock }) => afterBlock)).toMatchObject({ count: 1 });
  });

  it('removes the transactions of a block when it was sent, where the block before was sent', async () => {
    const toy = new TestMempool();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const [i, name] of names.entries()) toy.add({ name, spends: [`utxo:${i}`], fee: 1000 });
    const { engine, say, feed } = run({ toy, feed: true });
    const connect = async (name: string) => {
      const hash = toy.mine([name]);
      feed().message({ type: 'connected', hash });
      await pass(100);
      return displayHash(hash);
    };
    await pass(100);
    const first = await connect('a');
    expect(engine.size).toBe(5);
    runner.blockSent(first);

    const secondHash = toy.mine(['b']);
    feed().message({ type: 'connected', hash: secondHash });
    // in the same turn as the block, and later
    say('added', toy.add({ name: 'g', spends: ['utxo:6'], fee: 1000 }));
    await pass(100);
    expect(engine.size).toBe(6);
    say('added', toy.add({ name: 'h', spends: ['utxo:7'], fee: 1000 }));
    await pass(400);
    // both are published, and b is still there, but not for its script
    expect(engine.size).toBe(7);
    const scriptTotals = await Promise.all(
      ['b', 'h'].map((name) => engine.view.script(scriptHashHex(toy.scriptOf(name)), { limit: 10 })),
    );
    expect(scriptTotals.map(({ txids }) => txids)).toEqual([[], [toy.id('h')]]);
    runner.blockSent(displayHash(secondHash));
    await pass(50);
    expect(engine.size).toBe(6);

    // another event of the node does not wait for the message
    const third = await connect('c');
    toy.remove('d');
    say('removed', toy.id('d'));
    await pass(50);
    expect(engine.size).toBe(4);

    // sent before the block is applied
    const hash = toy.mine(['e']);
    runner.blockSent(displayHash(hash));
    feed().message({ type: 'connected', hash });
    await pass(50);
    expect(engine.size).toBe(3);
    runner.blockSent(third);

    // never sent: it waits for a second, and the next one does not wait
    await connect('f');
    await pass(850);
    expect(engine.size).toBe(3);
    await pass(100);
    expect(engine.size).toBe(2);
    await connect('g');
    expect(engine.size).toBe(1);
  });

  it('applies events while the node does not return its figures', async () => {
    const toy = new TestMempool();
    const answer = Promise.withResolvers<void>();
    let requests = 0;
    const onInfo = async () => {
      if (++requests > 1) await answer.promise;
    };
    const { engine, say } = run({ toy, feed: true, onInfo });
    await pass(2_100);
    say('added', toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 }));
    await pass(100);
    const { size } = engine;
    // the runner stops after the answer
    answer.resolve();
    expect(size).toBe(1);
  });

  it('reports that it is behind when the node fails to return its figures', async () => {
    let hasFailed = false;
    let requests = 0;
    const onInfo = async () => {
      if (++requests !== 2) return;
      hasFailed = true;
      throw new CodedError('node.away', 'the node does not answer');
    };
    const { errors, frames, state } = run({ toy: new TestMempool(), feed: true, onInfo });
    await pass(100);
    while (!hasFailed) await pass(10);
    await pass(50);
    expect(errors).toMatchObject([{ code: 'node.away' }]);
    expect(frames.at(-1)).toMatchObject({ synced: false });
    await pass(2_000);
    expect(state.lists).toBe(2);
    expect(frames.at(-1)).toMatchObject({ synced: true });
  });

  it('compares once after a loss, and reports that it is behind meanwhile', async () => {
    const toy = new TestMempool();
    const { engine, state, say, feed, frames } = run({ toy, feed: true, listMs: 500 });
    await pass(700);
    say('added', toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 }));
    await pass(100);
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 });
    toy.sequence = 100;
    const before = frames.length;
    feed().lost();
    await pass(3_000);
    expect(state.lists).toBe(2);
    expect(engine.size).toBe(2);
    expect(frames.slice(before).at(-1)).toMatchObject({ synced: true, count: 2 });
  });

  it('compares again when a block arrived during a comparison, and reports its transactions as mined', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { engine, state, feed, facts } = run({ toy, feed: true, listMs: 500 });
    await pass(700);
    feed().lost();
    await pass(200);
    feed().message({ type: 'connected', hash: toy.mine(['a']) });
    await pass(3_000);
    expect(engine.size).toBe(0);
    expect(state.lists).toBe(3);
    expect(facts.filter(({ type }) => type === 'tx-removed')).toMatchObject([{ reason: 'mined', certain: true }]);
  });

  it('compares again when woken during a comparison', async () => {
    const { state } = run({ toy: new TestMempool(), feed: true, listMs: 500 });
    await pass(200);
    runner.wake();
    await pass(1_500);
    expect(state.lists).toBe(2);
  });

  it('does not compare when woken after a block that the feed has reported', async () => {
    const toy = new TestMempool();
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    const { state, feed } = run({ toy, feed: true });
    await pass(100);
    feed().message({ type: 'connected', hash: toy.mine(['a']) });
    await pass(100);
    runner.wake();
    await pass(100);
    expect(state.lists).toBe(1);
    // the feed has not reported another block
    runner.wake();
    await pass(100);
    expect(state.lists).toBe(2);
  });

  it('compares again after the first event: those before the subscription are lost without a gap', async () => {
    const toy = new TestMempool();
    const { engine, state, say, frames } = run({ toy, feed: true, joined: false });
    await pass(700);
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    say('added', toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 }));
    await pass(1_200);
    expect(engine.size).toBe(2);
    expect(frames.every(({ synced }, i) => synced || i === 0)).toBe(true);
    say('added', toy.add({ name: 'c', spends: ['utxo:2'], fee: 1000 }));
    await pass(1_200);
    expect(state.lists).toBe(2);
  });

  it('compares again after a first event that arrives during a comparison', async () => {
    const toy = new TestMempool();
    const { engine, state, say } = run({ toy, feed: true, joined: false, listMs: 500 });
    await pass(600);
    runner.wake();
    await pass(200);
    say('added', toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 }));
    await pass(500);
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 });
    await pass(3_000);
    expect(engine.size).toBe(2);
    expect(state.lists).toBe(3);
  });

  it('skips events that the list already includes', async () => {
    const toy = new TestMempool();
    const { engine, say } = run({ toy, feed: true, listMs: 500 });
    const id = toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    toy.sequence = 7;
    // sent before the list was made, for a transaction that returned meanwhile
    say('removed', id, 6);
    await pass(1_000);
    expect(engine.size).toBe(1);
    toy.remove('a');
    say('removed', id, 7);
    await pass(1_000);
    expect(engine.size).toBe(0);
  });

  it('polls while the feed sends nothing, and once it has become silent', async () => {
    const toy = new TestMempool();
    const { engine, state, say, frames } = run({ toy, feed: true, joined: false });
    await pass(100);
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    await pass(1_100);
    expect(engine.size).toBe(1);
    expect(frames.at(-1)).toMatchObject({ synced: true, pollSeconds: 1 });
    say('added', toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 }));
    await pass(2_500);
    expect(frames.at(-1)).toMatchObject({ count: 2, pollSeconds: undefined });
    const { lists } = state;
    await pass(10_000);
    expect(state.lists).toBe(lists);
    await pass(115_000);
    toy.add({ name: 'c', spends: ['utxo:2'], fee: 1000 });
    await pass(1_500);
    expect(engine.size).toBe(3);
  });

  it('polls once the feed has failed', async () => {
    const toy = new TestMempool();
    const { engine, feed, errors, frames } = run({ toy, feed: true });
    await pass(100);
    feed().failed(new Error('no such address'));
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    await pass(1_500);
    toy.add({ name: 'b', spends: ['utxo:1'], fee: 1000 });
    await pass(1_500);
    expect(engine.size).toBe(2);
    expect(errors).toMatchObject([{ message: 'no such address' }]);
    expect(frames.at(-1)).toMatchObject({ pollSeconds: 1 });
  });
});

describe('an unreachable node', () => {
  it('is retried with back-off, and the mempool converges when it is back', async () => {
    const toy = new TestMempool();
    const { engine, state, errors, frames } = run({ toy });
    await pass(100);
    state.isAway = true;
    await pass(30_000);
    expect(errors.length).toBeGreaterThan(3);
    expect(errors.length).toBeLessThan(15);
    expect(frames.at(-1)).toMatchObject({ synced: false });
    toy.add({ name: 'a', spends: ['utxo:0'], fee: 1000 });
    state.isAway = false;
    await pass(12_000);
    expect(engine.size).toBe(1);
    expect(frames.at(-1)).toMatchObject({ synced: true, count: 1 });
  });
});
