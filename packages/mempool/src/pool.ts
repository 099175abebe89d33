import { randomInt } from 'node:crypto';
import { displayHash } from '@glassblock/primitives';
import { BlockOrder } from './graph/block-order.ts';
import { newLabel, none } from './graph/tx-graph.ts';
import type { PoolCluster } from './pool-cluster.ts';
import type { PoolTx } from './pool-tx.ts';

/** Where a transaction is expected to be mined: projected block from 0, vB from its start to the middle of this one. */
export interface Position {
  block: number;
  vsize: number;
}

/** Sums of a projected block. */
export interface BlockTotals {
  nTx: number;
  weight: number;
  /** Serialised bytes. */
  size: number;
  fees: number;
}

/** The mirror of the node's pool: transactions, who spends what, which scripts they touch, and the order in which they
 *  will be mined. Rates, positions and blocks are those of the last `commit`. */
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
  /** Orders what changed. @param mined  blocks that were connected since the last time @param budget  steps, see BlockOrder */
  commit(mined: number, budget: number): void;
  /** Clusters that further commits will put in better order. */
  readonly unfinished: number;
  /** Projected blocks. */
  readonly blocks: readonly BlockTotals[];
  /** Transactions of a projected block in the order in which they would be mined. */
  blockTxs(index: number): Iterable<PoolTx>;
  /** Calls back for each chunk of a projected block, in order: sat/vB and weight. */
  blockRates(index: number, then: (rate: number, weight: number) => void): void;
  /** sat/vB at which a transaction is expected to be mined. */
  rateOf(tx: PoolTx): number;
  positionOf(tx: PoolTx): Position | undefined;
  /** It took the place of another one. */
  isReplacement(tx: PoolTx): boolean;
  hasParents(tx: PoolTx): boolean;
  hasChildren(tx: PoolTx): boolean;
  /** The cluster of a transaction as of the last commit; undefined where it is alone or larger than `limit`. */
  clusterOf(tx: PoolTx, limit: number): PoolCluster | undefined;
  /** Everything that a transaction needs, itself excluded, nearest first; at most `limit`. */
  ancestorsOf(tx: PoolTx, limit: number): PoolTx[];
  /** Everything that needs a transaction, itself excluded, nearest first; at most `limit`. */
  descendantsOf(tx: PoolTx, limit: number): PoolTx[];
}

const noTxs: readonly PoolTx[] = [];

