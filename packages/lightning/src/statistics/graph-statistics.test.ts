import { expect, it } from 'vitest';
import { channelIdOf } from '../graph/channel-id.ts';
import { type ChannelPolicy, channelBetween } from '../graph/gossip.ts';
import { Graph } from '../graph/graph.ts';
import { graphStatistics } from './graph-statistics.ts';
import { everyNodeDay } from './node-days.ts';

const keyOf = (n: number) => `02${n.toString(16).repeat(64)}`;
const onion = `${'a2'.repeat(28)}.onion:9735`;
const policy = (feeRatePpm: number, baseFeeMsat: number): ChannelPolicy => ({
  updatedAt: 1_790_000_000,
  baseFeeMsat,
  feeRatePpm,
  cltvDelta: 40,
  minHtlcMsat: 0,
  maxHtlcMsat: 1,
  isDisabled: false,
});

/** Five nodes; channels of 1, 2, 3 and 4 million sats between neighbors, each with two policies except the last. */
function exampleGraph(): Graph {
  const graph = new Graph();
  const sockets = [['1.2.3.4:9735'], [onion], ['1.2.3.5:9735', onion], [], ['[2a01::1]:9735']];
  for (const [n, announced] of sockets.entries()) {
    const about = { alias: '', color: 0, updatedAt: 1_790_000_000, features: '', records: {} };
    graph.upsertNode({ publicKey: keyOf(n), sockets: announced, ...about }, 0);
  }
  const policies = [
    [policy(10, 0), policy(20, 1_000)],
    [policy(4_999, 1_000), policy(5_000, 5_000)],
    [policy(30, 0), policy(9_000, 0)],
    [policy(40, 3), undefined],
  ];
  for (const [n, [first, second]] of policies.entries()) {
    const id = channelIdOf({ height: 700_000 + n, position: 1, vout: 0 })!;
    const sides = [first, second].map((each, side) => ({ key: keyOf(n + side), policy: each }));
    const row = graph.upsertChannel(channelBetween(id, sides[0]!, sides[1]!), 0);
    graph.setFunding(row, { txid: Buffer.alloc(32, n + 1), capacitySats: (n + 1) * 1_000_000, time: 1_700_000_000 });
  }
  return graph;
}

it('counts each policy once and leaves outliers out of sums and divisors', () => {
  // fee rates 10 20 4999 30 40, base fees 0 1000 1000 0 0 3
  expect(graphStatistics(exampleGraph())).toEqual({
    nodeCount: 5,
    channelCount: 4,
    totalCapacitySats: 10_000_000,
    torNodes: 1,
    clearnetNodes: 2,
    bothNodes: 1,
    unannouncedNodes: 1,
    meanCapacitySats: 2_500_000,
    medianCapacitySats: 3_000_000,
    meanFeeRatePpm: 1_020,
    medianFeeRatePpm: 30,
    meanBaseFeeMsat: 334,
    medianBaseFeeMsat: 3,
  });
});

it('counts neither closed channels, nor nodes that no source has, nor channels without a funding output', () => {
  const graph = exampleGraph();
  const closure = { txid: Buffer.alloc(32, 9), height: 1, time: 1, feeSats: 0, reason: 'mutual' } as const;
  graph.close(0, { ...closure, isResolved: true, evidenceHeight: 1 });
  const ends = [keyOf(0), keyOf(4)].map((key) => ({ key, policy: policy(1, 1) }));
  graph.upsertChannel(channelBetween(channelIdOf({ height: 1, position: 1, vout: 0 })!, ends[0]!, ends[1]!), 0);
  expect(graphStatistics(graph)).toMatchObject({ nodeCount: 5, channelCount: 3, totalCapacitySats: 9_000_000 });
  graph.beginSnapshot(0).finish();
  expect(graphStatistics(graph)).toMatchObject({ nodeCount: 0, channelCount: 0, medianFeeRatePpm: 0 });
});

it('repeats the figures of a node until they change, and not after its last channel has closed', () => {
  const day = 86_400;
  const changes = [
    { time: 15 * day, capacitySats: 5, channelCount: 1 },
    { time: 12 * day, capacitySats: 0, channelCount: 0 },
    { time: 10 * day, capacitySats: 7, channelCount: 2 },
  ];
  expect(everyNodeDay(changes, 16 * day + 5).map(({ time, capacitySats }) => [time / day, capacitySats])).toEqual([
    [16, 5],
    [15, 5],
    [12, 0],
    [11, 7],
    [10, 7],
  ]);
  expect(everyNodeDay(changes.slice(1), 16 * day).map(({ time }) => time / day)).toEqual([12, 11, 10]);
  expect(everyNodeDay([], 5)).toEqual([]);
});
