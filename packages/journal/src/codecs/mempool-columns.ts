import type { Sats, UnixSeconds, Weight } from '@glassblock/primitives';
import type { Keyframe } from '../facts.ts';
import { RowSlots } from './row-slots.ts';

type MempoolEntry = Keyframe['mempool'][number];

/** Columns of the mempool: 48 bytes per transaction. */
export interface MempoolRows {
  readonly count: number;
  /** 32 bytes per row, internal order. */
  readonly txids: Uint8Array;
  /** Sats, exact below 2^53. */
  readonly fees: Float64Array;
  readonly weights: Uint32Array;
  readonly times: Uint32Array;
}

/**
 * The mempool as columns: one row per transaction, found by txid. A removed row is replaced by the last one, so that
 * the order depends on the facts only, and a mempool created from rows continues in the same order.
 */
export class MempoolColumns {
  private rowCount = 0;
  private capacity: number;
  private txids: Uint8Array;
  private fees: Float64Array;
  private weights: Uint32Array;
  private times: Uint32Array;
  private readonly slots: RowSlots;

  /** Creates the columns, empty or from rows. */
  constructor(start?: MempoolRows) {
    this.capacity = Math.max(64, start?.count ?? 0);
    this.txids = new Uint8Array(32 * this.capacity);
    this.fees = new Float64Array(this.capacity);
    this.weights = new Uint32Array(this.capacity);
    this.times = new Uint32Array(this.capacity);
    this.slots = new RowSlots(this.capacity);
    if (start === undefined) return;
    this.rowCount = start.count;
    this.txids.set(start.txids);
    this.fees.set(start.fees);
    this.weights.set(start.weights);
    this.times.set(start.times);
    this.slots.rebuild(this.capacity, this.rowCount, this.txids);
  }

  get count(): number {
    return this.rowCount;
  }

  set({ txid, fee, weight, time }: MempoolEntry): void {
    if (this.rowCount === this.capacity) this.grow();
    const slot = this.slots.find(txid, this.txids);
    let row = this.slots.rowAt(slot);
    if (row < 0) {
      row = this.rowCount++;
      this.slots.put(slot, row);
      this.txids.set(txid, 32 * row);
    }
    this.fees[row] = fee;
    this.weights[row] = weight;
    this.times[row] = time;
  }

  remove(txid: Uint8Array): void {
    const { slots, txids, fees, weights, times } = this;
    const slot = slots.find(txid, txids);
    const row = slots.rowAt(slot);
    if (row < 0) return;
    slots.free(slot, txids);
    const last = --this.rowCount;
    if (row === last) return;
    slots.put(slots.find(txids.subarray(32 * last, 32 * last + 32), txids), row);
    txids.copyWithin(32 * row, 32 * last, 32 * last + 32);
    fees[row] = fees[last]!;
    weights[row] = weights[last]!;
    times[row] = times[last]!;
  }

  /** Returns a copy that later facts do not change. */
  rows(): MempoolRows {
    const { rowCount: count, txids, fees, weights, times } = this;
    return {
      count,
      txids: txids.slice(0, 32 * count),
      fees: fees.slice(0, count),
      weights: weights.slice(0, count),
      times: times.slice(0, count),
    };
  }

  entries(): MempoolEntry[] {
    const { txids, fees, weights, times } = this;
    return Array.from({ length: this.rowCount }, (_, row) => ({
      txid: txids.slice(32 * row, 32 * row + 32),
      fee: fees[row]! as Sats,
      weight: weights[row]! as Weight,
      time: times[row]! as UnixSeconds,
    }));
  }

  private grow(): void {
    this.capacity *= 2;
    const { capacity } = this;
    this.txids = larger(new Uint8Array(32 * capacity), this.txids);
    this.fees = larger(new Float64Array(capacity), this.fees);
    this.weights = larger(new Uint32Array(capacity), this.weights);
    this.times = larger(new Uint32Array(capacity), this.times);
    this.slots.rebuild(capacity, this.rowCount, this.txids);
  }
}

function larger<T extends Uint8Array | Uint32Array | Float64Array>(to: T, from: T): T {
  to.set(from);
  return to;
}
