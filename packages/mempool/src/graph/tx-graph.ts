import { wordAt } from '@glassblock/primitives';
import { seededHash } from '../memory/seeded-hash.ts';

/** No slot, no edge, no chunk. */
export const none = -1;

/** Labels of transactions: 0 to 249 refer to a block on a ring; this one marks those that fit no block. */
export const restLabel = 255;
/** Not published yet. */
export const newLabel = 254;

/** Figures of a transaction. */
export interface TxFigures {
  /** Sats with the fee delta; an integer, may be negative. */
  fee: number;
  /** Weight for fee rates: max(weight, 20 x sigops). */
  size: number;
  weight: number;
  sigops: number;
}

const txidBytes = 32;
const minCapacity = 1_024;

/**
 * Transactions and their spends, as columns by slot. A removed slot keeps its row until `recycle`, so that published
 * slots refer to the right transaction. Arrays grow: fields must be read again after `add` and `link`.
 */
export class TxGraph {
  txids = new Uint8Array(0);
  fee = new Float64Array(0);
  size = new Uint32Array(0);
  weight = new Uint32Array(0);
  sigops = new Uint32Array(0);
  /** First edge to a parent, and to a child. */
  firstParent = new Int32Array(0);
  firstChild = new Int32Array(0);
  /** Chunk of a transaction, and the next transaction in it. */
  chunk = new Int32Array(0);
  next = new Int32Array(0);
  /** Temporary data of the current algorithm. */
  scratch = new Int32Array(0);
  label = new Uint8Array(0);
  /** 1: in the mempool. */
  alive = new Uint8Array(0);

  /** Edges: spends, the next edge of the same parent and of the same child. */
  edgeParent = new Int32Array(0);
  edgeChild = new Int32Array(0);
  nextOfParent = new Int32Array(0);
  nextOfChild = new Int32Array(0);

  /**
   * Equal fee rates are ordered by id, not by running size: the rule of nodes before Core 31, whose block assembler
   * selects the transaction with the smallest id among those of the highest ancestor fee rate, with its ancestors.
   */
  tiesById = false;

  private used = 0;
  private live = 0;
  private freeSlot = none;
  private readonly retired: number[] = [];
  private usedEdges = 0;
  private freeEdge = none;
  private table = new Int32Array(2 * minCapacity).fill(none);
  private readonly seed: number;

  /** @param seed 32 secret bits, so that ids cannot be chosen to collide in the table */
  constructor(seed: number) {
    this.seed = seed | 1;
    this.growTo(minCapacity);
    this.growEdgesTo(minCapacity);
  }

  /** Number of transactions. */
  get count(): number {
    return this.live;
  }

  /** Number of slots ever used: length of the columns. */
  get slots(): number {
    return this.used;
  }

