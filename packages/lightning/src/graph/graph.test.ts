import { seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { channelIdOf } from './channel-id.ts';
import { type ChannelPolicy, channelBetween, type GossipNode } from './gossip.ts';
import { Graph } from './graph.ts';
import { hashBytes } from './row-table.ts';
import { GraphSearch } from './search.ts';

const keyOf = (n: number) => `02${n.toString(16).padStart(64, '0').split('').reverse().join('')}`;
const idOf = (n: number) => channelIdOf({ height: 700_000 + n, position: 1, vout: 0 })!;
const node = (n: number, more: Partial<GossipNode> = {}): GossipNode => ({
  publicKey: keyOf(n),
  alias: `node ${n}`,
  color: 0xff9900,
  updatedAt: 1_700_000_000,
  sockets: [],
  features: '',
  records: {},
  ...more,
});
const policy = (more: Partial<ChannelPolicy> = {}): ChannelPolicy => ({
  updatedAt: 1_700_000_000,
  baseFeeMsat: 1_000,
  feeRatePpm: 100,
  cltvDelta: 80,
  minHtlcMsat: 1_000,
  maxHtlcMsat: 990_000_000,
  isDisabled: false,
  ...more,
});
const channel = (n: number, a: number, b: number, policies = [policy(), policy()]) =>
  channelBetween(idOf(n), { key: keyOf(a), policy: policies[0] }, { key: keyOf(b), policy: policies[1] });
const funding = (n: number, capacitySats: number) => ({
  txid: Buffer.alloc(32, n),
  capacitySats,
  time: 1_600_000_000 + n,
});
const closure = {
  txid: Buffer.alloc(32, 0xcc),
  height: 800_000,
  time: 1_690_000_000,
  feeSats: 300,
  reason: 'force',
  isResolved: false,
  evidenceHeight: 800_000,
} as const;

/** Nodes 1, 2 and 3 with channels 1-2 (channel 12) and 2-3 (channel 23), as source 0 reports them. */
function smallGraph() {
  const graph = new Graph();
  const snapshot = graph.beginSnapshot(0);
  for (const n of [1, 2, 3]) snapshot.node(node(n));
  snapshot.channel(channel(12, 1, 2));
  snapshot.channel(channel(23, 2, 3));
  snapshot.finish();
  graph.setFunding(graph.channels.find(idOf(12)), funding(12, 1_000_000));
  graph.setFunding(graph.channels.find(idOf(23)), funding(23, 500_000));
  return graph;
}

const figuresOf = (graph: Graph, n: number) => {
  const row = graph.nodes.find(keyOf(n));
  const { capacity, activeChannels, openChannels, closedChannels } = graph.nodes;
  return [capacity[row], activeChannels[row], openChannels[row], closedChannels[row]];
};
const statusOf = (graph: Graph, n: number) => graph.channels.status[graph.channels.find(idOf(n))];

describe('Lightning graph', () => {
  it('counts active channels and capacity for both nodes', () => {
    const graph = smallGraph();
    expect(figuresOf(graph, 1)).toEqual([1_000_000, 1, 1, 0]);
    expect(figuresOf(graph, 2)).toEqual([1_500_000, 2, 2, 0]);
    expect(graph.nodes.firstSeen[graph.nodes.find(keyOf(3))]).toBe(1_600_000_023);
    expect(graph.channels.findFunding(Buffer.alloc(32, 12), 0)).toBe(graph.channels.find(idOf(12)));
    expect(graph.channels.findFunding(Buffer.alloc(32, 12), 1)).toBe(-1);
  });

  it('finds no node by a key in another form', () => {
    const graph = smallGraph();
    const { nodes } = graph;
    expect(nodes.find(keyOf(2).toUpperCase())).toBe(nodes.find(keyOf(2)));
    for (const text of ['', keyOf(2).slice(0, 64), `${keyOf(2)}00`, `${keyOf(2).slice(0, 65)}x`, 'x'.repeat(66)])
      expect(nodes.find(text)).toBe(-1);
  });

  // updates of lnd have neither records nor times
  it('keeps the records of a node until the next complete view of the source of an update', () => {
    const graph = new Graph();
    const view = (more: Partial<GossipNode>, source = 0) => {
      const snapshot = graph.beginSnapshot(source);
      snapshot.node(node(1, more));
      snapshot.finish();
      const { updatedAt, alias, records } = graph.nodes;
      return [alias[0], updatedAt[0], records.get(0)];
    };
    view({ records: { 1: 'aa' } });
    const { records: _, ...update } = node(1, { alias: 'renamed', updatedAt: 1_700_000_900 });
    graph.upsertNode(update, 0);
    expect(graph.nodes.records.get(0)).toEqual({ 1: 'aa' });
    // another source has the announcement before the update
    expect(view({ alias: 'old', updatedAt: 1_700_000_100 }, 1)).toEqual(['renamed', 1_700_000_900, { 1: 'aa' }]);
    const newest = { alias: 'renamed', updatedAt: 1_700_000_890, records: { 1: 'bb' } };
    expect(view(newest)).toEqual(['renamed', 1_700_000_890, { 1: 'bb' }]);
    expect(view({ alias: 'unknown time', updatedAt: 1 })).toEqual(['renamed', 1_700_000_890, { 1: 'bb' }]);
  });

  it('makes channels inactive that the only source no longer reports, and active again', () => {
    const graph = smallGraph();
    const second = graph.beginSnapshot(0);
    for (const n of [1, 2]) second.node(node(n));
    second.channel(channel(12, 1, 2));
    second.finish();
    expect([statusOf(graph, 12), statusOf(graph, 23)]).toEqual([1, 0]);
    expect(figuresOf(graph, 2)).toEqual([1_000_000, 1, 2, 0]);
    expect(graph.isNodeInGraph(graph.nodes.find(keyOf(3)))).toBe(false);
    graph.upsertChannel(channel(23, 2, 3), 0);
    expect(statusOf(graph, 23)).toBe(1);
    expect(figuresOf(graph, 3)).toEqual([500_000, 1, 1, 0]);
  });

  // one node's view is incomplete: channels that another source still reports stay in the graph
  it('keeps a channel active while one of several sources reports it', () => {
    const graph = smallGraph();
    const other = graph.beginSnapshot(1);
    other.node(node(2));
    other.channel(channel(23, 2, 3));
    other.finish();
    graph.beginSnapshot(0).finish();
    expect([statusOf(graph, 12), statusOf(graph, 23)]).toEqual([0, 1]);
    expect(graph.isNodeInGraph(graph.nodes.find(keyOf(1)))).toBe(false);
    graph.removeChannel(idOf(23), 1);
    expect(statusOf(graph, 23)).toBe(0);
  });

  it('uses the newest announcement and policy with its source', () => {
    const graph = smallGraph();
    const row = graph.channels.find(idOf(12));
    const newer = policy({ updatedAt: 1_700_000_001, feeRatePpm: 7, isDisabled: true });
    graph.upsertChannel(channel(12, 1, 2, [newer, policy({ feeRatePpm: 9 })]), 1);
    graph.upsertNode(node(1, { alias: 'renamed', updatedAt: 1_700_000_001 }), 1);
    graph.upsertNode(node(1, { alias: 'older' }), 0);
    expect(graph.channels.policy(2 * row)).toEqual(newer);
    expect(graph.channels.policySource[2 * row]).toBe(1);
    expect(graph.channels.policy(2 * row + 1)).toEqual(policy());
    expect(graph.nodes.alias[graph.nodes.find(keyOf(1))]).toBe('renamed');
    expect(graph.nodes.announcedBy[graph.nodes.find(keyOf(1))]).toBe(1);
  });

  // with Core Lightning the order of listing must not exchange the sides
  it('orders sides by public key', () => {
    const [low, high] = [keyOf(1), keyOf(2)].sort();
    const cheap = policy({ feeRatePpm: 1 });
    const made = channelBetween(idOf(1), { key: high!, policy: cheap }, { key: low!, policy: undefined });
    expect(made).toEqual({ id: idOf(1), keys: [low, high], policies: [undefined, cheap] });
  });

  it('closes a channel, finds it by the closing transaction, and reopens it after a reorg', () => {
    const graph = smallGraph();
    const row = graph.channels.find(idOf(23));
    graph.close(row, closure);
    expect(statusOf(graph, 23)).toBe(2);
    expect(figuresOf(graph, 2)).toEqual([1_000_000, 1, 1, 1]);
    expect(graph.closures.channelsOf(closure.txid)).toEqual([row]);
    graph.upsertChannel(channel(23, 2, 3), 0);
    expect(statusOf(graph, 23)).toBe(2);
    graph.close(row, { ...closure, reason: 'penalty', isResolved: true });
    expect(graph.closureOf(row)).toMatchObject({ reason: 'penalty', isResolved: true, height: 800_000 });
    expect(figuresOf(graph, 2)).toEqual([1_000_000, 1, 1, 1]);
    graph.reopen(row);
    expect(statusOf(graph, 23)).toBe(1);
    expect(graph.closureOf(row)).toBeUndefined();
    expect(graph.closures.channelsOf(closure.txid)).toEqual([]);
    expect(figuresOf(graph, 2)).toEqual([1_500_000, 2, 2, 0]);
  });

  it('lists the channels of a node with its side', () => {
    const graph = smallGraph();
    const row = graph.nodes.find(keyOf(2));
    const found = [...graph.channelsOf(row)];
    expect(found.map(({ channel }) => graph.channels.id[channel])).toEqual([idOf(23), idOf(12)]);
    for (const { channel, side } of found) expect(graph.channels.node[2 * channel + side]).toBe(row);
  });

  it('reports changed rows once', () => {
    const graph = smallGraph();
    expect(graph.takeChanges()).toEqual({ nodes: [0, 1, 2], channels: [0, 1] });
    graph.upsertNode(node(1), 0);
    graph.upsertChannel(channel(12, 1, 2), 0);
    expect(graph.takeChanges()).toEqual({ nodes: [], channels: [] });
    graph.upsertNode(node(3, { updatedAt: 1_700_000_009 }), 0);
    expect(graph.takeChanges()).toEqual({ nodes: [2], channels: [] });
  });

  it('counts the same incrementally as from scratch in random runs', () => {
    const random = seededRandom(17);
    const graph = new Graph();
    const pick = (count: number) => Math.floor(random() * count);
    for (let step = 0; step < 3_000; step++) {
      const n = pick(60);
      const [a, b] = [n % 9, 9 + (n % 7)];
      const row = graph.channels.find(idOf(n));
      const action = pick(8);
      if (action <= 2) graph.upsertChannel(channel(n, a, b), pick(3));
      else if (action === 3) graph.removeChannel(idOf(n), pick(3));
      else if (row === -1) graph.upsertNode(node(pick(16)), pick(3));
      else if (action === 4) graph.setFunding(row, funding(n, 1_000 * (n + 1)));
      else if (action === 5) graph.close(row, { ...closure, txid: Buffer.alloc(32, n) });
      else if (action === 6) graph.reopen(row);
      else if (pick(40) === 0) graph.beginSnapshot(pick(3)).finish();
    }
    const { nodes, channels } = graph;
    expect(channels.count).toBe(60);
    for (let each = 0; each < nodes.count; each++) {
      const own = [...graph.channelsOf(each)].map(({ channel }) => channel);
      const active = own.filter((row) => channels.status[row] === 1);
      expect(nodes.activeChannels[each]).toBe(active.length);
      expect(nodes.closedChannels[each]).toBe(own.filter((row) => channels.closure[row] !== 0).length);
      expect(nodes.openChannels[each]).toBe(own.filter((row) => channels.closure[row] === 0).length);
      expect(nodes.capacity[each]).toBe(active.reduce((sum, row) => sum + channels.capacity[row]!, 0));
    }
    for (let row = 0; row < channels.count; row++) {
      const both = [0, 1].every((side) => graph.isNodeInGraph(channels.node[2 * row + side]!));
      const expected = channels.closure[row] !== 0 ? 2 : channels.sources[row] !== 0 && both ? 1 : 0;
      expect(channels.status[row]).toBe(expected);
    }
  });
});

describe('search of the graph', () => {
  const graph = smallGraph();
  graph.upsertNode(node(1, { alias: 'Harbor-Mobile_2', updatedAt: 1_700_000_002 }), 0);
  graph.upsertNode(node(2, { alias: 'mobile.harbor.example', updatedAt: 1_700_000_002 }), 0);
  const search = new GraphSearch(graph);
  const rows = (...numbers: number[]) => numbers.map((n) => graph.nodes.find(keyOf(n)));

  it('finds nodes whose alias has all words as prefixes, largest capacity first', () => {
    expect(search.findNodes('harbor mob')).toEqual(rows(2, 1));
    expect(search.findNodes('mobile-2')).toEqual(rows(1));
    expect(search.findNodes('bile')).toEqual([]);
    expect(search.findNodes('  ')).toEqual([]);
    expect(search.findNodes('a'.repeat(201))).toEqual([]);
  });

  it('finds nodes by a prefix of their public key', () => {
    expect(search.findNodes(keyOf(3))).toEqual(rows(3));
    expect(search.findNodes(keyOf(3).slice(0, 3).toUpperCase())).toEqual(rows(3));
    expect(search.findNodes('02')).toEqual(rows(2, 1, 3));
  });

  it('finds channels by a prefix of their id or short id', () => {
    expect(search.findChannels('700012x1').map((row) => graph.channels.id[row])).toEqual([idOf(12)]);
    expect(search.findChannels(String(idOf(23)).slice(0, 9)).length).toBeGreaterThan(0);
    expect(search.findChannels('7000')).toHaveLength(2);
    expect(search.findChannels('node')).toEqual([]);
  });
});

it('hashes every byte of a key, so that keys of a hostile source do not share a slot', () => {
  const hashes = new Set<number>();
  for (let at = 0; at < 32; at++) {
    for (const bit of [1, 0x80]) {
      const bytes = new Uint8Array(33);
      bytes[1 + at] = bit;
      hashes.add(hashBytes(bytes, 1, 0x1234_5678, 32));
    }
  }
  expect(hashes.size).toBe(64);
});

it('ignores a second channel with the same id and other nodes', () => {
  const graph = smallGraph();
  const before = graph.channels.policy(0);
  const other = channelBetween(
    idOf(12),
    { key: keyOf(3), policy: policy({ feeRatePpm: 9_999, updatedAt: 1_800_000_000 }) },
    { key: keyOf(4), policy: undefined },
  );
  expect(graph.upsertChannel(other, 1)).toBe(-1);
  expect(graph.channels.policy(0)).toEqual(before);
  expect(graph.nodes.find(keyOf(4))).toBe(-1);
});
