import { randomInt } from 'node:crypto';
import {
  type AddressRange,
  displayHash,
  equalBytes,
  hashFromDisplay,
  type TxOutput,
  type UnixSeconds,
} from '@glassblock/primitives';
import { type ProjectedList, ProjectedLists } from '../blocks/projected-lists.ts';
import type { Presence } from '../columns/presence.ts';
import { ScriptTable, type ScriptTotals, scriptTouches } from '../columns/script-table.ts';
import { SpenderTable } from '../columns/spender-table.ts';
import { TxColumns } from '../columns/tx-columns.ts';
import { BlockOrder } from '../graph/block-order.ts';
import { newLabel, none, type TxGraph } from '../graph/tx-graph.ts';
import type { MempoolCluster } from '../mempool-cluster.ts';
import { keysInRanges } from './address-keys.ts';
import { clusterOf } from './cluster-of.ts';
import { FeeDeltas } from './fee-deltas.ts';
import { LabelSizes } from './label-sizes.ts';
import type { MempoolRow, MempoolTx } from './mempool-tx.ts';
import { ancestorsOf, descendantsOf } from './relatives.ts';

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

/** Options of the mempool. */
export interface MempoolOptions {
  /** Returns true when a transaction replaced another one. */
  isReplacement(id: string): boolean;
  /** Weight reserved in each block for coinbase and header. */
  reservedWeight: number;
  /** Counts scripts and spent outpoints for other threads. */
  presence?: Presence | undefined;
}

/**
 * The mirror of the node's mempool: transactions, spends, scripts, and mining order. A transaction is a slot, a number
 * that is reused only after a `commit`; its bytes and figures are in columns. Fee rates, positions and blocks are those
 * of the last `commit`; the figures of removed slots stay readable up to it.
 */
export class Mempool {
  private readonly options: MempoolOptions;
  private readonly order: BlockOrder;
  private readonly graph: TxGraph;
  private readonly columns = new TxColumns();
  private readonly spenders: SpenderTable;
  private readonly scripts = new ScriptTable(randomInt(2 ** 32));
  private readonly labelSizes = new LabelSizes();
  private readonly feeDeltas = new FeeDeltas();
  /** Slots of mined transactions that have not been removed yet. */
  private readonly mined = new Set<number>();
  private readonly lists: ProjectedLists;
  private fees = 0;
  private weights = 0;
  private blockTotals: BlockTotals[] = [];
  private roundsSizes = false;

  /** Creates an empty mempool. */
  constructor(options: MempoolOptions) {
    this.options = options;
    this.order = new BlockOrder({ seed: randomInt(2 ** 32), reservedWeight: options.reservedWeight });
    this.graph = this.order.graph;
    this.lists = new ProjectedLists({
      eachTx: (block, then) => this.order.eachTx(block, then),
      weightOf: (slot) => this.weightOf(slot),
      rateOf: (slot) => this.rateOf(slot),
    });
    this.spenders = new SpenderTable(randomInt(2 ** 32), (slot) => this.columns.peek(slot));
  }

  get size(): number {
    return this.graph.count;
  }

  get totalFee(): number {
    return this.fees;
  }

  get totalWeight(): number {
    return this.weights;
  }

  /** Bytes of all columns and tables. */
  get bytes(): number {
    return this.order.bytes + this.columns.bytes + this.spenders.bytes + this.scripts.bytes;
  }

  /** Clusters that further commits will improve. */
  get unfinished(): number {
    return this.order.unfinished;
  }

  /** Projected blocks. */
  get blocks(): readonly BlockTotals[] {
    return this.blockTotals;
  }

  /** Returns the slot of an id in display hex, or -1. */
  find(id: string): number {
    return this.graph.find(hashFromDisplay(id));
  }

  /** Returns the slot of an id in internal order, or -1. */
  findBytes(txid: Uint8Array, at = 0): number {
    return this.graph.find(txid, at);
  }

  has(id: string): boolean {
    return this.find(id) !== none;
  }