  /** Bytes of all columns. */
  get bytes(): number {
    const columns = [
      ...[this.txids, this.fee, this.size, this.weight, this.sigops, this.firstParent, this.firstChild, this.chunk],
      ...[this.next, this.scratch, this.label, this.alive, this.table],
      ...[this.edgeParent, this.edgeChild, this.nextOfParent, this.nextOfChild],
    ];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Adds a transaction without edges. @param txid internal order @returns its slot */
  add(txid: Uint8Array, { fee, size, weight, sigops }: TxFigures): number {
    let slot = this.freeSlot;
    if (slot === none) {
      if (this.used === this.fee.length) this.growTo(Math.ceil(this.used * 1.1));
      slot = this.used++;
    } else this.freeSlot = this.next[slot]!;
    this.txids.set(txid, txidBytes * slot);
    this.fee[slot] = fee;
    this.size[slot] = size;
    this.weight[slot] = weight;
    this.sigops[slot] = sigops;
    this.firstParent[slot] = none;
    this.firstChild[slot] = none;
    this.chunk[slot] = none;
    this.next[slot] = none;
    this.label[slot] = newLabel;
    this.alive[slot] = 1;
    this.live++;
    this.enter(slot);
    return slot;
  }

  /** Records that `child` spends an output of `parent`; idempotent. */
  link(parent: number, child: number): void {
    for (let edge = this.firstParent[child]!; edge !== none; edge = this.nextOfChild[edge]!) {
      if (this.edgeParent[edge] === parent) return;
    }
    let edge = this.freeEdge;
    if (edge === none) {
      if (this.usedEdges === this.edgeParent.length) this.growEdgesTo(Math.ceil(this.usedEdges * 1.1));
      edge = this.usedEdges++;
    } else this.freeEdge = this.edgeParent[edge]!;
    this.edgeParent[edge] = parent;
    this.edgeChild[edge] = child;
    this.nextOfParent[edge] = this.firstChild[parent]!;
    this.nextOfChild[edge] = this.firstParent[child]!;
    this.firstChild[parent] = edge;
    this.firstParent[child] = edge;
  }

  /** Removes a transaction and its edges. Its row stays readable until `recycle`. */
  remove(slot: number): void {
    this.leave(slot);
    for (let edge = this.firstParent[slot]!; edge !== none; ) {
      const after = this.nextOfChild[edge]!;
      this.dropFromParent(edge);
      this.release(edge);
      edge = after;
    }
    for (let edge = this.firstChild[slot]!; edge !== none; ) {
      const after = this.nextOfParent[edge]!;
      this.dropFromChild(edge);
      this.release(edge);
      edge = after;
    }
    this.firstParent[slot] = none;
    this.firstChild[slot] = none;
    this.alive[slot] = 0;
    this.live--;
    this.retired.push(slot);
  }

  /** Frees the slots of removed transactions. */
  recycle(): void {
    for (const slot of this.retired) {
      this.next[slot] = this.freeSlot;
      this.freeSlot = slot;
    }
    this.retired.length = 0;
  }

  txid(slot: number): Uint8Array {
    return this.txids.slice(txidBytes * slot, txidBytes * (slot + 1));
  }

  /**
   * Returns the slot of a transaction, or `none`.
   * @param bytes containing the id in internal order
   */
  find(bytes: Uint8Array, at = 0): number {
    const mask = this.table.length - 1;
    for (let place = this.hash(bytes, at) & mask; ; place = (place + 1) & mask) {
      const slot = this.table[place]!;
      if (slot === none || this.isAt(slot, bytes, at)) return slot;
    }
  }

  /** Compares ids in internal order from the last byte. */
  compareIds(a: number, b: number): number {
    const { txids } = this;
    const x = txidBytes * a;
    const y = txidBytes * b;
    for (let i = 0; i < txidBytes; i++) {
      const difference = txids[x + i]! - txids[y + i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  // ---- ids

  private hash(bytes: Uint8Array, at: number): number {
    return seededHash(wordAt(bytes, at), wordAt(bytes, at + 4), this.seed);
  }

  private isAt(slot: number, bytes: Uint8Array, at: number): boolean {
    const from = txidBytes * slot;
    for (let i = 0; i < txidBytes; i++) if (this.txids[from + i] !== bytes[at + i]) return false;
    return true;
  }

  private enter(slot: number): void {
    if (3 * this.live > 2 * this.table.length) {
      this.table = new Int32Array(2 * this.table.length).fill(none);
      for (let other = 0; other < this.used; other++) if (this.alive[other] === 1 && other !== slot) this.place(other);
    }
    this.place(slot);
  }

  private place(slot: number): void {
    const mask = this.table.length - 1;
    let place = this.hash(this.txids, txidBytes * slot) & mask;
    while (this.table[place] !== none) place = (place + 1) & mask;
    this.table[place] = slot;
  }

  private leave(slot: number): void {
    const mask = this.table.length - 1;
    let place = this.hash(this.txids, txidBytes * slot) & mask;
    while (this.table[place] !== slot) place = (place + 1) & mask;
    // close the gap: later entries that belong before it move up
    for (let behind = (place + 1) & mask; this.table[behind] !== none; behind = (behind + 1) & mask) {
      const wanted = this.hash(this.txids, txidBytes * this.table[behind]!) & mask;
      if (((behind - wanted) & mask) >= ((behind - place) & mask)) {
        this.table[place] = this.table[behind]!;
        place = behind;
      }
    }
    this.table[place] = none;
  }

  // ---- edges

  private dropFromParent(edge: number): void {
    const parent = this.edgeParent[edge]!;
    if (this.firstChild[parent] === edge) {
      this.firstChild[parent] = this.nextOfParent[edge]!;
      return;
    }
    let before = this.firstChild[parent]!;
    while (this.nextOfParent[before] !== edge) before = this.nextOfParent[before]!;
    this.nextOfParent[before] = this.nextOfParent[edge]!;
  }

  private dropFromChild(edge: number): void {
    const child = this.edgeChild[edge]!;
    if (this.firstParent[child] === edge) {
      this.firstParent[child] = this.nextOfChild[edge]!;
      return;
    }
    let before = this.firstParent[child]!;
    while (this.nextOfChild[before] !== edge) before = this.nextOfChild[before]!;
    this.nextOfChild[before] = this.nextOfChild[edge]!;
  }

  private release(edge: number): void {
    this.edgeParent[edge] = this.freeEdge;
    this.freeEdge = edge;
  }

  // ---- capacity

  private growTo(capacity: number): void {
    const wider = <T extends Uint8Array | Float64Array | Uint32Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.txids = wider(this.txids, new Uint8Array(txidBytes * capacity));
    this.fee = wider(this.fee, new Float64Array(capacity));
    this.size = wider(this.size, new Uint32Array(capacity));
    this.weight = wider(this.weight, new Uint32Array(capacity));
    this.sigops = wider(this.sigops, new Uint32Array(capacity));
    this.firstParent = wider(this.firstParent, new Int32Array(capacity));
    this.firstChild = wider(this.firstChild, new Int32Array(capacity));
    this.chunk = wider(this.chunk, new Int32Array(capacity));
    this.next = wider(this.next, new Int32Array(capacity));
    this.scratch = wider(this.scratch, new Int32Array(capacity));
    this.label = wider(this.label, new Uint8Array(capacity));
    this.alive = wider(this.alive, new Uint8Array(capacity));
  }

  private growEdgesTo(capacity: number): void {
    const wider = (from: Int32Array) => {
      const to = new Int32Array(capacity);
      to.set(from);
      return to;
    };
    this.edgeParent = wider(this.edgeParent);
    this.edgeChild = wider(this.edgeChild);
    this.nextOfParent = wider(this.nextOfParent);
    this.nextOfChild = wider(this.nextOfChild);
  }
}
