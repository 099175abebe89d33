import { fromHex, type Sats, toHex, type UnixSeconds } from '@glassblock/primitives';
import { openMemoryEngine, openStore } from '@glassblock/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { countTurns } from '../../test/support/count-turns.ts';
import { channelIdOf } from '../graph/channel-id.ts';
import { type ChannelPolicy, channelBetween } from '../graph/gossip.ts';
import { Graph } from '../graph/graph.ts';
import { LightningHistory } from '../history.ts';
import { policyKey, policyRow, reachKey, reachRow } from '../rows/change-rows.ts';
import { maxRowsEach } from './change-log.ts';
import { GraphChanges, rowsPerTurn } from './graph-changes.ts';
import { ReachObserver, uptimeOf } from './reach.ts';

const [a, b] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`];
const start = 1_790_000_000;
const id = channelIdOf({ height: 900_000, position: 1, vout: 0 })!;
const ends = { channel: id, firstNode: fromHex(a), secondNode: fromHex(b) };
const policy = (ppm: number, updatedAt: number, isDisabled = false): ChannelPolicy => ({
  updatedAt,
  baseFeeMsat: 1_000,
  feeRatePpm: ppm,
  cltvDelta: 40,
  minHtlcMsat: 1,
  maxHtlcMsat: 990_000_000,
  isDisabled,
});
const node = (alias: string, updatedAt: number) => ({
  publicKey: a,
  alias,
  updatedAt,
  color: 1,
  sockets: [],
  features: '',
  records: {},
});
const closure = {
  txid: new Uint8Array(32).fill(9),
  height: 900_100,
  time: start + 100,
  feeSats: 300,
  reason: 'unknown',
  isResolved: false,
  evidenceHeight: 900_100,
} as const;

describe('changes of the graph', () => {
  let graph: Graph;
  let changes: GraphChanges;
  const take = (now: number, isLast = false) =>
    changes.take(graph.takeChanges(), { now, tipHeight: 900_100, isFirst: false, isLast }).facts;
  const announce = (channel: bigint, first?: ChannelPolicy, second?: ChannelPolicy) =>
    graph.upsertChannel(channelBetween(channel, { key: a, policy: first }, { key: b, policy: second }), 0);
  const fund = (row: number) =>
    graph.setFunding(row, { txid: new Uint8Array(32).fill(row + 1), capacitySats: 1_000_000, time: start });

  beforeEach(async () => {
    graph = new Graph();
    changes = await GraphChanges.of(graph);
  });

  it('reports a channel from its opening to its closing, and both undone by a reorg', () => {
    const row = announce(id);
    expect(take(start)).toEqual([]);
    fund(row);
    const txid = new Uint8Array(32).fill(1);
    expect(take(start)).toEqual([
      { type: 'channel-opened', ...ends, txid, capacity: 1_000_000 as Sats, time: start as UnixSeconds },
    ]);
    graph.close(row, closure);
    const closed = { type: 'channel-closed', ...ends, txid: closure.txid, time: closure.time };
    expect(take(start)).toEqual([{ ...closed, reason: 'unknown' }]);
    graph.close(row, { ...closure, reason: 'force' });
    expect(take(start)).toEqual([{ ...closed, reason: 'force' }]);
    graph.reopen(row);
    expect(take(start + 5)).toEqual([{ type: 'channel-reopened', ...ends, time: start + 5 }]);
    graph.removeFundings([row]);
    expect(take(start + 6)).toEqual([{ type: 'channel-unfunded', ...ends, time: start + 6 }]);
  });

  it('reports nothing for the first graph, a stored graph and old channels', async () => {
    graph.upsertNode(node('alice', start), 0);
    fund(announce(id, policy(5, start)));
    const first = changes.take(graph.takeChanges(), { now: start, tipHeight: 900_100, isFirst: true });
    expect(first.facts).toEqual([]);
    expect(first.policies).toMatchObject([{ channel: 0, side: 0, changes: 0 }]);
    changes = await GraphChanges.of(graph);
    graph.upsertNode(node('alice', start + 9), 0);
    graph.setPolicy(0, 0, policy(5, start + 9), 0);
    const old = announce(channelIdOf({ height: 800_000, position: 1, vout: 0 })!);
    fund(old);
    graph.close(old, { ...closure, height: 810_000 });
    expect(take(start + 10)).toEqual([]);
  });

  it('compares a whole graph in parts, with a turn of the event loop between them', async () => {
    const count = 2 * rowsPerTurn + 1;
    const idAt = (position: number) => channelIdOf({ height: 900_000, position, vout: 0 })!;
    for (let at = 1; at <= count; at++) fund(announce(idAt(at), policy(5, start)));
    const options = { now: start, tipHeight: 900_100, isFirst: false };
    const opened: bigint[] = [];
    let policies = 0;
    const sizes: number[] = [];
    const turns = await countTurns(async () => {
      for await (const part of changes.takeInParts(graph.takeChanges(), options)) {
        const ids = part.facts.flatMap((fact) => (fact.type === 'channel-opened' ? [fact.channel] : []));
        opened.push(...ids);
        sizes.push(ids.length);
        policies += part.policies.length;
      }
    });
    expect(sizes).toEqual([rowsPerTurn, rowsPerTurn, 1, 0]);
    expect(opened).toEqual(Array.from({ length: count }, (_, at) => idAt(at + 1)));
    expect(policies).toBe(count);
    expect(turns).toBeGreaterThanOrEqual(3);
    // policies that are due are reported without changed rows too
    for await (const part of changes.takeInParts({ nodes: [], channels: [] }, options)) sizes.push(part.facts.length);
    expect(sizes).toHaveLength(5);
  });

  it('reports an announcement that differs from the last one', () => {
    graph.upsertNode(node('alice', start), 0);
    expect(take(start)).toEqual([{ type: 'node-updated', node: fromHex(a), time: start }]);
    graph.upsertNode(node('carol', start + 1), 0);
    expect(take(start)).toEqual([{ type: 'node-updated', node: fromHex(a), time: start + 1 }]);
  });

  it('combines the policy changes of ten minutes', () => {
    const row = announce(id, policy(5, start));
    fund(row);
    take(start);
    graph.setPolicy(row, 0, policy(6, start + 10), 0);
    expect(take(start + 10)).toEqual([]);
    graph.setPolicy(row, 0, policy(7, start + 20), 0);
    expect(take(start + 20)).toEqual([]);
    const changed = {
      type: 'policy-changed',
      channel: id,
      node: fromHex(a),
      peer: fromHex(b),
      feeRatePpm: 7,
      baseFeeMsat: 1_000,
      disabled: false,
      changes: 2,
      time: start + 20,
    };
    expect(take(start + 600)).toEqual([changed]);
    graph.setPolicy(row, 0, policy(7, start + 610, true), 0);
    expect(take(start + 610, true)).toEqual([{ ...changed, disabled: true, changes: 1, time: start + 610 }]);
  });
});

describe('log of changes', () => {
  it('encodes its rows', () => {
    expect(toHex(policyKey.encode({ time: 0x01020304, side: 1 }))).toBe('0102030401');
    const row = { ...policy(2, 0, true), baseFeeMsat: 1, minHtlcMsat: 0, maxHtlcMsat: 2, changes: 3 };
    expect(toHex(policyRow.encode(row))).toBe(
      `${'000000000000f03f'}02000000${'2800'}${'00'.repeat(8)}${'0000000000000040'}01${'03000000'}`,
    );
    expect(toHex(reachKey.encode({ time: 1 }))).toBe('00000001');
    expect(toHex(reachRow.encode({ isReached: true }))).toBe('01');
  });

  it('stores the newest thousand policies of a channel', async () => {
    const store = await openStore(openMemoryEngine());
    const graph = new Graph();
    const { log } = new LightningHistory(store, graph);
    graph.upsertChannel(channelBetween(id, { key: a, policy: undefined }, { key: b, policy: undefined }), 0);
    const at = (i: number) => ({ channel: 0, side: (i & 1) as 0 | 1, policy: policy(i, start + i), changes: 1 });
    await log.addPolicies(Array.from({ length: maxRowsEach }, (_, i) => at(i)));
    for (const i of [maxRowsEach, maxRowsEach + 1]) await log.addPolicies([at(i)]);
    const view = await store.view();
    const all = await view.scan(
      { name: 'policies', id: 6, partitionBytes: 8, sortBytes: 5 },
      fromHex('0dbba00000010000'),
    );
    await view.close();
    expect(all.length).toBe(maxRowsEach);
    expect((await log.policiesOf(0))[0]).toEqual({ ...policy(1_001, start + 1_001), side: 1, changes: 1 });
    // nine quiet channels beside it, whose one policy each is older than all but some of its own
    for (let channel = 1; channel < 10; channel++) {
      const other = channelIdOf({ height: 900_000, position: 1 + channel, vout: 0 })!;
      graph.upsertChannel(channelBetween(other, { key: a, policy: undefined }, { key: b, policy: undefined }), 0);
      await log.addPolicies([{ channel, side: 0, policy: policy(5, start + 900 - channel), changes: 0 }]);
    }
    const newest = await log.newestPolicies([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 107);
    expect(newest.length).toBe(107);
    expect(newest.map(({ updatedAt }) => updatedAt)).toEqual(
      newest
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .reverse(),
    );
    expect(newest.filter(({ channel }) => channel > 0).map(({ channel }) => channel)).toEqual([1, 2]);
    expect(await log.newestPolicies([], 5)).toEqual([]);
    await store.close();
  });

  it('stores when peers disable all channels of a node, and only differences after a restart', async () => {
    const store = await openStore(openMemoryEngine());
    const graph = new Graph();
    const { log } = new LightningHistory(store, graph);
    const row = graph.upsertChannel(
      channelBetween(id, { key: a, policy: policy(1, start) }, { key: b, policy: policy(1, start) }),
      0,
    );
    const running = new AbortController().signal;
    const observer = new ReachObserver(graph, log);
    await observer.observe(start, running);
    graph.setPolicy(row, 1, policy(1, start + 50, true), 0);
    await observer.observe(start + 100, running);
    await new ReachObserver(graph, log).observe(start + 200, running);
    const changes = await log.reachOf(0);
    expect(changes).toEqual([
      { time: start + 100, isReached: false },
      { time: start, isReached: true },
    ]);
    expect(await log.reachOf(1)).toEqual([{ time: start, isReached: true }]);
    await new ReachObserver(graph, log).observe(start + 300, AbortSignal.abort());
    expect(await log.reachOf(0)).toEqual(changes);
    expect(uptimeOf(changes, start - 1_000, start + 400)).toEqual({ reachedSeconds: 100, knownSeconds: 400 });
    expect(uptimeOf(changes, start + 50, start + 400)).toEqual({ reachedSeconds: 50, knownSeconds: 350 });
    await store.close();
  });
});
