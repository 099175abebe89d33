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

/** Bounds of what is remembered. What is over goes at once, oldest first. A version takes some 400 bytes. */
export interface ReplacementLimits {
  /** Trees; the one whose newest version entered first goes first. */
  readonly trees: number;
  /** Versions of one tree; the newest always stays. */
  readonly nodesPerTree: number;
  /** Versions of all trees together; whole trees go. */
  readonly versions: number;
  /** How long a tree stays after its last version left the pool, mined or not. */
  readonly keepSeconds: number;
}

export const defaultReplacementLimits: ReplacementLimits = {
  trees: 20_000,
  nodesPerTree: 100,
  versions: 100_000,
  keepSeconds: 24 * 3600,
};

export interface ReplacementsOptions {
  /** Seconds since 1970, may be fractional. */
  nowSeconds(): number;
  limits?: Partial<ReplacementLimits>;
}

/** One line of the latest replacements. */
export interface RbfSummary {
  /** Newest version. */
  txid: string;
  /** The newest version confirmed. */
  mined: boolean;
  /** It directly replaced a version that did not signal. */
  fullRbf: boolean;
  /** Sums over the versions that it directly replaced: sats and vB. */
  oldFee: number;
  oldVsize: number;
  newFee: number;
  newVsize: number;
}

/** What happened since it was last asked for. */
export interface ReplacementChanges {
  /** Trees that changed, newest first, each once and as it is now. */
  trees: RbfTree[];
  /** Versions that got a newer one, with that one. */
  replaced: { txid: string; by: string }[];
}

/** Which transaction replaced which: trees with the newest version as root. A pure state: told what the mirror finds, asked
 *  by everybody. Ids are display hex. The same calls at the same times give the same answers. */
export interface Replacements {
  /** The pool took `newTx` and gave up `oldTxs`, which spend an outpoint that it spends (descendants that left with them are
   *  no versions of it). An old one that already had a newer version stands for the newest of that tree. Nothing happens
   *  when the new one is known as replaced itself, except that it counts as in the pool.
   *  @param certain  false when inferred */
  replaced(event: { newTx: ReplacementTx; oldTxs: readonly ReplacementTx[]; certain: boolean }): void;
  /** A block holds `newTx`, which spends what `victims` of the pool spend: like `replaced`, then `mined`. */
  minedInstead(event: { newTx: ReplacementTx; victims: readonly ReplacementTx[] }): void;
  /** A block holds it. What it conflicts with is told by `removed`. Unknown ids are passed over, here and below. */
  mined(txid: string): void;
  /** It left the pool unmined. */
  removed(txid: string): void;
  /** It is in the pool again: its block was disconnected, or it was sent again. */
  returned(txid: string): void;
  /** Forgets the trees whose time is over; to be called now and then. */
  sweep(): void;
  /** Holds the state, after `load`, against the pool: starts and stops the time of trees.
   *  @returns ids of trees that have no version in the pool and none mined: look them up in the chain, and call `mined` */
  reconcile(isInMempool: (txid: string) => boolean): string[];

  /** True when it replaced another one or was replaced. */
  has(txid: string): boolean;
  /** The tree that holds it, undefined when there is none. */
  tree(txid: string): RbfTree | undefined;
  /** Ids that it directly replaced, undefined when none. */
  replaces(txid: string): string[] | undefined;
  /** What directly replaced it, undefined when nothing did. */
  replacedBy(txid: string): { txid: string; certain: boolean } | undefined;
  /** Trees, newest replacement first, 25 unless told otherwise.
   *  @param after  begins behind the tree that holds this id; the list is empty when none does
   *  @param fullOnly  only those where a version that did not signal was replaced */
  list(options?: { after?: string | undefined; fullOnly?: boolean; limit?: number }): RbfTree[];
  /** The latest six. */
  summary(): RbfSummary[];
  /** For the live feeds: what changed since the last call, undefined when nothing did; a forgotten tree counts, but is not
   *  named. What is not fetched does not pile up. */
  takeChanges(): ReplacementChanges | undefined;

  /** The state in bytes, for `load`. */
  save(): Uint8Array;
  /** Takes the place of the state. What is over the limits is left out.
   *  @throws {CodedError} mempool.bad-replacements  and the state is empty then */
  load(bytes: Uint8Array): void;
}

const pageSize = 25;
const summarySize = 6;

export function createReplacements({ nowSeconds, limits: given = {} }: ReplacementsOptions): Replacements {
  const limits = { ...defaultReplacementLimits, ...given };
  const versions = new Map<string, ReplacementNode>();
  /** By rising order of the root. */
  const roots = new Set<ReplacementNode>();
  let nextOrder = 1;
  // news for the feeds; both hold living versions only, so they stay as small as the state
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
    // older versions have smaller orders, so what goes first has nothing below it
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

  /** The time of its tree begins when it was the last one in the pool. */
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
      // one that had come back, and is replaced as before
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
    // to the end of the order, so that it stays behind all that it replaced
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
