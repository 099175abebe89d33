import { randomInt } from 'node:crypto';
import {
  type AddressRange,
  displayHash,
  hashFromDisplay,
  type TxOutput,
  type UnixSeconds,
} from '@glassblock/primitives';
import { keysInRanges } from './address-keys.ts';
import { ScriptTable, type ScriptTotals, scriptTouches } from './columns/script-table.ts';
import { SpenderTable } from './columns/spender-table.ts';
import { TxColumns } from './columns/tx-columns.ts';
import { BlockOrder } from './graph/block-order.ts';
import { newLabel, none } from './graph/tx-graph.ts';
import type { MempoolCluster } from './mempool-cluster.ts';
import type { MempoolRow, MempoolTx } from './mempool-tx.ts';

/** Where a transaction is expected to be mined: projected block from 0, vB from its start to the middle of this one. */
export interface Position {
  block: number;
  vsize: number;
  /** It stands there for more than its fee. */
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
 * The mirror of the node's pool: transactions, who spends what, which scripts they touch, and the order in which they will
 * be mined. A transaction is a slot, a number that is given to another one only after a `commit`; its bytes and figures lie
 * in columns. Rates, positions and blocks are those of the last `commit`; the figures of removed slots stay readable up to it.
 */
export interface Mempool {
  readonly size: number;
  readonly totalFee: number;
  readonly totalWeight: number;
  /** Bytes of all columns and tables. */
  readonly bytes: number;
  /** Slot of an id in display hex, or -1. */
  find(id: string): number;
  /** Slot of an id in internal order, or -1. */
  findBytes(txid: Uint8Array, at?: number): number;
  has(id: string): boolean;
  /** Every transaction. */
  slots(): Generator<number>;
  /** Every id, 32 bytes each in the order in which they are shown. */
  shownIds(): Uint8Array;
  /** Adds and links; a transaction that is there already stays as it is. */
  add(tx: MempoolTx): void;
  /** Removes and unlinks; what spends it stays and loses a parent. */
  remove(slot: number): void;
  /** Copies of all that is known. */
  read(slot: number): MempoolTx;
  row(slot: number): MempoolRow;
  /** One output of a transaction, copied; undefined when it has no such output. */
  output(slot: number, vout: number): TxOutput | undefined;
  idOf(slot: number): string;
  weightOf(slot: number): number;
  feeOf(slot: number): number;
  /** Who spends an outpoint, and with which input. @param txid  internal order */
  spender(txid: Uint8Array, vout: number): { slot: number; vin: number } | undefined;
  /** What the transactions that touch a script do with it. @param hash  of the script */
  scriptTotals(hash: Uint8Array): ScriptTotals;
  /** Slots of transactions that touch a script, newest first. @param after  slot of the last one received, or -1 */
  byScript(hash: Uint8Array, limit: number, after: number): number[];
  /** Keys of addresses (see `addressKey`) in the ranges that transactions pay to or spend from, distinct, at most `limit`. Of
   *  many thousands that differ late only, some are not looked at. */
  addressKeys(ranges: readonly AddressRange[], limit: number): Uint8Array[];
  /** Orders what changed. @param mined  blocks that were connected since the last time @param budget  steps, see BlockOrder */
  commit(mined: number, budget: number): void;
  /** Clusters that further commits will put in better order. */
  readonly unfinished: number;
  /** Projected blocks. */
  readonly blocks: readonly BlockTotals[];
  /** Slots of a projected block in the order in which they would be mined. */
  blockTxs(index: number): Iterable<number>;
  /** Calls back for each chunk of a projected block, in order: sat/vB and weight. */
  blockRates(index: number, then: (rate: number, weight: number) => void): void;
  /** sat/vB at which a transaction is expected to be mined. */
  rateOf(slot: number): number;
  /** sat/vB of the transaction alone. */
  ownRateOf(slot: number): number;
  /** When the newest of those that are mined together with a transaction was first seen. */
  packageSeen(slot: number): number;
  positionOf(slot: number): Position | undefined;
  /** It took the place of another one. */
  isReplacement(slot: number): boolean;
  /** Fees that transactions are ordered by beside their own, by id; those of ids that are not there wait for them. */
  setFeeDeltas(sats: ReadonlyMap<string, number>): void;
  /** Order by virtual sizes rounded up, as nodes before Core 31 do, instead of by weight. */
  setRounding(roundsSizes: boolean): void;
  /** It has such a delta, or something with one needs it. */
  isAccelerated(slot: number): boolean;
  hasParents(slot: number): boolean;
  hasChildren(slot: number): boolean;
  /** The cluster of a transaction as of the last commit; undefined where it is alone or larger than `limit`. */
  clusterOf(slot: number, limit: number): MempoolCluster | undefined;
  /** Everything that a transaction needs, itself excluded, nearest first; at most `limit`. */
  ancestorsOf(slot: number, limit: number): number[];
  /** Everything that needs a transaction, itself excluded, nearest first; at most `limit`. */
  descendantsOf(slot: number, limit: number): number[];
}

/** Of an accelerated transaction. */
const maxAncestors = 1_000;

export interface MempoolOptions {
  /** Whether a transaction took the place of another one. */
  isReplacement(id: string): boolean;
  /** Weight that each block keeps free for its coinbase and header. */
  reservedWeight: number;
}

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
  /** Ids of transactions with such a delta and of what they need. */
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
