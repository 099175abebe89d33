import type { RbfTree } from '@glassblock/contract';

/** A transaction in the replacement timeline. */
export interface RbfNode {
  tree: RbfTree;
  row: number;
  x: number;
  y: number;
  /** Seconds until it was replaced; absent for the newest. */
  interval?: number;
  /** Txid of its replacement. */
  by?: string;
}

/** Layout of a replacement timeline, px. */
export interface RbfLayout {
  width: number;
  height: number;
  rows: number;
  nodes: RbfNode[];
  /** Links from transactions to their replacements. */
  links: { path: string; isFull: boolean; row: number; interval?: number; x: number; y: number }[];
}

/** Distance between transactions of the timeline, px. */
export const rbfStep = { x: 132, y: 74 } as const;
const margin = { x: 46, top: 26, bottom: 34 };

/** Returns the number of generations of a tree. */
const depthOf = (tree: RbfTree): number => 1 + Math.max(0, ...tree.replaces.map(depthOf));

/** Returns the number of transactions of a tree. */
export const versionsOf = (tree: RbfTree): number =>
  1 + tree.replaces.reduce((sum, older) => sum + versionsOf(older), 0);

/** Returns all transactions of a tree, newest first. */
export const versionList = (tree: RbfTree): RbfTree[] => [tree, ...tree.replaces.flatMap(versionList)];

/** Returns the number of rows of the full timeline: one for each transaction that replaced none. */
export const rowsOf = (tree: RbfTree): number =>
  tree.replaces.length === 0 ? 1 : tree.replaces.reduce((sum, older) => sum + rowsOf(older), 0);

/**
 * Lays out a tree: oldest left, newest right, one row per branch. Pure.
 * @param maxRows further branches are left out
 */
export function rbfLayout(tree: RbfTree, maxRows: number): RbfLayout {
  const columns = depthOf(tree);
  const nodes: RbfNode[] = [];
  const links: RbfLayout['links'] = [];
  let rows = 0;
  const place = (version: RbfTree, column: number, newer: RbfNode | undefined): void => {
    const node: RbfNode = {
      tree: version,
      row: rows,
      x: margin.x + (column - 1) * rbfStep.x,
      y: margin.top + rows * rbfStep.y,
      ...(version.interval !== undefined && { interval: version.interval }),
      ...(newer && { by: newer.tree.tx.txid }),
    };
    nodes.push(node);
    if (newer) links.push(linkOf(node, newer));
    for (const [branch, older] of version.replaces.entries()) {
      if (branch > 0) {
        if (rows + 1 >= maxRows) break;
        rows++;
      }
      place(older, column - 1, node);
    }
  };
  place(tree, columns, undefined);
  return {
    width: 2 * margin.x + (columns - 1) * rbfStep.x,
    height: margin.top + rows * rbfStep.y + margin.bottom,
    rows: rows + 1,
    nodes,
    links,
  };
}

function linkOf(older: RbfNode, newer: RbfNode): RbfLayout['links'][number] {
  const from = older.x + 11;
  const to = newer.x - 11;
  const turn = newer.x - 26;
  const path =
    older.y === newer.y
      ? `M${from} ${older.y}H${to}`
      : `M${from} ${older.y}H${turn - 10}Q${turn} ${older.y} ${turn} ${older.y - 10}V${newer.y}`;
  return {
    path,
    isFull: newer.tree.tx.fullRbf === true || !older.tree.tx.rbf,
    row: older.row,
    x: (from + to) / 2,
    y: older.y,
    ...(older.interval !== undefined && { interval: older.interval }),
  };
}
