import { linkReplacement, markMined, markRemoved, markReturned, reconcileTrees } from './replacement-events.ts';
import {
  defaultReplacementLimits,
  type ReplacementChanges,
  ReplacementForest,
  type ReplacementLimits,
} from './replacement-forest.ts';
import { type RbfTree, type ReplacementNode, type ReplacementTx, rbfTree, rootOf } from './replacement-tree.ts';
import { readReplacements, replacementsBytes } from './replacements-bytes.ts';

/** Options of the replacements. */
export interface ReplacementsOptions {
  /** Unix seconds, may be fractional. */
  nowSeconds(): number;
  /**
   * Returns the header time of the newest block, Unix seconds; undefined while it is unknown: no tree expires then. Trees
   * expire by this time as far as the clock has reached it: a wrong clock must not erase them. Absent: by the clock alone.
   */
  tipSeconds?(): number | undefined;
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

/** A page of the list of trees. */
export interface ReplacementPage {
  /** Starts after the tree with this id; the list is empty when there is none. */
  after?: string | undefined;
  /** Only trees where one that did not signal was replaced. */
  fullOnly?: boolean;
  /** Default 25. */
  limit?: number;
}

/**
 * Replacement trees with the newest transaction as root. Pure state, updated by the mirror. Ids are display hex.
 * Deterministic for the same calls at the same times.
 */
export interface Replacements {
  /**
   * Records that `newTx` replaced `oldTxs`, which conflict with it (their descendants are not included). An old one
   * that was already replaced stands for the newest of that tree. Without effect when the new one is known as replaced
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
  /** Removes expired trees, and corrects expiry times of a clock that was ahead; to be called periodically. */
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
  /** Returns trees, newest replacement first. */
  list(page?: ReplacementPage): RbfTree[];
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
   * Replaces the state. Drops entries that exceed the limits.
   * @throws {CodedError} mempool.bad-replacements and the state is empty then
   */
  load(bytes: Uint8Array): void;
}

const pageSize = 25;
const summarySize = 6;
/** The clock may be ahead of the newest block by this: blocks are seldom further apart. */
const maxHeaderLagSeconds = 2 * 3600;

/** Creates an empty set of replacement trees. */
export function createReplacements({
  nowSeconds: clockSeconds,
  tipSeconds,
  limits = {},
}: ReplacementsOptions): Replacements {
  const forest = new ReplacementForest({ ...defaultReplacementLimits, ...limits });
  /** The later of clock and newest block: times of a clock that is behind would expire at once. */
  const nowSeconds = () => Math.max(clockSeconds(), tipSeconds?.() ?? 0);
  /** The time until which trees expire; undefined: none does. */
  const confirmedSeconds = () => {
    const tip = tipSeconds === undefined ? clockSeconds() : tipSeconds();
    return tip === undefined ? undefined : Math.min(clockSeconds(), tip + maxHeaderLagSeconds);
  };
  return {
    replaced(event) {
      linkReplacement(forest, event, nowSeconds());
      const { txid } = event.newTx;
      if (forest.get(txid)?.inMempool === false) markReturned(forest, txid);
    },
    minedInstead({ newTx, victims }) {
      linkReplacement(forest, { newTx, oldTxs: victims, certain: true }, nowSeconds());
      markMined(forest, newTx.txid, nowSeconds());
    },
    mined: (txid) => markMined(forest, txid, nowSeconds()),
    removed: (txid) => markRemoved(forest, txid, nowSeconds()),
    returned: (txid) => markReturned(forest, txid),
    sweep() {
      const until = confirmedSeconds();
      if (until !== undefined) forest.dropExpired(until, nowSeconds());
    },
    reconcile: (isInMempool) => reconcileTrees(forest, isInMempool, nowSeconds()),

    has: (txid) => forest.get(txid) !== undefined,
    tree(txid) {
      const node = forest.get(txid);
      return node === undefined ? undefined : rbfTree(rootOf(node));
    },
    replaces(txid) {
      const older = forest.get(txid)?.replaces ?? [];
      return older.length === 0 ? undefined : older.map(({ tx }) => tx.txid);
    },
    replacedBy(txid) {
      const node = forest.get(txid);
      return node?.by === undefined ? undefined : { txid: node.by.tx.txid, certain: node.certain };
    },
    list: (page = {}) => listTrees(forest, page),
    summary: () => [...forest.roots].slice(-summarySize).reverse().map(summaryOf),
    takeChanges: () => forest.takeChanges(),

    save: () => replacementsBytes(forest.roots),
    load(bytes) {
      forest.clear();
      forest.load(readReplacements(bytes));
    },
  };
}

function listTrees(
  forest: ReplacementForest,
  { after, fullOnly = false, limit = pageSize }: ReplacementPage,
): RbfTree[] {
  const newestFirst = [...forest.roots].reverse();
  let start = 0;
  if (after !== undefined) {
    const node = forest.get(after);
    if (node === undefined) return [];
    start = newestFirst.indexOf(rootOf(node)) + 1;
  }
  return newestFirst
    .slice(start)
    .filter((root) => !fullOnly || root.fullRbf)
    .slice(0, limit)
    .map(rbfTree);
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
