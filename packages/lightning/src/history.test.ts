import { openFaultyEngine, openMemoryEngine, openStore } from '@glassblock/store';
import { expect, it } from 'vitest';
import { countTurns } from '../test/support/count-turns.ts';
import { channelIdOf } from './graph/channel-id.ts';
import { channelBetween } from './graph/gossip.ts';
import { Graph } from './graph/graph.ts';
import { LightningHistory } from './history.ts';
import { graphStatistics } from './statistics/graph-statistics.ts';

const [a, b] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`];
const policy = {
  updatedAt: 1_790_000_000,
  baseFeeMsat: 1_000,
  feeRatePpm: 5,
  cltvDelta: 40,
  minHtlcMsat: 1,
  maxHtlcMsat: 990_000_000,
  isDisabled: true,
};
const about = { color: 0xff9900, updatedAt: 1_790_000_000, sockets: ['1.2.3.4:9735'], features: '21' };
const closure = {
  txid: new Uint8Array(32).fill(9),
  height: 800_000,
  time: 1_690_000_000,
  feeSats: 300,
  reason: 'force',
  isResolved: false,
  evidenceHeight: 800_001,
} as const;
const day = 1_700_006_400;

/** Two nodes with an open and a closed channel. */
function exampleGraph(): Graph {
  const graph = new Graph();
  graph.upsertNode({ publicKey: a, alias: 'alice', records: { 1: 'abcd' }, ...about }, 0);
  graph.upsertNode({ publicKey: b, alias: 'bob', records: {}, ...about }, 0);
  for (const height of [700_000, 700_001]) {
    const id = channelIdOf({ height, position: 1, vout: 0 })!;
    const row = graph.upsertChannel(channelBetween(id, { key: a, policy }, { key: b, policy: undefined }), 0);
    graph.setFunding(row, { txid: new Uint8Array(32).fill(row + 1), capacitySats: 1_000_000, time: 1_600_000_000 });
  }
  graph.close(1, closure);
  return graph;
}

it('restores nodes, channels and closures after a restart, without their sources', async () => {
  const store = await openStore(openMemoryEngine());
  const graph = exampleGraph();
  const history = new LightningHistory(store, graph);
  const hash = new Uint8Array(32).fill(7);
  await history.save({ height: 800_002, hash });
  const restored = new Graph();
  expect(await new LightningHistory(store, restored).load()).toEqual({ height: 800_002, hash });
  expect(restored.nodes.alias).toEqual(['alice', 'bob']);
  expect(restored.nodes.records.get(0)).toEqual({ 1: 'abcd' });
  expect(restored.nodes.firstSeen[1]).toBe(1_600_000_000);
  expect(restored.channels.policy(0)).toEqual(policy);
  expect(restored.channels.policy(1)).toBeUndefined();
  expect([...restored.channels.status.slice(0, 2)]).toEqual([0, 2]);
  expect(restored.closureOf(1)).toEqual(closure);
  expect(restored.takeChanges()).toEqual({ nodes: [], channels: [] });
  graph.reopen(1);
  await history.save(undefined);
  const again = new Graph();
  expect(await new LightningHistory(store, again).load()).toEqual({ height: 800_002, hash });
  expect(again.closureOf(1)).toBeUndefined();
  await store.close();
});

it('reads a stored graph in parts, with a turn of the event loop between them', async () => {
  const store = await openStore(openMemoryEngine());
  const graph = exampleGraph();
  for (let height = 600_001; height <= 600_998; height++) {
    const id = channelIdOf({ height, position: 1, vout: 0 })!;
    graph.upsertChannel(channelBetween(id, { key: a, policy }, { key: b, policy: undefined }), 0);
  }
  await new LightningHistory(store, graph).save({ height: 800_002, hash: new Uint8Array(32) });
  const restored = new Graph();
  expect(await countTurns(() => new LightningHistory(store, restored).load())).toBeGreaterThanOrEqual(5);
  expect(restored.channels.count).toBe(1_000);
  await store.close();
});

it('stores statistics for each hour and the last of each day, and nodes when they change', async () => {
  const store = await openStore(openMemoryEngine());
  const graph = exampleGraph();
  const history = new LightningHistory(store, graph);
  const add = (time: number) => history.addStatistics(graphStatistics(graph), time);
  await add(day + 60);
  await add(day + 120);
  await add(day + 3_700);
  await add(day + 86_400);
  graph.beginSnapshot(0).finish();
  await add(day + 2 * 86_400);
  expect((await history.days(0)).map(({ time, channelCount }) => [time - day, channelCount])).toEqual([
    [2 * 86_400, 0],
    [86_400, 1],
    [3_700, 1],
  ]);
  expect((await history.hours(day)).map(({ time }) => time - day)).toEqual([2 * 86_400, 86_400, 3_700, 120]);
  expect(await history.nodeDays(0)).toEqual([
    { time: day + 2 * 86_400, capacitySats: 0, channelCount: 0 },
    { time: day, capacitySats: 1_000_000, channelCount: 1 },
  ]);
  await store.close();
});

it('stores changes with the next ones when they could not be written', async () => {
  const engine = openFaultyEngine(openMemoryEngine());
  const store = await openStore(engine);
  const graph = exampleGraph();
  const history = new LightningHistory(store, graph);
  engine.fail('writes', new Error('EIO'));
  const checked = { height: 5, hash: new Uint8Array(32) };
  await expect(history.save(checked)).rejects.toMatchObject({ code: 'store.write-failed' });
  engine.fail('writes', undefined);
  await history.save(undefined);
  const restored = new Graph();
  expect(await new LightningHistory(store, restored).load()).toBeUndefined();
  expect(restored.channels.count).toBe(2);
  await store.close();
});

it('computes an earlier day from the times of funding outputs and closings', async () => {
  const history = new LightningHistory(await openStore(openMemoryEngine()), exampleGraph());
  // before both channels, while both were open, and after one was closed
  for (const time of [1_590_000_000, 1_650_000_000, 1_695_000_000]) await history.addPast(time);
  expect((await history.days(0)).map(({ channelCount, nodeCount }) => [nodeCount, channelCount])).toEqual([
    [2, 1],
    [2, 2],
    [0, 0],
  ]);
  expect((await history.nodeDays(0)).map(({ capacitySats }) => capacitySats)).toEqual([1_000_000, 2_000_000, 0]);
});

it.each([400, -400])('shows statistics up to the present after the clock was off by %i days', async (days) => {
  const store = await openStore(openMemoryEngine());
  const graph = exampleGraph();
  const times = [day, day + days * 86_400, day + 86_400];
  for (const time of times) {
    // a restart each time
    const history = new LightningHistory(store, graph);
    await history.load();
    await history.addStatistics(graphStatistics(graph, time), time);
  }
  const history = new LightningHistory(store, graph);
  const shown = times.filter((time) => time <= day + 86_400).sort((one, other) => other - one);
  expect((await history.days(0, day + 86_400)).map(({ time }) => time)).toEqual(shown);
  expect((await history.nodeDays(0, day + 86_400)).map(({ time }) => time)).toEqual(shown);
});
