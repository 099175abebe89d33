import {
  attachReplaced,
  createReplacementNode,
  nodesOf,
  type RbfTree,
  type ReplacementNode,
  type ReplacementTx,
  rbfTree,
  rootOf,
} from './replacement-tree.ts';
import { readReplacements, replacementsBytes } from './replacements-bytes.ts';

/** Limits of the stored trees. The oldest are evicted immediately. A transaction takes about 400 bytes. */
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

/** Options of the replacements. */
export interface ReplacementsOptions {
  /** Unix seconds, may be fractional. */
  nowSeconds(): number;
  limits?: Partial<ReplacementLimits>;
}

/** A row of the latest replacements. */
export interface RbfSummary {
  /** Newest transaction. */
  txid: string;
  /** The newest transaction confirmed. */
  mined: boolean;
  /** It directly replaced one that did not signal. */
  fullRbf: boolean;
  /** Sums over the transactions that it directly replaced: sats and vB. */
  oldFee: number;
  oldVsize: number;
  newFee: number;
  newVsize: number;
}

/** Changes since the last call. */
export interface ReplacementChanges {
  /** Changed trees, newest first, each once in its current form. */
  trees: RbfTree[];
  /** Replaced transactions with their replacement. */
  replaced: { txid: string; by: string }[];
}

/**
 * Replacement trees with the newest transaction as root. Pure state, updated by the mirror. Ids are display hex.
 * Deterministic for the same calls at the same times.
 */
export interface Replacements {
  /**
   * Records that `newTx` replaced `oldTxs`, which conflict with it (their descendants are not included). An old one
   * that was already replaced is treated as the newest of that tree. Without effect when the new one is known as replaced
   * itself, except that it counts as in the mempool.
   * @param certain false when inferred
   */
  replaced(event: { newTx: ReplacementTx; oldTxs: readonly ReplacementTx[]; certain: boolean }): void;
  /** Records that a block has `newTx`, which conflicts with `victims` of the mempool: like `replaced`, then `mined`. */
  minedInstead(event: { newTx: ReplacementTx; victims: readonly ReplacementTx[] }): void;
  /** Records that a block has it. Its conflicts are reported by `removed`. Ignores unknown ids, here and below. */
  mined(txid: string): void;
  /** Records that it left the mempool unmined. */
  removed(txid: string): void;
  /** Records that it is in the mempool again: its block was disconnected, or it was sent again. */
  returned(txid: string): void;
  /** Removes expired trees; to be called periodically. */
  sweep(): void;
  /**
   * Reconciles the state, after `load`, with the mempool: starts and stops the expiry of trees.
   * @returns ids of trees that have no transaction in the mempool and none mined: look them up in the chain, and call
   * `mined`
   */
  reconcile(isInMempool: (txid: string) => boolean): string[];

  /** Returns true when it replaced another one or was replaced. */
  has(txid: string): boolean;
  /** Returns its tree, undefined when there is none. */
  tree(txid: string): RbfTree | undefined;
  /** Returns the ids that it directly replaced, undefined when none. */
  replaces(txid: string): string[] | undefined;
  /** Returns its direct replacement, undefined when there is none. */
  replacedBy(txid: string): { txid: string; certain: boolean } | undefined;
  /**
   * Returns trees, newest replacement first, 25 by default.
   * @param after starts after the tree with this id; the list is empty when there is none
   * @param fullOnly only those where one that did not signal was replaced
   */
  list(options?: { after?: string | undefined; fullOnly?: boolean; limit?: number }): RbfTree[];
  /** The latest six. */
  summary(): RbfSummary[];
  /**
   * Returns changes since the last call for the live feeds, undefined without changes; an expired tree counts as a
   * change but is not listed. Changes that are not fetched do not accumulate.
   */
  takeChanges(): ReplacementChanges | undefined;

  /** Encodes the state for `load`. */
  save(): Uint8Array;
  /**
   * Replaces the state. Drops what exceeds the limits.
   * @throws {CodedError} mempool.bad-replacements and the state is empty then
   */
  load(bytes: Uint8Array): void;
}

