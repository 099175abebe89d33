import { endpoints } from '@glassblock/contract';
import { Graph, GraphSearch } from '@glassblock/lightning';
import { displayHash } from '@glassblock/primitives';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGraphFigures, type GraphFigures } from '../../sources/lightning/graph-figures.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { openPlaces } from '../../sources/lightning/open-places.ts';
import { channelSplices } from './lifetime.ts';
import { channelsOfNode, channelsOfTx, penalties, presentChannel } from './present-channel.ts';
import { feeBucket, feeHistogram, nodeRanking, presentNode, topNodes } from './present-node.ts';

const keys = [`02${'a1'.repeat(32)}`, `02${'b2'.repeat(32)}`, `03${'c3'.repeat(32)}`] as const;
const policy = (feeRatePpm: number, updatedAt = 1_700_000_000) => ({
  updatedAt,
  baseFeeMsat: 1_000,
  feeRatePpm,
  cltvDelta: 80,
  minHtlcMsat: 1_000,
  maxHtlcMsat: 990_000_000,
  isDisabled: false,
});
const idOf = (height: number) => (BigInt(height) << 40n) | (1n << 16n) | 2n;
const closingTxid = new Uint8Array(32).fill(0xcc);
const matches = (schema: TSchema, value: unknown) =>
  expect([...Value.Errors(schema, JSON.parse(JSON.stringify(value)))]).toEqual([]);

let graph: Graph;
let lightning: Lightning;
let figures: GraphFigures;

/** Channels of node 0: to node 1 of 1, 2 and 3 million sats, to node 2 of 4 million, which is closed with a penalty. */
beforeEach(() => {
  graph = new Graph();
  for (const [n, publicKey] of keys.entries()) {
    const about = { color: 0x0099ff, updatedAt: n === 2 ? 1 : 1_690_000_000, sockets: ['1.2.3.4:9735', '[::1]:9735'] };
    graph.upsertNode(
      { publicKey, alias: ['alice', '', 'carol'][n]!, features: '21', records: { 1: 'abcd' }, ...about },
      0,
    );
  }
  for (const [n, height] of [700_000, 700_001, 700_002, 5].entries()) {
    const ends: [string, string] = [keys[0], n === 3 ? keys[2] : keys[1]];
    const row = graph.upsertChannel(
      { id: idOf(height), keys: ends, policies: [policy(11 + n), n === 0 ? undefined : policy(0)] },
      0,
    );
    graph.setFunding(row, {
      txid: new Uint8Array(32).fill(n + 1),
      capacitySats: (n + 1) * 1e6,
      time: 1_600_000_000 + n,
    });
  }
  const closure = { txid: closingTxid, height: 800_000, time: 1_690_000_000, feeSats: 321, isResolved: true };
  graph.close(3, { ...closure, reason: 'penalty', evidenceHeight: 800_001 });
  const files = { city: undefined, asn: undefined, isp: undefined };
  const places = openPlaces({ graph, files, nowMs: () => 0, onFault: () => undefined });
  const search = new GraphSearch(graph);
  const report = (error: unknown) => expect.fail(`${error}`);
  figures = createGraphFigures({ graph, search, nodes: places.nodes, report });
  lightning = { graph, search, places, figures } as unknown as Lightning;
});

describe('Lightning nodes', () => {
  it('have texts for sums, and null for unknown values', () => {
    const node = presentNode(graph, 0, undefined);
    matches(endpoints.lightningNode.answer, node);
    expect(node).toMatchObject({
      public_key: keys[0],
      alias: 'alice',
      color: '#0099ff',
      first_seen: 1_600_000_000,
      updated_at: 1_700_000_000,
      sockets: '1.2.3.4:9735,[::1]:9735',
      iso_code: null,
      featuresBits: '21',
      active_channel_count: 3,
      capacity: '6000000',
      opened_channel_count: 3,
      closed_channel_count: 1,
      custom_records: { 1: 'abcd' },
    });
    expect(presentNode(graph, 2, undefined)).toMatchObject({
      capacity: 0,
      active_channel_count: 0,
      updated_at: 1_700_000_000,
    });
  });

  it('are ranked, with the first digits of the key instead of an empty alias', () => {
    expect(nodeRanking(lightning, 'capacity').map(({ alias }) => alias)).toEqual([
      'alice',
      keys[1].slice(0, 20),
      'carol',
    ]);
    expect(nodeRanking(lightning, 'age').map(({ firstSeen }) => firstSeen)).toEqual([
      1_600_000_000, 1_600_000_000, 1_600_000_003,
    ]);
    const { topByCapacity, topByChannels } = topNodes(lightning);
    expect(topByCapacity[0]).toEqual({ publicKey: keys[0], alias: 'alice', capacity: 6_000_000 });
    expect(topByChannels[0]).toMatchObject({ publicKey: keys[0], channels: 3, city: null });
  });

  it('are ranked by the values that are shown, after the graph has changed too', async () => {
    expect(nodeRanking(lightning, 'capacity')[0]!.alias).toBe('alice');
    const row = graph.upsertChannel(
      { id: idOf(700_009), keys: [keys[1], keys[2]], policies: [policy(1), policy(1)] },
      0,
    );
    graph.setFunding(row, { txid: new Uint8Array(32).fill(9), capacitySats: 9e6, time: 1_600_000_009 });
    expect(nodeRanking(lightning, 'capacity').map(({ capacity }) => capacity)).toEqual([6e6, 6e6, 0]);
    await figures.refresh();
    expect(nodeRanking(lightning, 'capacity').map(({ capacity }) => capacity)).toEqual([15e6, 9e6, 6e6]);
    expect(topNodes(lightning).topByChannels.map(({ channels }) => channels)).toEqual([4, 3, 1]);
  });

  it.each([
    [0, 0],
    [10, 10],
    [11, 20],
    [100, 100],
    [101, 200],
    [1_000, 1_000],
    [1_001, 2_000],
  ])('count a fee rate of %d ppm up to %d ppm', (ppm, bucket) => {
    expect(feeBucket(ppm)).toBe(bucket);
  });

  it('have a histogram of fee rates of active channels', () => {
    const histogram = feeHistogram(graph, 0);
    matches(endpoints.lightningNodeFees.answer, histogram);
    expect(histogram).toEqual({
      incoming: [{ bucket: 0, count: 2, capacity: '5000000' }],
      outgoing: [{ bucket: 20, count: 3, capacity: '6000000' }],
    });
  });
});

