import { randomInt } from 'node:crypto';
import {
  type AddressRange,
  displayHash,
  hashFromDisplay,
  type TxOutput,
  type UnixSeconds,
} from '@glassblock/primitives';
import { ScriptTable, type ScriptTotals, scriptTouches } from '../columns/script-table.ts';
import { SpenderTable } from '../columns/spender-table.ts';
import { TxColumns } from '../columns/tx-columns.ts';
import { BlockOrder } from '../graph/block-order.ts';
import { newLabel, none } from '../graph/tx-graph.ts';
import type { MempoolCluster } from '../mempool-cluster.ts';
import { keysInRanges } from './address-keys.ts';
import type { MempoolRow, MempoolTx } from './mempool-tx.ts';

/** Projected position of a transaction: block index from 0, vB from its start to the middle of the transaction. */
export interface Position {
  block: number;
  vsize: number;
  /** Prioritized by a fee delta. */
  accelerated?: true;
}

/** Sums of a projected block. */
export interface BlockTotals {
  nTx: number;
  weight: number;
  /** Serialised bytes. */
  size: number;
  fees: number;
}

/**
 * The mirror of the node's mempool: transactions, spends, scripts, and mining order. A transaction is a slot, a number
 * that is reused only after a `commit`; its bytes and figures are in columns. Fee rates, positions and blocks are those
 * of the last `commit`; the figures of removed slots stay readable up to it.
 */
export interface Mempool {
  readonly size: number;
  readonly totalFee: number;
  readonly totalWeight: number;
  /** Bytes of all columns and tables. */
  readonly bytes: number;
  /** Returns the slot of an id in display hex, or -1. */
  find(id: string): number;
  /** Returns the slot of an id in internal order, or -1. */
  findBytes(txid: Uint8Array, at?: number): number;
  has(id: string): boolean;
  /** Iterates all transactions. */
  slots(): Generator<number>;
  /** Returns all ids, 32 bytes each in display order. */
  shownIds(): Uint8Array;
  /** Adds and links a transaction; a known one is not changed. */
  add(tx: MempoolTx): void;
  /** Removes and unlinks a transaction; its descendants stay and lose a parent. */
  remove(slot: number): void;
  /** Returns copies of all data. */
  read(slot: number): MempoolTx;
  row(slot: number): MempoolRow;
  /** Returns a copy of one output; undefined when it does not exist. */
  output(slot: number, vout: number): TxOutput | undefined;
  idOf(slot: number): string;
  weightOf(slot: number): number;
  feeOf(slot: number): number;
  /**
   * Returns the spender of an outpoint and its input.
   * @param txid internal order
   */
  spender(txid: Uint8Array, vout: number): { slot: number; vin: number } | undefined;
  /**
   * Returns the totals of a script.
   * @param hash of the script
   */
  scriptTotals(hash: Uint8Array): ScriptTotals;
  /**
   * Returns slots of transactions that touch a script, newest first.
   * @param after slot of the last one received, or -1
   */
  byScript(hash: Uint8Array, limit: number, after: number): number[];
  /**
   * Returns address keys (see `addressKey`) in the ranges that transactions pay to or spend from, distinct, at most
   * `limit`. Of many thousands that differ late only, some are skipped.
   */
  addressKeys(ranges: readonly AddressRange[], limit: number): Uint8Array[];
  /**
   * Applies the changes to the order.
   * @param mined blocks connected since the last call
   * @param budget steps, see BlockOrder
   */
  commit(mined: number, budget: number): void;
  /** Clusters that further commits will improve. */
  readonly unfinished: number;
  /** Projected blocks. */
  readonly blocks: readonly BlockTotals[];
  /** Iterates the slots of a projected block in mining order. */
  blockTxs(index: number): Iterable<number>;
  /** Calls `then` for each chunk of a projected block, in order: sat/vB and weight. */
  blockRates(index: number, then: (rate: number, weight: number) => void): void;
  /** Returns the effective fee rate of a transaction, sat/vB. */
  rateOf(slot: number): number;
  /** Returns the fee rate of the transaction alone, sat/vB. */
  ownRateOf(slot: number): number;
  /** Returns the latest first-seen time of its chunk. */
  packageSeen(slot: number): number;
  positionOf(slot: number): Position | undefined;
  /** Returns true when it replaced another transaction. */
  isReplacement(slot: number): boolean;
  /** Sets fee deltas by id; those of unknown ids apply when they arrive. */
  setFeeDeltas(sats: ReadonlyMap<string, number>): void;
  /** Orders by virtual sizes rounded up, as nodes before Core 31 do, instead of by weight. */
  setRounding(roundsSizes: boolean): void;
  /** Returns true when it, or a descendant, has a fee delta. */
  isAccelerated(slot: number): boolean;
  hasParents(slot: number): boolean;
  hasChildren(slot: number): boolean;
  /** Returns the cluster of a transaction as of the last commit; undefined when it is alone or larger than `limit`. */
  clusterOf(slot: number, limit: number): MempoolCluster | undefined;
  /** Returns all ancestors, nearest first; at most `limit`. */
  ancestorsOf(slot: number, limit: number): number[];
  /** Returns all descendants, nearest first; at most `limit`. */
  descendantsOf(slot: number, limit: number): number[];
}

