import type { RbfTree } from '@glassblock/contract';
import { expect, test } from 'vitest';
import { type Cluster, clusterLayout } from './cluster-layout.ts';
import { type FlowItem, flowHeight, flowItems, flowLayout } from './flow-layout.ts';
import { rbfLayout, rowsOf, versionList, versionsOf } from './rbf-layout.ts';

test('strands are proportional to values and fill the joint', () => {
  const layout = flowLayout(flowItems([300, 100], 'input', 24), flowItems([350, 50], 'output', 24), 1000, 160);
  expect(layout.joint).toEqual({ x: 496, y: 46.4, width: 8, height: 67.2 });
  expect(layout.inputs.map(({ thickness }) => Math.round(thickness * 10))).toEqual([504, 168]);
  expect(layout.outputs[0]?.thickness).toBeCloseTo(58.8);
  expect(layout.inputs[0]?.path).toMatch(/^M14 .*C255 .* 496 46\.4V96\.8C/);
});

test('a zero value is a stub, and an unknown value has the mean thickness', () => {
  const { outputs } = flowLayout([], flowItems([0, 10], 'output', 24), 500, 160);
  expect(outputs.map(({ isStub }) => isStub)).toEqual([true, false]);
  expect(outputs[0]?.path).toMatch(/^M486 [\d.]+H440V/);
  const { inputs } = flowLayout(flowItems([undefined, undefined], 'input', 24), [], 500, 160);
  expect(inputs[0]?.thickness).toBe(inputs[1]?.thickness);
  expect(inputs[0]?.thickness).toBeGreaterThan(10);
});

test('unknown values share the excess of the other side', () => {
  const { outputs } = flowLayout(
    flowItems([1000], 'input', 24),
    flowItems([200, undefined, undefined], 'output', 24),
    1000,
    160,
  );
  expect(outputs.map(({ thickness }) => Math.round(thickness * 100))).toEqual([1344, 2688, 2688]);
});

test('a fee beside unknown values is a thin strand', () => {
  const fee: FlowItem = { kind: 'fee', index: 0, value: 60, count: 1 };
  const { outputs } = flowLayout([], [...flowItems([undefined, undefined], 'output', 24), fee], 500, 160);
  expect(outputs[2]!.thickness).toBeLessThan(outputs[0]!.thickness / 10);
});

test('merges strands beyond the limit', () => {
  const items = flowItems(
    Array.from({ length: 30 }, () => 5),
    'input',
    24,
  );
  expect(items).toHaveLength(24);
  expect(items.at(-1)).toEqual({ kind: 'rest', index: 23, value: 35, count: 7 });
  expect(flowItems([1, undefined, undefined], 'input', 2).at(-1)?.value).toBeUndefined();
  expect([1, 3, 200].map((n) => flowHeight(n, false))).toEqual([110, 240, 360]);
  expect(flowHeight(150, true)).toBe(2250);
});

test('contains no NaN or Infinity', () => {
  for (const values of [[], [0], [undefined], [0, 0], [2_100_000_000_000_000, 1]]) {
    const layout = flowLayout(flowItems(values, 'input', 24), flowItems(values, 'output', 24), 390, 110);
    expect(JSON.stringify(layout)).not.toMatch(/NaN|Infinity|null/);
  }
});

// a -> b -> c and a -> d; d alone pays best
const cluster: Cluster = {
  txs: [
    { txid: 'a', fee: 100, weight: 400, parents: [] },
    { txid: 'b', fee: 100, weight: 400, parents: [0] },
    { txid: 'c', fee: 900, weight: 1600, parents: [1] },
    { txid: 'd', fee: 2000, weight: 400, parents: [0] },
  ],
  chunks: [
    { txs: [0, 3], feerate: 10.5 },
    { txs: [1, 2], feerate: 2 },
  ],
  chunkIndex: 1,
};

test('lays out a cluster: one column per generation, one band per chunk, one arrow per parent', () => {
  const { nodes, edges, bands, height } = clusterLayout(cluster, 300);
  const column = new Map(nodes.map(({ index, x }) => [index, x]));
  expect([0, 1, 2, 3].map((index) => column.get(index))).toEqual([34, 150, 266, 150]);
  expect(bands.map(({ feerate }) => feerate)).toEqual([10.5, 2]);
  expect(edges.map(({ parent, child }) => `${parent}>${child}`)).toEqual(['0>1', '1>2', '0>3']);
  expect(nodes.find(({ index }) => index === 3)?.rate).toBe(20);
  expect(Math.max(...nodes.map(({ y, radius }) => y + radius))).toBeLessThan(height);
});

test('lays out a cluster with cyclic or missing parents', () => {
  const odd: Cluster = {
    txs: [
      { txid: 'a', fee: 1, weight: 4, parents: [1] },
      { txid: 'b', fee: 1, weight: 4, parents: [0, 9] },
    ],
    chunks: [{ txs: [0, 1, 7], feerate: 1 }],
    chunkIndex: 0,
  };
  expect(JSON.stringify(clusterLayout(odd, 300))).not.toMatch(/NaN|Infinity|null/);
});

const version = (txid: string, replaces: RbfTree[] = [], more: Partial<RbfTree['tx']> = {}): RbfTree => ({
  tx: { txid, fee: 1, vsize: 1, value: 1, rate: 1, rbf: true, ...more },
  time: 1,
  interval: 60,
  fullRbf: false,
  replaces,
});

//  c ─┐
//  a ─ b ─ d      e replaced nothing, and went with d's replacement
test('lays out replacements: oldest left, newest right, one row per branch', () => {
  const tree = version('d', [version('b', [version('a'), version('c', [], { rbf: false })]), version('e')]);
  const { nodes, links, rows } = rbfLayout(tree, 5);
  const at = Object.fromEntries(nodes.map(({ tree: each, x, row }) => [each.tx.txid, [x, row]]));
  expect(at).toEqual({ d: [310, 0], b: [178, 0], a: [46, 0], c: [46, 1], e: [178, 2] });
  expect(rows).toBe(3);
  expect(links.map(({ isFull }) => isFull)).toEqual([false, false, true, false]);
  expect([versionsOf(tree), rowsOf(tree), versionList(tree).length]).toEqual([5, 3, 5]);
  expect(rbfLayout(tree, 2).nodes.map(({ tree: each }) => each.tx.txid)).toEqual(['d', 'b', 'a', 'c']);
});