  /** Iterates all transactions. */
  *slots(): Generator<number> {
    const { graph } = this;
    for (let slot = 0; slot < graph.slots; slot++) if (graph.alive[slot] === 1) yield slot;
  }

  /** Returns all ids, 32 bytes each in display order. */
  shownIds(): Uint8Array {
    const { graph } = this;
    const ids = new Uint8Array(32 * graph.count);
    let at = 0;
    for (let slot = 0; slot < graph.slots; slot++) {
      if (graph.alive[slot] !== 1) continue;
      const end = 32 * slot + 31;
      for (let i = 0; i < 32; i++) ids[at++] = graph.txids[end - i]!;
    }
    return ids;
  }

  /** Adds and links a transaction; a known one is not changed. */
  add(added: MempoolTx): void {
    const { graph, order, spenders } = this;
    const { txid, tx, prevouts, fee, weight, sigops, adjustedWeight } = added;
    if (graph.find(txid) !== none) return;
    const size = this.orderedSize(adjustedWeight);
    const slot = order.add(txid, { fee: fee + this.feeDeltas.of(added.id), weight, sigops, size });
    this.columns.put(slot, added);
    this.fees += fee;
    this.weights += weight;
    for (const { prevTxid } of tx.inputs()) {
      const parent = graph.find(prevTxid);
      if (parent !== none) order.link(parent, slot);
    }
    for (let vout = 0; vout < tx.outputCount; vout++) {
      const child = spenders.find(txid, vout);
      if (child !== undefined) order.link(slot, child.slot);
    }
    spenders.add(slot, tx);
    const touches = scriptTouches(prevouts, tx.outputs());
    this.scripts.add(slot, touches);
    this.options.presence?.add(tx, touches);
  }

  /**
   * Leaves mined transactions out of answers about scripts, until they are removed or shown again.
   * @param slots those of a block; `none` is ignored
   */
  hideMined(slots: Iterable<number>): void {
    for (const slot of slots) if (slot !== none && this.isPresent(slot)) this.mined.add(slot);
  }

  /** Shows the hidden transactions that were not removed. */
  showHidden(): void {
    this.mined.clear();
  }

  /** Removes and unlinks a transaction; its descendants stay and lose a parent. */
  remove(slot: number): void {
    this.mined.delete(slot);
    const { tx, prevouts } = this.columns.read(slot);
    this.fees -= this.columns.fee[slot]!;
    this.weights -= this.graph.weight[slot]!;
    this.order.remove(slot);
    this.spenders.remove(slot, tx);
    const touches = scriptTouches(prevouts, tx.outputs());
    this.scripts.remove(slot, touches);
    this.options.presence?.remove(tx, touches);
    this.columns.free(slot);
  }

  /** Returns copies of all data. */
  read(slot: number): MempoolTx {
    return { ...this.row(slot), txid: this.graph.txid(slot), ...this.columns.read(slot) };
  }

  row(slot: number): MempoolRow {
    const { columns, graph } = this;
    return {
      id: this.idOf(slot),
      fee: columns.fee[slot]!,
      weight: graph.weight[slot]!,
      size: columns.size[slot]!,
      sigops: graph.sigops[slot]!,
      adjustedWeight: this.adjustedWeightOf(slot),
      value: columns.value[slot]!,
      firstSeen: columns.firstSeen[slot]! as UnixSeconds,
      ownFlags: columns.ownFlags[slot]!,
    };
  }

  /** Returns a copy of one output; undefined when it does not exist. */
  output(slot: number, vout: number): TxOutput | undefined {
    const tx = this.columns.peek(slot);
    if (vout >= tx.outputCount) return undefined;
    const { value, script } = tx.output(vout);
    return { value, script: script.slice() };
  }

  idOf(slot: number): string {
    return displayHash(this.graph.txid(slot));
  }

  /** Returns a copy of the id in internal order. */
  txidOf(slot: number): Uint8Array {
    return this.graph.txid(slot);
  }