/** Maximum ancestors of an accelerated transaction. */
const maxAncestors = 1_000;

/** Options of the mempool. */
export interface MempoolOptions {
  /** Returns true when a transaction replaced another one. */
  isReplacement(id: string): boolean;
  /** Weight reserved in each block for coinbase and header. */
  reservedWeight: number;
}

/** Creates an empty mempool. */
export function createMempool({ isReplacement, reservedWeight }: MempoolOptions): Mempool {
  const order = new BlockOrder({ seed: randomInt(2 ** 32), reservedWeight });
  const { graph } = order;
  const columns = new TxColumns();
  const spenders = new SpenderTable(randomInt(2 ** 32), (slot) => columns.peek(slot));
  const scripts = new ScriptTable(randomInt(2 ** 32));
  const sizeOfLabel = new Float64Array(256);
  let totalFee = 0;
  let totalWeight = 0;
  let blocks: BlockTotals[] = [];
  let roundsSizes = false;
  let feeDeltas: ReadonlyMap<string, number> = new Map();
  /** Ids of transactions with a fee delta and of their ancestors. */
  let accelerated = new Set<string>();

  const idOf = (slot: number): string => displayHash(graph.txid(slot));
  const adjustedWeightOf = (slot: number): number => Math.max(graph.weight[slot]!, 20 * graph.sigops[slot]!);
  const ownRateOf = (slot: number): number => graph.fee[slot]! / (adjustedWeightOf(slot) / 4);

  const orderedSize = (weight: number): number => (roundsSizes ? 4 * Math.ceil(weight / 4) : weight);

  function row(slot: number): MempoolRow {
    return {
      id: idOf(slot),
      fee: columns.fee[slot]!,
      weight: graph.weight[slot]!,
      size: columns.size[slot]!,
      sigops: graph.sigops[slot]!,
      adjustedWeight: adjustedWeightOf(slot),
      value: columns.value[slot]!,
      firstSeen: columns.firstSeen[slot]! as UnixSeconds,
      ownFlags: columns.ownFlags[slot]!,
    };
  }

  function walk(start: number, limit: number, next: (slot: number, then: (other: number) => void) => void): number[] {
    const found = new Set([start]);
    for (const slot of found) {
      if (found.size > limit) break;
      next(slot, (other) => found.add(other));
    }
    found.delete(start);
    return [...found].slice(0, limit);
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

  function withAncestors(ids: Iterable<string>): Set<string> {
    const all = new Set<string>();
    for (const id of ids) {
      const slot = graph.find(hashFromDisplay(id));
      if (slot === none) continue;
      all.add(id);
      for (const ancestor of walk(slot, maxAncestors, eachParent)) all.add(idOf(ancestor));
    }
    return all;
  }

  return {
    get size() {
      return graph.count;
    },
    get totalFee() {
      return totalFee;
    },
    get totalWeight() {
      return totalWeight;
    },
    get bytes() {
      return order.bytes + columns.bytes + spenders.bytes + scripts.bytes;
    },
    get unfinished() {
      return order.unfinished;
    },
    get blocks() {
      return blocks;
    },
    find: (id) => graph.find(hashFromDisplay(id)),
    findBytes: (txid, at = 0) => graph.find(txid, at),
    has: (id) => graph.find(hashFromDisplay(id)) !== none,
    *slots() {
      for (let slot = 0; slot < graph.slots; slot++) if (graph.alive[slot] === 1) yield slot;
    },
    shownIds() {
      const ids = new Uint8Array(32 * graph.count);
      let at = 0;
      for (let slot = 0; slot < graph.slots; slot++) {
        if (graph.alive[slot] !== 1) continue;
        const end = 32 * slot + 31;
        for (let i = 0; i < 32; i++) ids[at++] = graph.txids[end - i]!;
      }
      return ids;
    },
    add(inMempool) {
      const { txid, tx, prevouts, fee, weight, sigops, adjustedWeight } = inMempool;
      if (graph.find(txid) !== none) return;
      const delta = feeDeltas.size === 0 ? 0 : (feeDeltas.get(inMempool.id) ?? 0);
      const slot = order.add(txid, { fee: fee + delta, weight, sigops, size: orderedSize(adjustedWeight) });
      columns.put(slot, inMempool);
      totalFee += fee;
      totalWeight += weight;
      for (const { prevTxid } of tx.inputs()) {
        const parent = graph.find(prevTxid);
        if (parent !== none) order.link(parent, slot);
      }
      for (let vout = 0; vout < tx.outputCount; vout++) {
        const child = spenders.find(txid, vout);
        if (child !== undefined) order.link(slot, child.slot);
      }
      spenders.add(slot, tx);
      scripts.add(slot, scriptTouches(prevouts, tx.outputs()));
    },
    remove(slot) {
      const { tx, prevouts } = columns.read(slot);
      totalFee -= columns.fee[slot]!;
      totalWeight -= graph.weight[slot]!;
      order.remove(slot);
      spenders.remove(slot, tx);
      scripts.remove(slot, scriptTouches(prevouts, tx.outputs()));
      columns.free(slot);
    },
    read: (slot) => ({ ...row(slot), txid: graph.txid(slot), ...columns.read(slot) }),
    row,
    output(slot, vout) {
      const tx = columns.peek(slot);
      if (vout >= tx.outputCount) return undefined;
      const { value, script } = tx.output(vout);
      return { value, script: script.slice() };
    },
    idOf,
    weightOf: (slot) => graph.weight[slot]!,
    feeOf: (slot) => columns.fee[slot]!,
    spender: (txid, vout) => spenders.find(txid, vout),
    scriptTotals: (hash) => scripts.totals(hash),
    byScript: (hash, limit, after) => scripts.slots(hash, limit, after),
    addressKeys: (ranges, limit) => keysInRanges(ranges, limit, scripts, columns),
    commit(mined, budget) {
      for (let i = 0; i < mined; i++) order.advance();
      const { moves, removed } = order.commit(budget);
      for (let i = 0; i < moves.length; i += 2) {
        const slot = moves[i]!;
        const before = moves[i + 1]!;
        if (before !== newLabel) sizeOfLabel[before]! -= columns.size[slot]!;
        sizeOfLabel[graph.label[slot]!]! += columns.size[slot]!;
      }
      for (const slot of removed) {
        const label = graph.label[slot]!;
        if (label !== newLabel) sizeOfLabel[label]! -= columns.size[slot]!;
      }
      order.recycle();
      accelerated = withAncestors(feeDeltas.keys());
      blocks = order.blocks.map(({ txs: nTx, weight, fees }, index) => ({
        nTx,
        weight,
        size: sizeOfLabel[order.labelOf(index)]!,
        fees,
      }));
    },
    blockTxs: (index) => order.txsOf(index),
    blockRates(index, then) {
      order.eachChunk(index, (fee, size, weight) => then(fee / (size / 4), weight));
    },
    rateOf(slot) {
      if (graph.chunk[slot] === none) return ownRateOf(slot);
      if (!roundsSizes) return order.chunkFee(slot) / (order.chunkSize(slot) / 4);
      let adjustedWeight = 0;
      for (const member of order.chunkTxs(slot)) adjustedWeight += adjustedWeightOf(member);
      return order.chunkFee(slot) / (adjustedWeight / 4);
    },
    ownRateOf,
    packageSeen(slot) {
      let newest = columns.firstSeen[slot]!;
      if (graph.chunk[slot] === none) return newest;
      for (const member of order.chunkTxs(slot)) newest = Math.max(newest, columns.firstSeen[member]!);
      return newest;
    },
    positionOf(slot) {
      if (graph.label[slot] === newLabel) return undefined;
      const vsize = order.weightBefore(slot) / 4 + graph.weight[slot]! / 8;
      return { block: order.blockOf(slot), vsize, ...(this.isAccelerated(slot) ? { accelerated: true as const } : {}) };
    },
    isReplacement: (slot) => isReplacement(idOf(slot)),
    setFeeDeltas(sats) {
      const before = feeDeltas;
      feeDeltas = sats;
      for (const id of new Set([...before.keys(), ...sats.keys()])) {
        const slot = graph.find(hashFromDisplay(id));
        if (slot !== none) order.setFee(slot, columns.fee[slot]! + (sats.get(id) ?? 0));
      }
    },
    setRounding(rounds) {
      roundsSizes = rounds;
      for (const slot of this.slots()) order.setSize(slot, orderedSize(adjustedWeightOf(slot)));
    },
    isAccelerated: (slot) => accelerated.size > 0 && accelerated.has(idOf(slot)),
    hasParents: (slot) => graph.firstParent[slot] !== none,
    hasChildren: (slot) => graph.firstChild[slot] !== none,
    clusterOf(slot, limit) {
      if (graph.chunk[slot] === none) return undefined;
      const chunks = order.clusterOf(slot);
      const slots = chunks.flatMap((chunk) => chunk.txs).filter((member) => graph.alive[member] === 1);
      if (slots.length < 2 || slots.length > limit) return undefined;
      const places = new Map(slots.map((member, place) => [member, place]));
      return {
        txs: slots.map((member) => {
          const parents: number[] = [];
          eachParent(member, (parent) => {
            const place = places.get(parent);
            if (place !== undefined) parents.push(place);
          });
          return { txid: idOf(member), fee: columns.fee[member]!, weight: graph.weight[member]!, parents };
        }),
        chunks: chunks.map(({ fee, size, txs: members }) => ({
          txs: members.flatMap((member) => places.get(member) ?? []),
          feerate: fee / (size / 4),
        })),
        chunkIndex: chunks.findIndex(({ txs: members }) => members.includes(slot)),
      };
    },
    ancestorsOf: (slot, limit) => walk(slot, limit, eachParent),
    descendantsOf: (slot, limit) => walk(slot, limit, eachChild),
  };
}
