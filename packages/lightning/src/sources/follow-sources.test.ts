import { CodedError } from '@glassblock/primitives';
import { afterEach, describe, expect, it } from 'vitest';
import { channelIdOf } from '../graph/channel-id.ts';
import { channelBetween, type GossipChannel } from '../graph/gossip.ts';
import { Graph } from '../graph/graph.ts';
import { type FollowedSources, followSources, type SourceState } from './follow-sources.ts';
import type { LightningSource, UpdateReceiver } from './source.ts';

const [a, b] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`];
const nowMs = 1_790_000_000_000;
const id = (height: number) => channelIdOf({ height, position: 1, vout: 0 })!;
const policy = (feeRatePpm: number, updatedAt: number) => ({
  updatedAt,
  baseFeeMsat: 0,
  feeRatePpm,
  cltvDelta: 40,
  minHtlcMsat: 0,
  maxHtlcMsat: 1,
  isDisabled: false,
});
const channel = (height: number): GossipChannel =>
  channelBetween(id(height), { key: a, policy: policy(1, 1_790_000_000) }, { key: b, policy: undefined });

/** A source with a list of graphs or errors, one for each read, and a pause that ends on command. */
class World {
  readonly graph = new Graph();
  readonly states: string[] = [];
  readonly pauses: number[] = [];
  readonly reads: (readonly GossipChannel[] | CodedError | 'drips')[] = [];
  network = 'regtest';
  readonly deadline = new AbortController();
  updates: UpdateReceiver | undefined;
  endUpdates: (error?: CodedError) => void = () => undefined;
  private endPause: () => void = () => undefined;
  private waiters: (() => void)[] = [];
  followed: FollowedSources | undefined;

  start(hasUpdates: boolean, startAfter?: Promise<void>): void {
    const source: LightningSource = {
      name: 'scripted',
      info: async () => ({ publicKey: a, alias: 'a', version: '1', network: this.network }),
      readGraph: async (receiver, signal) => {
        const next = this.reads.shift();
        if (next === 'drips') {
          this.deadline.abort();
          signal.throwIfAborted();
        }
        if (next === undefined) throw new Error('no read is scripted');
        if (next instanceof CodedError) throw next;
        for (const each of next as readonly GossipChannel[]) receiver.channel(each);
      },
      follow: hasUpdates
        ? (receiver, signal) =>
            new Promise((resolve, reject) => {
              this.updates = receiver;
              this.endUpdates = (error) => (error === undefined ? resolve() : reject(error));
              signal.addEventListener('abort', () => resolve());
              this.wake();
            })
        : undefined,
    };
    this.followed = followSources({
      graph: this.graph,
      sources: [source],
      network: 'regtest',
      nowMs: () => nowMs,
      startAfter,
      deadline: () => this.deadline.signal,
      pause: (ms, signal) => {
        this.pauses.push(ms);
        this.wake();
        return new Promise((resolve) => {
          this.endPause = resolve;
          signal.addEventListener('abort', () => resolve());
        });
      },
      onChange: () => undefined,
      onState: ({ state, code, message }: SourceState) => void this.states.push(code ?? state, message ?? ''),
      onUnexpectedError: (error) => void this.states.push(String(error)),
    });
  }

  /** Resolves when the follower pauses or follows updates again. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  async afterPause(): Promise<void> {
    const settled = this.settled();
    this.endPause();
    await settled;
  }

  private wake(): void {
    for (const waiter of this.waiters.splice(0)) waiter();
  }

  statusOf(height: number): number | undefined {
    return this.graph.channels.status[this.graph.channels.find(id(height))];
  }
}

describe('following a source', () => {
  let world: World;
  afterEach(async () => {
    await world.followed?.stop();
  });
  const start = async (hasUpdates: boolean, ...reads: World['reads']) => {
    world = new World();
    world.reads.push(...reads);
    const settled = world.settled();
    world.start(hasUpdates);
    await settled;
  };

  it('reads the whole graph every ten minutes', async () => {
    await start(false, [channel(100), channel(101)], [channel(101)]);
    expect([world.statusOf(100), world.statusOf(101)]).toEqual([1, 1]);
    expect(world.followed!.states).toMatchObject([{ state: 'ready', channelCount: 2, readAtMs: nowMs }]);
    await world.afterPause();
    expect([world.statusOf(100), world.statusOf(101)]).toEqual([0, 1]);
    expect(world.pauses).toEqual([600_000, 600_000]);
  });

  it('reads nothing before the promise to start after, and can be stopped until then', async () => {
    const listening = Promise.withResolvers<void>();
    world = new World();
    world.reads.push([channel(100)]);
    world.start(false, listening.promise);
    await new Promise((resolve) => setImmediate(resolve));
    expect([world.reads.length, world.followed!.states[0]!.state]).toEqual([1, 'connecting']);
    const settled = world.settled();
    listening.resolve();
    await settled;
    expect(world.statusOf(100)).toBe(1);
    const stopped = new World();
    stopped.start(false, new Promise(() => undefined));
    await stopped.followed!.stop();
    expect(stopped.states).toEqual([]);
  });

  it('doubles the pause while a source fails, up to ten minutes, and keeps the graph', async () => {
    const failure = new CodedError('lightning.unreachable', 'scripted cannot be reached (ECONNREFUSED).');
    await start(false, [channel(100)], ...Array.from({ length: 8 }, () => failure), [channel(100)]);
    for (let i = 0; i < 9; i++) await world.afterPause();
    expect(world.pauses.map((ms) => ms / 1_000)).toEqual([600, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
    expect(world.statusOf(100)).toBe(1);
    expect(world.states.slice(0, 4)).toEqual(['ready', '', failure.code, failure.message]);
    expect(world.states.slice(-2)).toEqual(['ready', '']);
  });

  // an lnd that was set up again would otherwise make every channel inactive
  it('keeps the last graph of a source while its graph is empty', async () => {
    await start(false, [channel(100)], []);
    await world.afterPause();
    expect(world.statusOf(100)).toBe(1);
    expect(world.states.slice(-2)).toEqual(['lightning.empty-graph', 'scripted has no graph yet.']);
  });

  it('does not read the graph of another network', async () => {
    world = new World();
    world.network = 'testnet';
    const settled = world.settled();
    world.start(false);
    await settled;
    expect(world.states).toEqual(['lightning.other-network', 'scripted follows testnet, not regtest.']);
    expect(world.graph.channels.count).toBe(0);
  });

  it('applies updates between whole graphs', async () => {
    await start(true, [channel(100)]);
    world.updates!.policy(id(100), [a, b], 1, policy(77, 1_790_000_100));
    world.updates!.policy(id(102), [a, b], 0, policy(5, 1_790_000_100));
    expect(world.graph.channels.policy(1)).toMatchObject({ feeRatePpm: 77 });
    expect(world.statusOf(102)).toBe(1);
    world.updates!.closed(id(100));
    expect(world.statusOf(100)).toBe(0);
  });

  it('reads whole graphs only while there is no stream of updates', async () => {
    await start(true, [channel(100)], [channel(100)]);
    const paused = world.pauses.length;
    world.endUpdates(new CodedError('lightning.bad-answer', 'lnd answered with HTTP status 404.'));
    expect(world.pauses.length).toBe(paused);
    await world.afterPause();
    expect(world.states).toEqual(['ready', '', 'ready', '']);
  });

  it('reconnects when the stream of updates ends', async () => {
    await start(true, [channel(100)], [channel(100)]);
    const settled = world.settled();
    world.endUpdates();
    await settled;
    expect(world.states.slice(-2)).toEqual(['lightning.unreachable', 'scripted ended the connection.']);
    await world.afterPause();
    expect(world.states.at(-2)).toBe('ready');
  });

  // each whole graph has up to 100 MB
  it('doubles the pause while the updates end early, until they last for a refresh', async () => {
    await start(true, ...Array.from({ length: 6 }, () => [channel(100)]));
    const pauses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const settled = world.settled();
      world.endUpdates();
      await settled;
      pauses.push(world.pauses.at(-1)!);
      await world.afterPause();
      if (i === 2) await world.afterPause();
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 10_000]);
  });

  it('ends the reading of a graph that arrives byte by byte', async () => {
    await start(false, 'drips');
    const message = 'scripted has not sent its graph within ten minutes.';
    expect(world.states).toEqual(['lightning.unreachable', message]);
  });

  it('does not let an announcement with a future time hide later ones', async () => {
    const ahead = (rate: number) =>
      channelBetween(id(100), { key: a, policy: policy(rate, 4_000_000_000) }, { key: b, policy: undefined });
    await start(true, [ahead(1)]);
    world.updates!.policy(id(100), [a, b], 0, policy(2, 1_790_000_000));
    world.updates!.policy(id(100), [a, b], 0, policy(3, 4_000_000_000));
    expect(world.graph.channels.policy(0)).toMatchObject({ feeRatePpm: 2, updatedAt: 1_790_000_000 });
  });
});
