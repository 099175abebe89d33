import { openMemoryEngine, openStore } from '@glassblock/store';
import { expect, it } from 'vitest';
import { MadeChain } from '../../test/support/made-chain.ts';
import { madeTx, p2wsh, spends } from '../../test/support/made-tx.ts';
import { Graph } from '../graph/graph.ts';
import { LightningHistory } from '../history.ts';
import { ChainFollower } from '../life-cycle/follow-chain.ts';
import { importTopology } from './import-topology.ts';
import { isPoorSnapshot, topologyTimeOf } from './topology-file.ts';
import { createTopologyTarget, type TopologyTarget } from './topology-target.ts';

const [a, b, c] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`, `03${'c3'.repeat(32)}`];
const day = 86_400;
const first = 1_700_006_400;

/** As published for past years: one entry for each direction of a channel. */
const adjacency = `{"directed": true, "multigraph": true, "graph": {},
  "nodes": [
    {"id": "${a}", "timestamp": 1699990000, "alias": "alice", "rgb_color": "ff9900", "addresses": "ipv4://1.2.3.4:9735,torv2://abcdefghijklmnop.onion:9735"},
    {"id": "${b}", "timestamp": 1699990000, "alias": "bob", "addresses": "torv2://abcdefghijklmnop.onion:9735"},
    {"id": "${c}", "timestamp": 1699990000, "alias": null},
    {"id": "not a key"}
  ],
  "adjacency": [
    [{"scid": "1x1x0", "source": "${a}", "destination": "${b}", "timestamp": 1699990000, "fee_base_msat": 1000, "fee_proportional_millionths": 1, "htlc_minimim_msat": 1, "cltv_expiry_delta": 40, "id": "${b}"}],
    [{"scid": "1x1x0", "source": "${b}", "destination": "${a}", "timestamp": 1699990000, "fee_base_msat": 0, "fee_proportional_millionths": 300, "htlc_minimim_msat": 1, "cltv_expiry_delta": 40, "id": "${a}"},
     {"scid": "7x7x0", "source": "${b}", "destination": "${c}", "timestamp": 1699990000, "fee_base_msat": 0, "fee_proportional_millionths": 9000, "id": "${c}"}],
    []
  ]}`;

/** As lnd prints it. */
const described = `{"nodes": [{"pub_key": "${a}", "last_update": 1700090000, "alias": "alice", "color": "#ff9900", "addresses": []}],
  "edges": [{"channel_id": "1099511693312", "node1_pub": "${a}", "node2_pub": "${b}", "capacity": "1", "node1_policy": {"fee_base_msat": "1000", "fee_rate_milli_msat": "5", "last_update": 1700090000}, "node2_policy": null},
            {"channel_id": "1099511693313", "node1_pub": "${b}", "node2_pub": "${c}", "node1_policy": null, "node2_policy": null}]}`;

async function* inChunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function world() {
  const chain = new MadeChain();
  chain.connect();
  const outputs = [1_000_000, 500_000].map((value) => ({ value, script: p2wsh(9) }));
  const coinbase = chain.blocks[0]!.txs[0]!;
  chain.connect([madeTx([{ txid: coinbase.txid, vout: 0, witness: [...spends.wallet] }], outputs)]);
  const graph = new Graph();
  const store = await openStore(openMemoryEngine());
  const history = new LightningHistory(store, graph);
  const follower = new ChainFollower({ graph, chain, checked: undefined, onChange: () => undefined });
  const settle = async () => {
    await follower.wake();
    await history.save(follower.checked);
  };
  const target = createTopologyTarget(graph, history, settle);
  const parts: Parameters<TopologyTarget['add']>[0][] = [];
  const run = async (files: Record<string, string>, chunkSize = 61) =>
    importTopology(
      { list: async () => Object.keys(files), read: (name) => inChunks(files[name]!, chunkSize) },
      new Set((await history.days(0)).map(({ time }) => Math.floor(time / day))),
      {
        ...target,
        add: (part) => {
          // as another thread receives it
          parts.push(structuredClone(part));
          return target.add(parts.at(-1)!);
        },
        progress: async () => undefined,
      },
    );
  return { graph, history, parts, run };
}

it('imports days and nodes from both file formats, the newest file of each day, and resumes where it stopped', async () => {
  const { graph, history, run } = await world();
  const early = { [`topology_${first}.json`]: '{"nodes": [], "edges": []}', [`topology_${first + 60}`]: adjacency };
  expect(await run({ ...early, 'readme.txt': 'no topology' })).toEqual({ files: 2, of: 2, days: 1 });
  expect(await run({ ...early, [`topology_${first + 2 * day}.json`]: described })).toEqual({
    files: 3,
    of: 3,
    days: 1,
  });
  expect(await history.days(0)).toEqual([
    {
      time: first + 2 * day,
      nodeCount: 1,
      channelCount: 2,
      totalCapacitySats: 1_500_000,
      torNodes: 0,
      clearnetNodes: 0,
      bothNodes: 0,
      unannouncedNodes: 1,
      meanCapacitySats: 750_000,
      medianCapacitySats: 1_000_000,
      meanFeeRatePpm: 5,
      medianFeeRatePpm: 5,
      meanBaseFeeMsat: 1_000,
      medianBaseFeeMsat: 1_000,
    },
    expect.objectContaining({
      time: first + 60,
      nodeCount: 3,
      // the second one has no funding output in the chain
      channelCount: 1,
      torNodes: 1,
      bothNodes: 1,
      unannouncedNodes: 1,
      meanFeeRatePpm: 151,
    }),
  ]);
  const middle = (at: number) => Math.floor(at / day) * day;
  expect(await history.nodeDays(graph.nodes.find(c))).toEqual([
    { time: middle(first + 2 * day), capacitySats: 500_000, channelCount: 1 },
  ]);
  expect(await history.nodeDays(graph.nodes.find(b))).toEqual([
    { time: middle(first + 2 * day), capacitySats: 1_500_000, channelCount: 2 },
    { time: middle(first), capacitySats: 1_000_000, channelCount: 1 },
  ]);
  expect(graph.nodes.alias[graph.nodes.find(a)]).toBe('alice');
  // the block of its channel
  expect(graph.nodes.firstSeen[graph.nodes.find(c)]).toBe(1_700_000_600);
  // without policies, and in no graph
  expect(graph.channels.policy(0)).toBeUndefined();
  expect(graph.channels.status[0]).toBe(0);
});

it('stores nothing of a file that was not read completely', async () => {
  const { history, run } = await world();
  const name = `topology_${first}.json`;
  await expect(run({ [name]: adjacency.slice(0, -1) })).rejects.toMatchObject({
    code: 'lightning.bad-answer',
    message: expect.stringContaining(name),
  });
  expect(await history.days(0)).toEqual([]);
});

it.each([
  ['of an lnd without a graph', '{"nodes":[],"edges":[]}'],
  ['of another kind', '{"result":{"height":5}}'],
  ['in a list', `[${described}]`],
])('stores no day for a file %s', async (_, text) => {
  const { history, run } = await world();
  const name = `topology_${first}.json`;
  await expect(run({ [name]: text })).rejects.toMatchObject({
    code: 'lightning.bad-answer',
    message: `${name}: the answer cannot be read: the topology has no channels`,
  });
  expect(await history.days(0)).toEqual([]);
});

it('passes on the nodes and channels of many snapshots once, in parts of 500', async () => {
  const { parts, run } = await world();
  const nodes = Array.from({ length: 1_200 }, (_, at) => ({
    pub_key: `02${at.toString(16).padStart(64, '0')}`,
    last_update: first,
    alias: `n${at}`,
  }));
  const edges = nodes.slice(1).map(({ pub_key }, at) => ({
    channel_id: String((9n << 40n) | BigInt(at)),
    node1_pub: nodes[0]!.pub_key,
    node2_pub: pub_key,
  }));
  const names = [0, 1, 2].map((at) => `topology_${first + at * day}`);
  const text = JSON.stringify({ nodes, edges });
  await run(Object.fromEntries(names.map((name) => [name, text])), 65_536);
  const sizes = parts.map((part) => [part.nodes.length, part.channels.length]);
  expect(sizes).toEqual([
    [500, 0],
    [500, 0],
    [200, 0],
    [0, 500],
    [0, 500],
    [0, 199],
  ]);
});

it('leaves out snapshots that lack nodes', () => {
  expect(isPoorSnapshot(1_550_000_000, 2_599)).toBe(true);
  expect(isPoorSnapshot(1_550_000_000, 2_600)).toBe(false);
  expect(isPoorSnapshot(1_551_000_000, 5)).toBe(false);
  expect(['topology_1550000000.json', 'topology_1550000000_x', 'topology_x', 'x'].map(topologyTimeOf)).toEqual([
    1_550_000_000,
    1_550_000_000,
    undefined,
    undefined,
  ]);
});