  weightOf(slot: number): number {
    return this.graph.weight[slot]!;
  }

  /** Returns when this server first saw it, Unix seconds. */
  firstSeenOf(slot: number): number {
    return this.columns.firstSeen[slot]!;
  }

  /** Returns true while a transaction is in the mempool; its slot stays its own up to the next `commit`. */
  isPresent(slot: number): boolean {
    return this.graph.alive[slot] === 1;
  }

  feeOf(slot: number): number {
    return this.columns.fee[slot]!;
  }

  /**
   * Returns the spender of an outpoint and its input.
   * @param txid internal order
   */
  spender(txid: Uint8Array, vout: number): { slot: number; vin: number } | undefined {
    return this.spenders.find(txid, vout);
  }

  /**
   * Returns the totals of a script, without mined transactions.
   * @param hash of the script
   */
  scriptTotals(hash: Uint8Array): ScriptTotals {
    const totals = this.scripts.totals(hash);
    if (this.mined.size === 0) return totals;
    for (const slot of this.scripts.slots(hash, totals.txCount)) {
      if (!this.mined.has(slot)) continue;
      const { tx, prevouts } = this.columns.read(slot);
      const touches = scriptTouches(prevouts, tx.outputs()).filter((touch) => equalBytes(touch.hash, hash));
      for (const { fundedCount, fundedSum, spentCount, spentSum } of touches) {
        totals.txCount--;
        totals.fundedCount -= fundedCount;
        totals.fundedSum -= fundedSum;
        totals.spentCount -= spentCount;
        totals.spentSum -= spentSum;
      }
    }
    return totals;
  }

  /**
   * Returns slots of transactions that touch a script, newest first, without mined ones.
   * @param after slot of the last one received, or -1
   */
  byScript(hash: Uint8Array, limit: number, after: number): number[] {
    const { mined, scripts } = this;
    if (mined.size === 0) return scripts.slots(hash, limit, after);
    const slots = scripts.slots(hash, limit + mined.size, after);
    return slots.filter((slot) => !mined.has(slot)).slice(0, limit);
  }

  /**
   * Returns address keys (see `addressKey`) in the ranges that transactions pay to or spend from, distinct, at most
   * `limit`. Of many thousands that differ late only, some are skipped.
   */
  addressKeys(ranges: readonly AddressRange[], limit: number): Uint8Array[] {
    return keysInRanges(ranges, limit, this.scripts, this.columns);
  }

  /**
   * Applies the changes to the order.
   * @param mined blocks connected since the last call
   * @param budget steps, see BlockOrder
   */
  commit(mined: number, budget: number): void {
    const { order, graph, labelSizes } = this;
    for (let i = 0; i < mined; i++) order.advance();
    this.lists.invalidate();
    labelSizes.apply(order.commit(budget), graph, this.columns.size);
    order.recycle();
    this.feeDeltas.update(graph);
    this.blockTotals = order.blocks.map(({ txs: nTx, weight, fees }, index) => {
      return { nTx, weight, size: labelSizes.of(order.labelOf(index)), fees };
    });
  }

  /** Iterates the slots of a projected block in mining order. */
  blockTxs(index: number): Iterable<number> {
    return this.order.txsOf(index);
  }

  /** Returns the published list of a projected block, valid until the next `commit`; empty when there is no such block. */
  listOf(index: number): ProjectedList {
    return this.lists.of(index);
  }

  /** Calls `then` for each transaction of a projected block, in mining order, with its chunk, until it returns false. */
  eachBlockTx(index: number, then: (slot: number, chunk: number) => boolean): void {
    this.order.eachTx(index, then);
  }

  /**
   * Calls `then` for each chunk of a projected block, in order: sat/vB and weight.
   * @param skips called with the weight of some of the next chunks; returns true to skip them
   */
  blockRates(index: number, then: (rate: number, weight: number) => void, skips?: (weight: number) => boolean): void {
    this.order.eachChunk(index, (fee, size, weight) => then(fee / (size / 4), weight), skips);
  }

