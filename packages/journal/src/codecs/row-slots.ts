import { newSecret, txidPlace } from './txid-table.ts';

/** Hash table from txids to rows of a txid column (32 bytes each): linear probing, at most half full. */
export class RowSlots {
  private readonly secret = newSecret();
  /** Row plus one, 0 for free slots. */
  private slots: Uint32Array;

  /** Creates an empty table for at most `capacity` rows. */
  constructor(capacity: number) {
    this.slots = new Uint32Array(2 * capacity);
  }

  /** Returns the slot of a transaction, or the free one for it. */
  find(txid: Uint8Array, txids: Uint8Array): number {
    const { slots } = this;
    let slot = txidPlace(txid, this.secret, slots.length);
    for (;;) {
      const value = slots[slot]!;
      if (value === 0 || isAt(txids, value - 1, txid)) return slot;
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }

  /** Returns the row of a slot; -1 when it is free. */
  rowAt(slot: number): number {
    return this.slots[slot]! - 1;
  }

  put(slot: number, row: number): void {
    this.slots[slot] = row + 1;
  }

  /** Frees a slot and moves up following entries that were displaced by it. */
  free(freed: number, txids: Uint8Array): void {
    const { slots } = this;
    const size = slots.length;
    let hole = freed;
    for (let slot = (hole + 1) % size; slots[slot] !== 0; slot = (slot + 1) % size) {
      const home = this.homeOf(slots[slot]! - 1, txids);
      if ((slot - home + size) % size >= (slot - hole + size) % size) {
        slots[hole] = slots[slot]!;
        hole = slot;
      }
    }
    slots[hole] = 0;
  }

  /** Makes room for `capacity` rows and enters the first `count`. */
  rebuild(capacity: number, count: number, txids: Uint8Array): void {
    const slots = new Uint32Array(2 * capacity);
    this.slots = slots;
    for (let row = 0; row < count; row++) {
      let slot = this.homeOf(row, txids);
      while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
      slots[slot] = row + 1;
    }
  }

  private homeOf(row: number, txids: Uint8Array): number {
    return txidPlace(txids.subarray(32 * row, 32 * row + 8), this.secret, this.slots.length);
  }
}

function isAt(txids: Uint8Array, row: number, txid: Uint8Array): boolean {
  for (let i = 0, at = 32 * row; i < 32; i++) if (txids[at + i] !== txid[i]) return false;
  return true;
}
