import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Graph, LightningHistory, type TopologyProgress } from '@glassblock/lightning';
import { openMemoryEngine, openStore } from '@glassblock/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTopologyImport } from './topology-import.ts';

const [a, b] = [`02${'a1'.repeat(32)}`, `03${'b2'.repeat(32)}`];
const start = 1_700_006_400;
const day = 86_400;
const text = JSON.stringify({
  nodes: [{ pub_key: a, last_update: start, alias: 'alice' }],
  edges: [{ channel_id: String(1n << 40n), node1_pub: a, node2_pub: b }],
});
const never = () => new AbortController().signal;

describe('createTopologyImport', () => {
  let directory: string;

  /** @param settle called for each file, while the thread waits */
  async function world(settle: (graph: Graph) => void) {
    const graph = new Graph();
    const store = await openStore(openMemoryEngine());
    const history = new LightningHistory(store, graph);
    const ended: string[] = [];
    const topology = createTopologyImport({
      graph,
      history,
      settle: async () => settle(graph),
      onEnd: ({ state }) => ended.push(state),
      report: (error) => ended.push(String(error)),
    });
    return { graph, history, topology, ended };
  }
  const fund = (graph: Graph) => {
    for (let row = 0; row < graph.channels.count; row++) {
      graph.setFunding(row, { txid: new Uint8Array(32).fill(7), capacitySats: 50_000, time: start });
    }
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'glassblock-import-'));
    for (let at = 0; at < 3; at++) await writeFile(join(directory, `topology_${start + at * day}`), text);
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('stores days, nodes and channels that another thread has read', async () => {
    const { graph, history, topology, ended } = await world(fund);
    const seen: TopologyProgress[] = [];
    const onProgress = (progress: TopologyProgress) => seen.push(progress);
    expect(topology.state.state).toBe('none');
    expect(await topology.run(directory, { signal: never(), onProgress })).toEqual({ files: 3, of: 3, days: 3 });
    expect(seen.map(({ files, days }) => [files, days])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(topology.state).toEqual({ state: 'done', message: undefined, files: 3, of: 3, days: 3 });
    expect((await history.days(0)).map(({ time, channelCount }) => [time, channelCount])).toEqual([
      [start + 2 * day, 1],
      [start + day, 1],
      [start, 1],
    ]);
    expect(graph.nodes.alias[graph.nodes.find(a)]).toBe('alice');
    expect(await history.nodeDays(graph.nodes.find(b))).toEqual([
      { time: start, capacitySats: 50_000, channelCount: 1 },
    ]);
    expect(ended).toEqual(['done']);
  });

  it('ends the thread when it is stopped, and continues with the next day', async () => {
    const stop = new AbortController();
    let files = 0;
    const { history, topology, ended } = await world((graph) => {
      fund(graph);
      if (++files === 2) stop.abort();
    });
    const onProgress = () => undefined;
    expect(await topology.run(directory, { signal: stop.signal, onProgress })).toEqual({ files: 1, of: 3, days: 1 });
    expect(topology.state.state).toBe('stopped');
    expect(await topology.run(directory, { signal: never(), onProgress })).toEqual({ files: 3, of: 3, days: 2 });
    expect((await history.days(0)).length).toBe(3);
    // the server stops: nothing is started any more
    await topology.stop();
    expect(await topology.run(directory, { signal: never(), onProgress })).toEqual({ files: 0, of: 0, days: 0 });
    expect(ended).toEqual(['stopped', 'done', 'stopped']);
  });

  it('has one sentence with the reason of a failure', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'glassblock-broken-'));
    await writeFile(join(broken, `topology_${start}`), text);
    await writeFile(join(broken, `topology_${start + day}`), text.slice(0, -1));
    const { history, topology } = await world(fund);
    const run = (from: string) => topology.run(from, { signal: never(), onProgress: () => undefined });
    await expect(run(broken)).rejects.toMatchObject({ code: 'lightning.bad-answer' });
    const reason = `topology_${start + day}: the answer cannot be read: the topology ends early`;
    expect(topology.state).toEqual({
      state: 'failed',
      message: `The import of past days has failed: ${reason}.`,
      files: 1,
      of: 2,
      days: 1,
    });
    expect((await history.days(0)).length).toBe(1);
    await expect(run(join(broken, 'none'))).rejects.toMatchObject({ code: 'lightning.bad-file' });
    expect(topology.state.message).toBe('The import of past days has failed: The topology files cannot be read.');
    await rm(broken, { recursive: true });
  });
});
