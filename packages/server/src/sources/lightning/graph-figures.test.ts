import { Graph, GraphSearch } from '@glassblock/lightning';
import { expect, it } from 'vitest';
import { createGraphFigures } from './graph-figures.ts';
import { openPlaces } from './open-places.ts';

const keys: [string, string] = [`02${'a1'.repeat(32)}`, `02${'b2'.repeat(32)}`];

/** Adds a channel between both nodes; with a capacity once its funding transaction is found. */
function addChannel(graph: Graph, height: number, capacitySats?: number): void {
  const policy = { updatedAt: 1_700_000_000, baseFeeMsat: 0, feeRatePpm: 1, cltvDelta: 80 };
  const limits = { minHtlcMsat: 1_000, maxHtlcMsat: 1_000_000, isDisabled: false };
  const policies: [typeof policy & typeof limits, undefined] = [{ ...policy, ...limits }, undefined];
  const row = graph.upsertChannel({ id: (BigInt(height) << 40n) | (1n << 16n), keys, policies }, 0);
  if (capacitySats === undefined) return;
  graph.setFunding(row, { txid: new Uint8Array(32).fill(height & 0xff), capacitySats, time: 1_600_000_000 });
}

it('statistics and rankings are of one moment: both change with a refresh only', async () => {
  const graph = new Graph();
  for (const publicKey of keys)
    graph.upsertNode(
      { publicKey, alias: '', color: 0, updatedAt: 1_690_000_000, sockets: [], features: '', records: {} },
      0,
    );
  const { nodes } = openPlaces({
    ...{ graph, files: { city: undefined, asn: undefined, isp: undefined } },
    ...{ nowMs: () => 0, onFault: () => undefined },
  });
  const faults: unknown[] = [];
  const report = (error: unknown) => void faults.push(error);
  const figures = createGraphFigures({ graph, search: new GraphSearch(graph), nodes, report });
  const shown = () => {
    const [largest] = figures.rankings().capacity;
    return [figures.statistics().channelCount, largest?.channelCount, largest?.capacitySats];
  };
  expect(shown()).toEqual([0, 0, 0]);
  // as while the first lookups of funding transactions run
  addChannel(graph, 699_999);
  addChannel(graph, 700_000, 3e6);
  expect(shown()).toEqual([0, 0, 0]);
  await figures.refresh();
  expect(shown()).toEqual([1, 1, 3e6]);
  addChannel(graph, 700_001, 2e6);
  expect(shown()).toEqual([1, 1, 3e6]);
  await figures.refresh();
  expect(shown()).toEqual([2, 2, 5e6]);
  figures.stop();
  expect(faults).toEqual([]);
});
