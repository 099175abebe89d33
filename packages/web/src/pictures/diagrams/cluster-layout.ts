import type { CpfpInfo } from '@glassblock/contract';

/** A cluster as the API returns it. */
export type Cluster = NonNullable<CpfpInfo['cluster']>;

/** A transaction in the diagram of a cluster. */
export interface ClusterNode {
  /** Index in the cluster's list. */
  index: number;
  x: number;
  y: number;
  radius: number;
  /** Fee rate of the transaction itself, sat/vB. */
  rate: number;
}

/** Layout of a cluster diagram, px. */
export interface ClusterLayout {
  width: number;
  height: number;
  nodes: ClusterNode[];
  edges: { parent: number; child: number; path: string }[];
  /** One band per chunk, highest fee rate first. */
  bands: { y: number; height: number; feerate: number }[];
}

const step = { x: 84, y: 46 };
const margin = { left: 34, right: 34, band: 12, head: 24, gap: 8 };
const radii = { min: 6, max: 17 };

/**
 * Returns the length of the longest ancestor chain of each transaction. Parents may be in any order; a cycle would be a
 * server error.
 */
function depths(txs: Cluster['txs']): number[] {
  const known: (number | undefined)[] = txs.map(() => undefined);
  const depthOf = (index: number, below: number): number => {
    const found = known[index];
    if (found !== undefined || below > txs.length) return found ?? 0;
    const parents = (txs[index]?.parents ?? []).filter((parent) => txs[parent] !== undefined && parent !== index);
    const depth = parents.length === 0 ? 0 : 1 + Math.max(...parents.map((parent) => depthOf(parent, below + 1)));
    known[index] = depth;
    return depth;
  };
  return txs.map((_, index) => depthOf(index, 0));
}

/**
 * Lays out a cluster: one column per generation, one band per chunk. Pure.
 * @param width minimum, px
 */
export function clusterLayout(cluster: Cluster, width: number): ClusterLayout {
  const depth = depths(cluster.txs);
  const columns = Math.max(1, ...depth.map((each) => each + 1));
  const min = margin.left + margin.right + (columns - 1) * step.x;
  const full = Math.max(width, min);
  const spacing = columns > 1 ? Math.min(220, (full - margin.left - margin.right) / (columns - 1)) : 0;
  const largest = Math.max(1, ...cluster.txs.map(({ weight }) => weight));
  const nodes: ClusterNode[] = [];
  const bands: ClusterLayout['bands'] = [];
  let top = 0;
  for (const { txs, feerate } of cluster.chunks) {
    const filled = new Map<number, number>();
    for (const index of txs) {
      const tx = cluster.txs[index];
      if (tx === undefined) continue;
      const column = depth[index] ?? 0;
      const row = filled.get(column) ?? 0;
      filled.set(column, row + 1);
      nodes.push({
        index,
        x: margin.left + column * spacing,
        y: top + margin.head + margin.band + radii.max + row * step.y,
        radius: radii.min + (radii.max - radii.min) * Math.sqrt(tx.weight / largest),
        rate: tx.weight > 0 ? tx.fee / (tx.weight / 4) : 0,
      });
    }
    const rows = Math.max(1, ...filled.values());
    const height = margin.head + 2 * margin.band + 2 * radii.max + (rows - 1) * step.y;
    bands.push({ y: top, height, feerate });
    top += height + margin.gap;
  }
  const byIndex = new Map(nodes.map((node) => [node.index, node]));
  const edges = cluster.txs.flatMap(({ parents }, child) =>
    parents.flatMap((parent) => {
      const from = byIndex.get(parent);
      const to = byIndex.get(child);
      return from && to ? [{ parent, child, path: edge(from, to) }] : [];
    }),
  );
  return { width: full, height: Math.max(0, top - margin.gap), nodes, edges, bands };
}

const n = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** Returns the path from the right of the parent to the left of the child. */
function edge(from: ClusterNode, to: ClusterNode): string {
  const start = from.x + from.radius + 1;
  const end = to.x - to.radius - 5;
  const bend = (start + end) / 2;
  return `M${n(start)} ${n(from.y)}C${n(bend)} ${n(from.y)} ${n(bend)} ${n(to.y)} ${n(end)} ${n(to.y)}`;
}
