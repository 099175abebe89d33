import type { Chunk, Cluster, PoolTx } from './pool-tx.ts';

/** Above this size a cluster is only put in order of generations: exact work would take too long. */
const exactLimit = 400;

/** Positive when `a` pays a better rate than `b`. Fees below 2^51 sats and weights below 2^26 keep the products exact
 *  enough: they are compared as bigint only when doubles call them equal. */
export function compareRates(a: { fee: number; adjusted: number }, b: { fee: number; adjusted: number }): number {
  const difference = a.fee * b.adjusted - b.fee * a.adjusted;
  if (Math.abs(difference) > 2 ** 20) return difference;
  const exact = BigInt(a.fee) * BigInt(b.adjusted) - BigInt(b.fee) * BigInt(a.adjusted);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/**
 * Best order of a cluster, cut into chunks of falling fee rate: the remaining ancestor set with the best rate goes
 * first, again and again; then neighbours are merged while the later one pays more. The same set gives the same answer
 * in whatever order it arrived: ties go to the smaller set, then the smaller id.
 */
export function chunksOf(cluster: Cluster): Chunk[] {
  const ordered = cluster.txs.size > exactLimit ? byGeneration(cluster.txs) : byAncestorRate(cluster.txs);
  const chunks: { txs: PoolTx[]; fee: number; adjusted: number }[] = [];
  for (const tx of ordered) {
    let last = { txs: [tx], fee: tx.fee, adjusted: tx.adjustedWeight };
    for (let before = chunks.at(-1); before !== undefined && compareRates(last, before) > 0; before = chunks.at(-1)) {
      chunks.pop();
      last = {
        txs: [...before.txs, ...last.txs],
        fee: before.fee + last.fee,
        adjusted: before.adjusted + last.adjusted,
      };
    }
    chunks.push(last);
  }
  let running = 0;
  return chunks.map(({ txs, fee, adjusted }, i) => ({
    txs,
    fee,
    adjusted,
    running: (running = adjusted + (i > 0 && compareRates(chunks[i - 1]!, chunks[i]!) === 0 ? running : 0)),
    weight: txs.reduce((sum, { weight }) => sum + weight, 0),
    sigops: txs.reduce((sum, { sigops }) => sum + sigops, 0),
    key: txs.reduce((least, { id }) => (id < least ? id : least), txs[0]!.id),
    cluster,
  }));
}

/** The connected component of a transaction. */
export function componentOf(start: PoolTx): Set<PoolTx> {
  const members = new Set([start]);
  for (const tx of members) {
    for (const parent of tx.parents) members.add(parent);
    for (const child of tx.children) members.add(child);
  }
  return members;
}

/** A transaction's ancestors within the pool, itself included. */
export function ancestorsOf(tx: PoolTx): Set<PoolTx> {
  const found = new Set([tx]);
  for (const member of found) for (const parent of member.parents) found.add(parent);
  return found;
}

/** A transaction's descendants within the pool, itself included. */
export function descendantsOf(tx: PoolTx): Set<PoolTx> {
  const found = new Set([tx]);
  for (const member of found) for (const child of member.children) found.add(child);
  return found;
}

function byGeneration(txs: ReadonlySet<PoolTx>): PoolTx[] {
  const waiting = new Map<PoolTx, number>();
  for (const tx of txs) waiting.set(tx, tx.parents.size);
  let ready = [...txs].filter((tx) => tx.parents.size === 0).sort(byId);
  const ordered: PoolTx[] = [];
  while (ready.length > 0) {
    const next: PoolTx[] = [];
    for (const tx of ready) {
      ordered.push(tx);
      for (const child of tx.children) {
        const left = waiting.get(child)! - 1;
        waiting.set(child, left);
        if (left === 0) next.push(child);
      }
    }
    ready = next.sort(byId);
  }
  return ordered;
}

function byAncestorRate(txs: ReadonlySet<PoolTx>): PoolTx[] {
  if (txs.size === 1) return [...txs];
  const sets = new Map<PoolTx, { members: Set<PoolTx>; fee: number; adjusted: number }>();
  for (const tx of txs) {
    const members = ancestorsOf(tx);
    let fee = 0;
    let adjusted = 0;
    for (const member of members) {
      fee += member.fee;
      adjusted += member.adjustedWeight;
    }
    sets.set(tx, { members, fee, adjusted });
  }
  const ordered: PoolTx[] = [];
  while (sets.size > 0) {
    let best: PoolTx | undefined;
    for (const [tx, set] of sets) {
      if (best === undefined || isBetter(tx, set, best, sets.get(best)!)) best = tx;
    }
    const taken = [...sets.get(best!)!.members].sort((a, b) => generation(a) - generation(b) || byId(a, b));
    for (const tx of taken) {
      ordered.push(tx);
      sets.delete(tx);
    }
    for (const set of sets.values()) {
      for (const tx of taken) {
        if (set.members.delete(tx)) {
          set.fee -= tx.fee;
          set.adjusted -= tx.adjustedWeight;
        }
      }
    }
  }
  return ordered;
}

type AncestorSet = { members: Set<PoolTx>; fee: number; adjusted: number };

function isBetter(tx: PoolTx, set: AncestorSet, best: PoolTx, bestSet: AncestorSet): boolean {
  const rates = compareRates(set, bestSet);
  if (rates !== 0) return rates > 0;
  if (set.members.size !== bestSet.members.size) return set.members.size < bestSet.members.size;
  return tx.id < best.id;
}

const byId = (a: PoolTx, b: PoolTx) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const generation = (tx: PoolTx) => ancestorsOf(tx).size;