describe('Lightning channels', () => {
  it('have both sides, texts for large ids and ISO times', () => {
    const channel = presentChannel(graph, 3, undefined);
    matches(endpoints.lightningChannel.answer, channel);
    expect(channel).toMatchObject({
      id: Number(idOf(5)),
      short_id: '5x1x2',
      capacity: 4_000_000,
      transaction_id: '04'.repeat(32),
      transaction_vout: 2,
      closing_transaction_id: displayHash(closingTxid),
      closing_fee: 321,
      closing_reason: 3,
      closing_date: '2023-07-22T04:26:40.000Z',
      created: '2020-09-13T12:26:43.000Z',
      status: 2,
      node_left: { public_key: keys[0], fee_rate: 14, is_disabled: 0 },
      node_right: { public_key: keys[2], fee_rate: 0 },
    });
    expect(presentChannel(graph, 0, undefined)).toMatchObject({
      id: String(idOf(700_000)),
      closing_date: null,
      closing_reason: null,
    });
    expect(presentChannel(graph, 0, undefined).node_right).toMatchObject({
      fee_rate: null,
      is_disabled: null,
      updated_at: null,
    });
  });

  it('are null for reasons without a number of the wire format', () => {
    for (const reason of ['unknown', 'splice'] as const) {
      graph.close(3, { ...graph.closureOf(3)!, reason });
      expect(presentChannel(graph, 3, undefined).closing_reason).toBeNull();
    }
  });

  it('of a node come in pages of ten, or reduced', () => {
    const open = channelsOfNode(graph, 0, 'open', 0);
    matches(endpoints.lightningChannels.answer, open.rows);
    expect(open.rows.map(({ capacity }) => capacity)).toEqual([3_000_000, 2_000_000, 1_000_000]);
    expect(open.rows[0]).toMatchObject({
      fee_rate: 13,
      node: { public_key: keys[1], channels: 3, capacity: '6000000' },
    });
    expect(channelsOfNode(graph, 0, 'active', 2).rows).toHaveLength(1);
    expect(channelsOfNode(graph, 0, 'active', 10)).toEqual({ rows: [], total: 3 });
    expect(channelsOfNode(graph, 0, 'closed', 0)).toMatchObject({ rows: [{ closing_date: 1_690_000_000 }], total: 1 });
    expect(Object.keys(channelsOfNode(graph, 0, 'open', -1).rows[0]!).sort()).toEqual([
      'capacity',
      'id',
      'node',
      'short_id',
    ]);
  });

  it('are found by the transactions that open and close them', () => {
    const opening = channelsOfTx(graph, new Uint8Array(32).fill(2));
    matches(endpoints.lightningTxChannels.answer, [opening]);
    expect(Object.keys(opening.outputs)).toEqual(['2']);
    expect(opening.outputs['2']!.node_left).not.toHaveProperty('capacity');
    expect(channelsOfTx(graph, closingTxid).inputs['0']).toMatchObject({ short_id: '5x1x2', closing_reason: 3 });
    expect(channelsOfTx(graph, new Uint8Array(32))).toEqual({ inputs: {}, outputs: {} });
  });

  it('that were closed with a penalty are rows with both aliases', () => {
    const rows = penalties(graph);
    matches(endpoints.lightningPenalties.answer, rows);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      alias_left: 'alice',
      alias_right: 'carol',
      closing_reason: 3,
      node1_public_key: keys[0],
    });
  });
});

it('channels of the same nodes that one transaction closed and funded are spliced', () => {
  const splice = { txid: new Uint8Array(32).fill(2), height: 800_000, time: 1_690_000_000, feeSats: 0 };
  graph.close(0, { ...splice, reason: 'splice', isResolved: true, evidenceHeight: 800_000 });
  // it also funds a channel with another node, and a second one with the same
  const [first, second] = [keys[0], keys[1]] as [string, string];
  for (const [vout, ends] of [
    [3n, [first, second]],
    [4n, [first, keys[2]]],
  ] as [bigint, [string, string]][]) {
    const id = (700_001n << 40n) | (1n << 16n) | vout;
    const row = graph.upsertChannel({ id, keys: ends, policies: [policy(1), undefined] }, 0);
    graph.setFunding(row, { txid: splice.txid, capacitySats: 1e6, time: 1_600_000_001 });
  }
  const after = channelSplices(graph, 0);
  matches(endpoints.lightningSplices.answer, after);
  const shortIds = (channels: { short_id: string }[]) => channels.map(({ short_id }) => short_id);
  expect([shortIds(after.before), shortIds(after.after)]).toEqual([[], ['700001x1x2', '700001x1x3']]);
  expect(shortIds(channelSplices(graph, 1).before)).toEqual(['700000x1x2']);
  expect(channelSplices(graph, 2)).toEqual({ before: [], after: [] });
});
