import type { ReplacementForest } from './replacement-forest.ts';
import { attachReplaced, nodesOf, type ReplacementNode, type ReplacementTx, rootOf } from './replacement-tree.ts';

/**
 * Links a replacement with the transactions that it replaced; see `Replacements.replaced`.
 * @param now Unix seconds
 */
export function linkReplacement(
  forest: ReplacementForest,
  { newTx, oldTxs, certain }: { newTx: ReplacementTx; oldTxs: readonly ReplacementTx[]; certain: boolean },
  now: number,
): void {
  const known = forest.get(newTx.txid);
  const conflictingTxs = oldTxs.filter(({ txid }) => txid !== newTx.txid);
  for (const { txid } of conflictingTxs) {
    const node = forest.get(txid);
    // one that had returned, and is replaced as before
    if (node?.inMempool && node.by !== undefined && rootOf(node) === known) {
      forest.markReplaced(node);
      forest.markChanged(known);
    }
    markRemoved(forest, txid, now);
  }
  if (known?.by !== undefined) return;
  const replacedRoots = new Set<ReplacementNode>();
  for (const tx of conflictingTxs) {
    const root = rootOf(forest.get(tx.txid) ?? forest.add(tx, now));
    if (root !== known) replacedRoots.add(root);
  }
  if (replacedRoots.size > 0) attachAll(forest, known ?? forest.add(newTx, now), replacedRoots, certain);
}

/** Attaches roots to the root that replaced them, which becomes the only one of them in the mempool. */
function attachAll(
  forest: ReplacementForest,
  root: ReplacementNode,
  replacedRoots: Iterable<ReplacementNode>,
  certain: boolean,
): void {
  forest.moveToEnd(root);
  for (const replaced of replacedRoots) {
    forest.removeRoot(replaced);
    attachReplaced(root, replaced, certain);
    forest.markReplaced(replaced);
  }
  for (const node of nodesOf(root)) node.inMempool = node === root;
  root.expires = undefined;
  forest.markChanged(root);
  forest.dropOldestNodes(root);
  forest.dropOldestTrees();
}

/** Records that a transaction left the mempool. */
export function markRemoved(forest: ReplacementForest, txid: string, now: number): void {
  const node = forest.get(txid);
  if (node?.inMempool) leaveMempool(forest, node, now);
}

/** Records that a block has a transaction. */
export function markMined(forest: ReplacementForest, txid: string, now: number): void {
  const node = forest.get(txid);
  if (node === undefined) return;
  node.mined = true;
  leaveMempool(forest, node, now);
  forest.markChanged(rootOf(node));
}

/** Records that a transaction is in the mempool again. */
export function markReturned(forest: ReplacementForest, txid: string): void {
  const node = forest.get(txid);
  if (node === undefined) return;
  const root = rootOf(node);
  if (node.mined) forest.markChanged(root);
  node.mined = false;
  node.inMempool = true;
  root.expires = undefined;
}

/** Starts the expiry of its tree when it was the last one in the mempool. */
function leaveMempool(forest: ReplacementForest, node: ReplacementNode, now: number): void {
  node.inMempool = false;
  const root = rootOf(node);
  if (!nodesOf(root).some(({ inMempool }) => inMempool)) root.expires = now + forest.limits.keepSeconds;
}

/**
 * Reconciles trees with the mempool; see `Replacements.reconcile`.
 * @returns ids of trees without a transaction in the mempool or a mined one
 */
export function reconcileTrees(
  forest: ReplacementForest,
  isInMempool: (txid: string) => boolean,
  now: number,
): string[] {
  const unresolved: string[] = [];
  for (const root of forest.roots) {
    const all = nodesOf(root);
    for (const node of all) {
      node.inMempool = isInMempool(node.tx.txid);
      if (!node.inMempool || !node.mined) continue;
      node.mined = false;
      forest.markChanged(root);
    }
    if (all.some(({ inMempool }) => inMempool)) {
      root.expires = undefined;
      continue;
    }
    root.expires ??= now + forest.limits.keepSeconds;
    if (!all.some(({ mined }) => mined)) unresolved.push(...all.map(({ tx }) => tx.txid));
  }
  return unresolved;
}