  /** Returns the effective fee rate of a transaction, sat/vB. */
  rateOf(slot: number): number {
    const { graph, order } = this;
    if (graph.chunk[slot] === none) return this.ownRateOf(slot);
    if (!this.roundsSizes) return order.chunkFee(slot) / (order.chunkSize(slot) / 4);
    let adjustedWeight = 0;
    for (let member = order.chunkStart(slot); member !== none; member = graph.next[member]!) {
      adjustedWeight += this.adjustedWeightOf(member);
    }
    return order.chunkFee(slot) / (adjustedWeight / 4);
  }

  /** Returns the fee rate of the transaction alone, sat/vB. */
  ownRateOf(slot: number): number {
    return this.graph.fee[slot]! / (this.adjustedWeightOf(slot) / 4);
  }

  /** Returns the latest first-seen time of its chunk. */
  packageSeen(slot: number): number {
    const { firstSeen } = this.columns;
    let newest = firstSeen[slot]!;
    if (this.graph.chunk[slot] === none) return newest;
    const { next } = this.graph;
    for (let member = this.order.chunkStart(slot); member !== none; member = next[member]!) {
      newest = Math.max(newest, firstSeen[member]!);
    }
    return newest;
  }

  positionOf(slot: number): Position | undefined {
    const { graph, order } = this;
    if (graph.label[slot] === newLabel) return undefined;
    const vsize = order.weightBefore(slot) / 4 + graph.weight[slot]! / 8;
    return { block: order.blockOf(slot), vsize, ...(this.isAccelerated(slot) ? { accelerated: true as const } : {}) };
  }

  /** Returns true when a transaction replaced another one. @param id display hex */
  isReplacement(id: string): boolean {
    return this.options.isReplacement(id);
  }

  /** Sets fee deltas by id; those of unknown ids apply when they arrive. */
  setFeeDeltas(sats: ReadonlyMap<string, number>): void {
    for (const id of this.feeDeltas.replace(sats)) {
      const slot = this.find(id);
      if (slot !== none) this.order.setFee(slot, this.columns.fee[slot]! + this.feeDeltas.of(id));
    }
  }

  /** Orders as nodes before Core 31 do: by virtual sizes rounded up instead of weight, and equal fee rates by id. */
  setRounding(roundsSizes: boolean): void {
    this.roundsSizes = roundsSizes;
    this.lists.invalidate();
    this.order.setTiesById(roundsSizes, this.slots());
    for (const slot of this.slots()) this.order.setSize(slot, this.orderedSize(this.adjustedWeightOf(slot)));
  }

  /** Returns true when it, or a descendant, has a fee delta. */
  isAccelerated(slot: number): boolean {
    return this.feeDeltas.isAccelerated(this.graph, slot);
  }

  hasParents(slot: number): boolean {
    return this.graph.firstParent[slot] !== none;
  }

  hasChildren(slot: number): boolean {
    return this.graph.firstChild[slot] !== none;
  }

  /** Returns the cluster of a transaction as of the last commit; undefined when it is alone or larger than `limit`. */
  clusterOf(slot: number, limit: number): MempoolCluster | undefined {
    return clusterOf(this.order, this.columns.fee, slot, limit);
  }

  /** Returns all ancestors, nearest first; at most `limit`. */
  ancestorsOf(slot: number, limit: number): number[] {
    return ancestorsOf(this.graph, slot, limit);
  }

  /** Returns all descendants, nearest first; at most `limit`. */
  descendantsOf(slot: number, limit: number): number[] {
    return descendantsOf(this.graph, slot, limit);
  }

  private adjustedWeightOf(slot: number): number {
    return Math.max(this.graph.weight[slot]!, 20 * this.graph.sigops[slot]!);
  }

  /** The size that orders a transaction. */
  private orderedSize(adjustedWeight: number): number {
    return this.roundsSizes ? 4 * Math.ceil(adjustedWeight / 4) : adjustedWeight;
  }
}
