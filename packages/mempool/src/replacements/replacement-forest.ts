import {
  createReplacementNode,
  nodesOf,
  type RbfTree,
  type ReplacementNode,
  type ReplacementTx,
  rbfTree,
} from './replacement-tree.ts';

/** Limits of the stored trees. The oldest are evicted at once. A transaction uses about 400 bytes. */
export interface ReplacementLimits {
  /** Number of trees; evicted by entry of their newest transaction. */
  readonly trees: number;
  /** Transactions of one tree; the newest always stays. */
  readonly nodesPerTree: number;
  /** Transactions of all trees together; whole trees are evicted. */
  readonly versions: number;
  /** How long a tree stays after its last transaction left the mempool, mined or not. */
  readonly keepSeconds: number;
}

/** Default limits. */
export const defaultReplacementLimits: ReplacementLimits = {
  trees: 20_000,
  nodesPerTree: 100,
  versions: 100_000,
  keepSeconds: 24 * 3600,
};

/** Changes since the last call. */
export interface ReplacementChanges {
  /** Changed trees, newest first, each once in its current form. */
  trees: RbfTree[];
  /** Replaced transactions with their replacement. */
  replaced: { txid: string; by: string }[];
}

/** The stored replacement trees, their limits, and the changes that were not fetched yet. Times are Unix seconds. */
export class ReplacementForest {
  readonly limits: ReplacementLimits;
  private readonly nodes = new Map<string, ReplacementNode>();
  /** By ascending order of the root. */
  private readonly rootSet = new Set<ReplacementNode>();
  private nextOrder = 1;
  // changes for the feeds; both refer to stored nodes only, so they stay as small as the state
  private readonly changedRoots = new Set<ReplacementNode>();
  private readonly newlyReplaced = new Set<ReplacementNode>();
  private changed = false;

  constructor(limits: ReplacementLimits) {
    this.limits = limits;
  }

  /** Roots, by ascending order. */
  get roots(): ReadonlySet<ReplacementNode> {
    return this.rootSet;
  }

  /** Returns the node of a transaction; undefined when it is unknown. */
  get(txid: string): ReplacementNode | undefined {
    return this.nodes.get(txid);
  }

  /** Adds a transaction as a tree of its own. */
  add(tx: ReplacementTx, now: number): ReplacementNode {
    const node = createReplacementNode(tx, tx.time ?? now, this.nextOrder++);
    this.nodes.set(tx.txid, node);
    this.rootSet.add(node);
    return node;
  }

  /** Adds decoded roots, by ascending order, to an empty forest, and drops entries that exceed the limits. */
  load(roots: readonly ReplacementNode[]): void {
    for (const root of roots) {
      this.rootSet.add(root);
      for (const node of nodesOf(root)) this.nodes.set(node.tx.txid, node);
      this.dropOldestNodes(root);
    }
    this.nextOrder = (roots.at(-1)?.order ?? 0) + 1;
    this.dropOldestTrees();
  }

  /** Moves a root to the end of the order, so that it stays after all transactions that it replaced. */
  moveToEnd(root: ReplacementNode): void {
    root.order = this.nextOrder++;
    this.rootSet.delete(root);
    this.rootSet.add(root);
  }

  /** Records that a root was replaced and is no longer one. */
  removeRoot(root: ReplacementNode): void {
    this.rootSet.delete(root);
    this.changedRoots.delete(root);
  }

  /** Records a change of a tree. */
  markChanged(root: ReplacementNode): void {
    this.changedRoots.add(root);
    this.changed = true;
  }

  /** Records that a node was replaced. */
  markReplaced(node: ReplacementNode): void {
    this.newlyReplaced.add(node);
  }

  /** Returns and clears the changes; undefined without changes. */
  takeChanges(): ReplacementChanges | undefined {
    if (!this.changed) return undefined;
    const trees = [...this.changedRoots].sort((a, b) => b.order - a.order).map(rbfTree);
    const replaced = [...this.newlyReplaced].map(({ tx, by }) => ({ txid: tx.txid, by: by!.tx.txid }));
    this.changedRoots.clear();
    this.newlyReplaced.clear();
    this.changed = false;
    return { trees, replaced };
  }

  /**
   * Removes trees that expired until a time, and shortens expiry times that are later than any new one.
   * @param now see `ReplacementsOptions`
   */
  dropExpired(until: number, now: number): void {
    for (const root of this.rootSet) {
      if (root.expires === undefined) continue;
      root.expires = Math.min(root.expires, now + this.limits.keepSeconds);
      if (root.expires <= until) this.dropTree(root);
    }
  }

  /** Removes the oldest nodes of a tree above the limit. */
  dropOldestNodes(root: ReplacementNode): void {
    const all = nodesOf(root);
    const over = all.length - Math.max(1, this.limits.nodesPerTree);
    if (over <= 0) return;
    // older ones have smaller orders, so those evicted first have nothing below them
    for (const node of all.sort((a, b) => a.order - b.order).slice(0, over)) {
      const { by } = node;
      if (by !== undefined) by.replaces = by.replaces.filter((older) => older !== node);
      this.dropNode(node);
    }
  }

  /** Removes the oldest trees above the limits; the newest always stays. */
  dropOldestTrees(): void {
    const { rootSet, nodes, limits } = this;
    for (const root of rootSet) {
      const isOver = rootSet.size > limits.trees || nodes.size > limits.versions;
      if (!isOver || rootSet.size <= 1) break;
      this.dropTree(root);
    }
  }

  /** Removes all trees. */
  clear(): void {
    this.nodes.clear();
    this.rootSet.clear();
    this.changedRoots.clear();
    this.newlyReplaced.clear();
    this.changed = true;
  }

  private dropTree(root: ReplacementNode): void {
    for (const node of nodesOf(root)) this.dropNode(node);
    this.rootSet.delete(root);
    this.changedRoots.delete(root);
    this.changed = true;
  }

  private dropNode(node: ReplacementNode): void {
    this.nodes.delete(node.tx.txid);
    this.newlyReplaced.delete(node);
  }
}
