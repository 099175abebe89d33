import { displayHash } from '@glassblock/primitives';
import { chunksOf, componentOf } from './linearise.ts';
import type { Cluster, PoolTx } from './pool-tx.ts';

/** The mirror of the node's pool: transactions, who spends what, which scripts they touch, clusters kept in best order. */
export interface Pool {
  readonly size: number;
  readonly totalFee: number;
  readonly totalWeight: number;
  get(id: string): PoolTx | undefined;
  has(id: string): boolean;
  /** In the order of arrival, oldest first. */
  values(): IterableIterator<PoolTx>;
  /** Adds and links; a transaction that is there already stays as it is. */
  add(tx: PoolTx): void;
  /** Removes and unlinks; what spends it stays and loses a parent. */
  remove(id: string): PoolTx | undefined;
  /** Who spends an outpoint. */
  spender(txid: string, vout: number): PoolTx | undefined;
  /** Transactions that touch a script (hex of its hash), in the order of arrival. */
  byScript(scriptHash: string): readonly PoolTx[];
  /** All clusters, those touched since the last call put in order again. */
  clusters(): ReadonlySet<Cluster>;
}

const none: readonly PoolTx[] = [];

export function createPool(): Pool {
  const txs = new Map<string, PoolTx>();
  const spends = new Map<string, PoolTx>();
  // nearly every script is touched by one transaction: a set for each would cost more than everything else
  const scripts = new Map<string, PoolTx | Set<PoolTx>>();
  const clusterOf = new Map<PoolTx, Cluster>();
  const clusters = new Set<Cluster>();
  const dirty = new Set<PoolTx>();
  let totalFee = 0;
  let totalWeight = 0;

  /** Takes the cluster of a transaction apart; its members are grouped again at the next reading. */
  function dissolve(tx: PoolTx): void {
    const cluster = clusterOf.get(tx);
    if (cluster === undefined) return;
    clusters.delete(cluster);
    for (const member of cluster.txs) {
      clusterOf.delete(member);
      dirty.add(member);
    }
  }

  return {
    get size() {
      return txs.size;
    },
    get totalFee() {
      return totalFee;
    },
    get totalWeight() {
      return totalWeight;
    },
    get: (id) => txs.get(id),
    has: (id) => txs.has(id),
    values: () => txs.values(),
    add(tx) {
      if (txs.has(tx.id)) return;
      txs.set(tx.id, tx);
      totalFee += tx.fee;
      totalWeight += tx.weight;
      dirty.add(tx);
      for (const { prevTxid, prevVout } of tx.tx.inputs()) {
        const parentId = displayHash(prevTxid);
        spends.set(`${parentId}:${prevVout}`, tx);
        const parent = txs.get(parentId);
        if (parent !== undefined) link(parent, tx);
      }
      for (let vout = 0; vout < tx.tx.outputCount; vout++) {
        const child = spends.get(`${tx.id}:${vout}`);
        if (child !== undefined) link(tx, child);
      }
      for (const script of tx.scripts) {
        const known = scripts.get(script);
        if (known === undefined) scripts.set(script, tx);
        else if (known instanceof Set) known.add(tx);
        else scripts.set(script, new Set([known, tx]));
      }
    },
    remove(id) {
      const tx = txs.get(id);
      if (tx === undefined) return undefined;
      txs.delete(id);
      totalFee -= tx.fee;
      totalWeight -= tx.weight;
      dissolve(tx);
      dirty.delete(tx);
      for (const parent of tx.parents) parent.children.delete(tx);
      for (const child of tx.children) child.parents.delete(tx);
      tx.parents.clear();
      tx.children.clear();
      for (const { prevTxid, prevVout } of tx.tx.inputs()) {
        const outpoint = `${displayHash(prevTxid)}:${prevVout}`;
        if (spends.get(outpoint) === tx) spends.delete(outpoint);
      }
      for (const script of tx.scripts) {
        const known = scripts.get(script);
        if (known instanceof Set) {
          known.delete(tx);
          if (known.size === 0) scripts.delete(script);
        } else if (known === tx) scripts.delete(script);
      }
      return tx;
    },
    spender: (txid, vout) => spends.get(`${txid}:${vout}`),
    byScript(scriptHash) {
      const known = scripts.get(scriptHash);
      if (known === undefined) return none;
      return known instanceof Set ? [...known] : [known];
    },
    clusters() {
      for (const tx of dirty) {
        if (clusterOf.has(tx)) continue;
        const cluster: Cluster = { txs: componentOf(tx), chunks: [] };
        cluster.chunks = chunksOf(cluster);
        for (const chunk of cluster.chunks) for (const member of chunk.txs) member.chunk = chunk;
        for (const member of cluster.txs) clusterOf.set(member, cluster);
        clusters.add(cluster);
      }
      dirty.clear();
      return clusters;
    },
  };

  function link(parent: PoolTx, child: PoolTx): void {
    parent.children.add(child);
    child.parents.add(parent);
    dissolve(parent);
    dissolve(child);
  }
}