const pageSize = 25;
const summarySize = 6;

/** Creates an empty set of replacement trees. */
export function createReplacements({ nowSeconds, limits: given = {} }: ReplacementsOptions): Replacements {
  const limits = { ...defaultReplacementLimits, ...given };
  const versions = new Map<string, ReplacementNode>();
  /** By ascending order of the root. */
  const roots = new Set<ReplacementNode>();
  let nextOrder = 1;
  // changes for the feeds; both refer to stored nodes only, so they stay as small as the state
  const changedRoots = new Set<ReplacementNode>();
  const newlyReplaced = new Set<ReplacementNode>();
  let changed = false;

  function enter(tx: ReplacementTx): ReplacementNode {
    const version = createReplacementNode(tx, tx.time ?? nowSeconds(), nextOrder++);
    versions.set(tx.txid, version);
    roots.add(version);
    return version;
  }

  function touch(root: ReplacementNode): void {
    changedRoots.add(root);
    changed = true;
  }

  function forget(version: ReplacementNode): void {
    versions.delete(version.tx.txid);
    newlyReplaced.delete(version);
  }

  function dropTree(root: ReplacementNode): void {
    for (const version of nodesOf(root)) forget(version);
    roots.delete(root);
    changedRoots.delete(root);
    changed = true;
  }

  function dropOldestVersions(root: ReplacementNode): void {
    const all = nodesOf(root);
    const over = all.length - Math.max(1, limits.nodesPerTree);
    if (over <= 0) return;
    // older ones have smaller orders, so those evicted first have nothing below them
    for (const version of all.sort((a, b) => a.order - b.order).slice(0, over)) {
      const { by } = version;
      if (by !== undefined) by.replaces = by.replaces.filter((older) => older !== version);
      forget(version);
    }
  }

  function dropOldestTrees(): void {
    for (const root of roots) {
      const isOver = roots.size > limits.trees || versions.size > limits.versions;
      if (!isOver || roots.size <= 1) break;
      dropTree(root);
    }
  }

  /** Starts the expiry of its tree when it was the last one in the mempool. */
  function leaveMempool(version: ReplacementNode): void {
    version.inMempool = false;
    const root = rootOf(version);
    if (!nodesOf(root).some(({ inMempool }) => inMempool)) root.expires = nowSeconds() + limits.keepSeconds;
  }

  function leave(txid: string): void {
    const version = versions.get(txid);
    if (version?.inMempool) leaveMempool(version);
  }

  function link(newTx: ReplacementTx, oldTxs: readonly ReplacementTx[], certain: boolean): void {
    const known = versions.get(newTx.txid);
    const conflictingTxs = oldTxs.filter(({ txid }) => txid !== newTx.txid);
    for (const { txid } of conflictingTxs) {
      const version = versions.get(txid);
      // one that had returned, and is replaced as before
      if (version?.inMempool && version.by !== undefined && rootOf(version) === known) {
        newlyReplaced.add(version);
        touch(known);
      }
      leave(txid);
    }
    if (known?.by !== undefined) return;
    const older = new Set<ReplacementNode>();
    for (const tx of conflictingTxs) {
      const root = rootOf(versions.get(tx.txid) ?? enter(tx));
      if (root !== known) older.add(root);
    }
    if (older.size === 0) return;
    const root = known ?? enter(newTx);
    // to the end of the order, so that it stays after all that it replaced
    root.order = nextOrder++;
    roots.delete(root);
    roots.add(root);
    for (const version of older) {
      roots.delete(version);
      changedRoots.delete(version);
      attachReplaced(root, version, certain);
      newlyReplaced.add(version);
    }
    for (const version of nodesOf(root)) version.inMempool = version === root;
    root.expires = undefined;
    touch(root);
    dropOldestVersions(root);
    dropOldestTrees();
  }

  function markMined(txid: string): void {
    const version = versions.get(txid);
    if (version === undefined) return;
    version.mined = true;
    leaveMempool(version);
    touch(rootOf(version));
  }

  function markReturned(txid: string): void {
    const version = versions.get(txid);
    if (version === undefined) return;
    const root = rootOf(version);
    if (version.mined) touch(root);
    version.mined = false;
    version.inMempool = true;
    root.expires = undefined;
  }

  function clear(): void {
    versions.clear();
    roots.clear();
    changedRoots.clear();
    newlyReplaced.clear();
    changed = true;
  }

  return {
    replaced({ newTx, oldTxs, certain }) {
      link(newTx, oldTxs, certain);
      if (versions.get(newTx.txid)?.inMempool === false) markReturned(newTx.txid);
    },
    minedInstead({ newTx, victims }) {
      link(newTx, victims, true);
      markMined(newTx.txid);
    },
    mined: markMined,
    removed: leave,
    returned: markReturned,
    sweep() {
      const now = nowSeconds();
      for (const root of roots) if (root.expires !== undefined && root.expires <= now) dropTree(root);
    },
    reconcile(isInMempool) {
      const unresolved: string[] = [];
      for (const root of roots) {
        const all = nodesOf(root);
        for (const version of all) {
          version.inMempool = isInMempool(version.tx.txid);
          if (!version.inMempool || !version.mined) continue;
          version.mined = false;
          touch(root);
        }
        if (all.some(({ inMempool }) => inMempool)) {
          root.expires = undefined;
          continue;
        }
        root.expires ??= nowSeconds() + limits.keepSeconds;
        if (!all.some(({ mined }) => mined)) unresolved.push(...all.map(({ tx }) => tx.txid));
      }
      return unresolved;
    },

    has: (txid) => versions.has(txid),
    tree(txid) {
      const version = versions.get(txid);
      return version === undefined ? undefined : rbfTree(rootOf(version));
    },
    replaces(txid) {
      const older = versions.get(txid)?.replaces ?? [];
      return older.length === 0 ? undefined : older.map(({ tx }) => tx.txid);
    },
    replacedBy(txid) {
      const version = versions.get(txid);
      return version?.by === undefined ? undefined : { txid: version.by.tx.txid, certain: version.certain };
    },
    list({ after, fullOnly = false, limit = pageSize } = {}) {
      const newestFirst = [...roots].reverse();
      let from = 0;
      if (after !== undefined) {
        const version = versions.get(after);
        if (version === undefined) return [];
        from = newestFirst.indexOf(rootOf(version)) + 1;
      }
      return newestFirst
        .slice(from)
        .filter((root) => !fullOnly || root.fullRbf)
        .slice(0, limit)
        .map(rbfTree);
    },
    summary: () => [...roots].slice(-summarySize).reverse().map(summaryOf),
    takeChanges() {
      if (!changed) return undefined;
      const trees = [...changedRoots].sort((a, b) => b.order - a.order).map(rbfTree);
      const replaced = [...newlyReplaced].map(({ tx, by }) => ({ txid: tx.txid, by: by!.tx.txid }));
      changedRoots.clear();
      newlyReplaced.clear();
      changed = false;
      return { trees, replaced };
    },

    save: () => replacementsBytes(roots),
    load(bytes) {
      clear();
      const loaded = readReplacements(bytes);
      for (const root of loaded) {
        roots.add(root);
        for (const version of nodesOf(root)) versions.set(version.tx.txid, version);
        dropOldestVersions(root);
      }
      nextOrder = (loaded.at(-1)?.order ?? 0) + 1;
      dropOldestTrees();
    },
  };
}

function summaryOf({ tx, mined, direct, replaces }: ReplacementNode): RbfSummary {
  return {
    txid: tx.txid,
    mined,
    fullRbf: direct,
    oldFee: replaces.reduce((sum, older) => sum + older.tx.fee, 0),
    oldVsize: replaces.reduce((sum, older) => sum + older.tx.vsize, 0),
    newFee: tx.fee,
    newVsize: tx.vsize,
  };
}