/** @param isReplacement  whether a transaction took the place of another one */
export function createPool(isReplacement: (id: string) => boolean): Pool {
  const txs = new Map<string, { tx: PoolTx; slot: number }>();
  const bySlot: (PoolTx | undefined)[] = [];
  const order = new BlockOrder({ seed: randomInt(2 ** 32) });
  const { graph } = order;
  const spends = new Map<string, PoolTx>();
  // nearly every script is touched by one transaction: a set for each would cost more than everything else
  const scripts = new Map<string, PoolTx | Set<PoolTx>>();
  const sizeOfLabel = new Float64Array(256);
  let totalFee = 0;
  let totalWeight = 0;
  let blocks: BlockTotals[] = [];

  const slotOf = (id: string): number => txs.get(id)!.slot;

  function walk(tx: PoolTx, limit: number, next: (slot: number, then: (other: number) => void) => void): PoolTx[] {
    const start = txs.get(tx.id)?.slot;
    if (start === undefined) return [];
    const found = new Set([start]);
    for (const slot of found) {
      if (found.size > limit) break;
      next(slot, (other) => found.add(other));
    }
    found.delete(start);
    return [...found].slice(0, limit).map((slot) => bySlot[slot]!);
  }

  function eachParent(slot: number, then: (other: number) => void): void {
    for (let edge = graph.firstParent[slot]!; edge !== none; edge = graph.nextOfChild[edge]!) {
      then(graph.edgeParent[edge]!);
    }
  }

  function eachChild(slot: number, then: (other: number) => void): void {
    for (let edge = graph.firstChild[slot]!; edge !== none; edge = graph.nextOfParent[edge]!) {
      then(graph.edgeChild[edge]!);
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
    get unfinished() {
      return order.unfinished;
    },
    get blocks() {
      return blocks;
    },
    get: (id) => txs.get(id)?.tx,
    has: (id) => txs.has(id),
    *values() {
      for (const { tx } of txs.values()) yield tx;
    },
    add(tx) {
      if (txs.has(tx.id)) return;
      const { fee, weight, sigops, adjustedWeight } = tx;
      const slot = order.add(tx.tx.txid, { fee, weight, sigops, size: adjustedWeight });
      txs.set(tx.id, { tx, slot });
      bySlot[slot] = tx;
      totalFee += fee;
      totalWeight += weight;
      for (const { prevTxid, prevVout } of tx.tx.inputs()) {
        spends.set(`${displayHash(prevTxid)}:${prevVout}`, tx);
        const parent = graph.find(prevTxid);
        if (parent !== none) order.link(parent, slot);
      }
      for (let vout = 0; vout < tx.tx.outputCount; vout++) {
        const child = spends.get(`${tx.id}:${vout}`);
        if (child !== undefined) order.link(slot, slotOf(child.id));
      }
      for (const script of tx.scripts) {
        const known = scripts.get(script);
        if (known === undefined) scripts.set(script, tx);
        else if (known instanceof Set) known.add(tx);
        else scripts.set(script, new Set([known, tx]));
      }
    },
    remove(id) {
      const known = txs.get(id);
      if (known === undefined) return undefined;
      const { tx, slot } = known;
      txs.delete(id);
      totalFee -= tx.fee;
      totalWeight -= tx.weight;
      order.remove(slot);
      for (const { prevTxid, prevVout } of tx.tx.inputs()) {
        const outpoint = `${displayHash(prevTxid)}:${prevVout}`;
        if (spends.get(outpoint) === tx) spends.delete(outpoint);
      }
      for (const script of tx.scripts) {
        const others = scripts.get(script);
        if (others instanceof Set) {
          others.delete(tx);
          if (others.size === 0) scripts.delete(script);
        } else if (others === tx) scripts.delete(script);
      }
      return tx;
    },
    spender: (txid, vout) => spends.get(`${txid}:${vout}`),
    byScript(scriptHash) {
      const known = scripts.get(scriptHash);
      if (known === undefined) return noTxs;
      return known instanceof Set ? [...known] : [known];
    },
    commit(mined, budget) {
      for (let i = 0; i < mined; i++) order.advance();
      const { moves, removed } = order.commit(budget);
      for (let i = 0; i < moves.length; i += 2) {
        const slot = moves[i]!;
        const before = moves[i + 1]!;
        const { size } = bySlot[slot]!;
        if (before !== newLabel) sizeOfLabel[before]! -= size;
        sizeOfLabel[graph.label[slot]!]! += size;
      }
      for (const slot of removed) {
        const label = graph.label[slot]!;
        if (label !== newLabel) sizeOfLabel[label]! -= bySlot[slot]!.size;
        bySlot[slot] = undefined;
      }
      order.recycle();
      blocks = order.blocks.map(({ txs: nTx, weight, fees }, index) => ({
        nTx,
        weight,
        size: sizeOfLabel[order.labelOf(index)]!,
        fees,
      }));
    },
    *blockTxs(index) {
      for (const slot of order.txsOf(index)) yield bySlot[slot]!;
    },
    blockRates(index, then) {
      order.eachChunk(index, (fee, size, weight) => then(fee / (size / 4), weight));
    },
    rateOf(tx) {
      const slot = txs.get(tx.id)?.slot;
      if (slot === undefined || graph.chunk[slot] === none) return tx.fee / (tx.adjustedWeight / 4);
      return order.chunkFee(slot) / (order.chunkSize(slot) / 4);
    },
    positionOf(tx) {
      const slot = txs.get(tx.id)?.slot;
      if (slot === undefined || graph.label[slot] === newLabel) return undefined;
      return { block: order.blockOf(slot), vsize: order.weightBefore(slot) / 4 + tx.weight / 8 };
    },
    isReplacement: ({ id }) => isReplacement(id),
    hasParents: (tx) => txs.has(tx.id) && graph.firstParent[slotOf(tx.id)] !== none,
    hasChildren: (tx) => txs.has(tx.id) && graph.firstChild[slotOf(tx.id)] !== none,
    clusterOf(tx, limit) {
      const slot = txs.get(tx.id)?.slot;
      if (slot === undefined || graph.chunk[slot] === none) return undefined;
      const chunks = order.clusterOf(slot);
      const slots = chunks.flatMap((chunk) => chunk.txs).filter((member) => graph.alive[member] === 1);
      if (slots.length < 2 || slots.length > limit) return undefined;
      const places = new Map(slots.map((member, place) => [member, place]));
      return {
        txs: slots.map((member) => {
          const { id, fee, weight } = bySlot[member]!;
          const parents: number[] = [];
          eachParent(member, (parent) => {
            const place = places.get(parent);
            if (place !== undefined) parents.push(place);
          });
          return { txid: id, fee, weight, parents };
        }),
        chunks: chunks.map(({ fee, size, txs: members }) => ({
          txs: members.flatMap((member) => places.get(member) ?? []),
          feerate: fee / (size / 4),
        })),
        chunkIndex: chunks.findIndex(({ txs: members }) => members.includes(slot)),
      };
    },
    ancestorsOf: (tx, limit) => walk(tx, limit, eachParent),
    descendantsOf: (tx, limit) => walk(tx, limit, eachChild),
  };
}
