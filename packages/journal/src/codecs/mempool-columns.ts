import type { Sats, UnixSeconds, Weight } from '@glassblock/primitives';
import type { Keyframe } from '../facts.ts';
import { newSecret, txidPlace } from './txid-table.ts';

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
 * the
 * order depends on the facts only, and a mempool created from rows continues in the same order.
 */
export interface MempoolColumns {
  readonly count: number;
  set(entry: MempoolEntry): void;
  remove(txid: Uint8Array): void;
  /** Returns a copy that later facts do not change. */
  rows(): MempoolRows;
  entries(): MempoolEntry[];
}

/** Creates the columns, empty or from rows. */
export function createMempoolColumns(start?: MempoolRows): MempoolColumns {
  const secret = newSecret();
  let capacity = Math.max(64, start?.count ?? 0);
  let count = 0;
  let txids = new Uint8Array(32 * capacity);
  let fees = new Float64Array(capacity);
  let weights = new Uint32Array(capacity);
  let times = new Uint32Array(capacity);
  /** Row plus one, 0 for free slots; linear probing, at most half full. */
  let slots = new Uint32Array(2 * capacity);

  const placeOfRow = (row: number) => txidPlace(txids.subarray(32 * row, 32 * row + 8), secret, slots.length);

  function isAt(row: number, txid: Uint8Array): boolean {
    for (let i = 0, at = 32 * row; i < 32; i++) if (txids[at + i] !== txid[i]) return false;
    return true;
  }
  /** Returns the slot of a transaction, or the free one for it. */
  function slotOf(txid: Uint8Array): number {
    let slot = txidPlace(txid, secret, slots.length);
    for (;;) {
      const value = slots[slot]!;
      if (value === 0 || isAt(value - 1, txid)) return slot;
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }
  /** Frees a slot and moves up following entries that were displaced by it. */
  function freeSlot(freed: number): void {
    const size = slots.length;
    let hole = freed;
    for (let slot = (hole + 1) % size; slots[slot] !== 0; slot = (slot + 1) % size) {
      const home = placeOfRow(slots[slot]! - 1);
      if ((slot - home + size) % size >= (slot - hole + size) % size) {
        slots[hole] = slots[slot]!;
        hole = slot;
      }
    }
    slots[hole] = 0;
  }
  function grow(): void {
    capacity *= 2;
    const larger = <T extends Uint8Array | Uint32Array | Float64Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    txids = larger(new Uint8Array(32 * capacity), txids);
    fees = larger(new Float64Array(capacity), fees);
    weights = larger(new Uint32Array(capacity), weights);
    times = larger(new Uint32Array(capacity), times);
    fillSlots();
  }
  function fillSlots(): void {
    slots = new Uint32Array(2 * capacity);
    for (let row = 0; row < count; row++) {
      let slot = placeOfRow(row);
      while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
      slots[slot] = row + 1;
    }
  }

  if (start !== undefined) {
    count = start.count;
    txids.set(start.txids);
    fees.set(start.fees);
    weights.set(start.weights);
    times.set(start.times);
    fillSlots();
  }

  return {
    get count() {
      return count;
    },
    set({ txid, fee, weight, time }) {
      if (count === capacity) grow();
      const slot = slotOf(txid);
      let row = slots[slot]! - 1;
      if (row < 0) {
        row = count++;
        slots[slot] = row + 1;
        txids.set(txid, 32 * row);
      }
      fees[row] = fee;
      weights[row] = weight;
      times[row] = time;
    },
    remove(txid) {
      const slot = slotOf(txid);
      const row = slots[slot]! - 1;
      if (row < 0) return;
      freeSlot(slot);
      const last = --count;
      if (row === last) return;
      slots[slotOf(txids.subarray(32 * last, 32 * last + 32))] = row + 1;
      txids.copyWithin(32 * row, 32 * last, 32 * last + 32);
      fees[row] = fees[last]!;
      weights[row] = weights[last]!;
      times[row] = times[last]!;
    },
    rows: () => ({
      count,
      txids: txids.slice(0, 32 * count),
      fees: fees.slice(0, count),
      weights: weights.slice(0, count),
      times: times.slice(0, count),
    }),
    entries: () =>
      Array.from({ length: count }, (_, row) => ({
        txid: txids.slice(32 * row, 32 * row + 32),
        fee: fees[row]! as Sats,
        weight: weights[row]! as Weight,
        time: times[row]! as UnixSeconds,
      })),
  };
}
