import type { ProjectedList } from './blocks/projected-lists.ts';
import { flag } from './classify.ts';
import type { Mempool } from './memory/mempool.ts';
import type { MempoolRow } from './memory/mempool-tx.ts';

/** `[txid, fee, vsize, value, rate, flags, time]`, and `1` when it is accelerated. */
export type CompressedTx = CompressedFields | [...CompressedFields, 1];
type CompressedFields = [string, number, number, number, number, number, number];
/** `[txid, rate, flags, acc]`. */
export type CompressedChange = [string, number, number, 0 | 1];

/** Difference between two lists of a projected block. */
export interface BlockDelta {
  added: CompressedTx[];
  removed: string[];
  changed: CompressedChange[];
}

/** Returns the current flags: those of the transaction and those of its relatives in the mempool. */
export function flagsOf(mempool: Mempool, slot: number, { id, ownFlags }: Pick<MempoolRow, 'id' | 'ownFlags'>): number {
  const parent = mempool.hasChildren(slot) ? flag.cpfpParent : 0;
  const child = mempool.hasParents(slot) ? flag.cpfpChild : 0;
  const replacement = mempool.isReplacement(id) ? flag.replacement : 0;
  return ownFlags + parent + child + replacement;
}

const rounded = (rate: number) => Math.round(rate * 100) / 100;

/**
 * Returns a transaction in the compressed form of the live protocol.
 * @param row its figures, if they are known already
 */
export function compressed(mempool: Mempool, slot: number, row: MempoolRow = mempool.row(slot)): CompressedTx {
  const { id, fee, weight, value, firstSeen } = row;
  const flags = flagsOf(mempool, slot, row);
  const fields: CompressedFields = [id, fee, weight / 4, value, rounded(mempool.rateOf(slot)), flags, firstSeen];
  return mempool.isAccelerated(slot) ? [...fields, 1] : fields;
}

function compressedChange(mempool: Mempool, slot: number): CompressedChange {
  const row = mempool.row(slot);
  const rate = rounded(mempool.rateOf(slot));
  return [row.id, rate, flagsOf(mempool, slot, row), mempool.isAccelerated(slot) ? 1 : 0];
}

/** The list of a projected block as published. Valid until the commit after the next one. */
export interface PublishedBlock {
  readonly slots: Int32Array;
  /** State of each slot whose change is published: fee rate and acceleration in one number. */
  readonly states: Float64Array;
}

/** A block that does not exist. */
export const emptyBlock: PublishedBlock = { slots: new Int32Array(0), states: new Float64Array(0) };

/** Returns the current list of a projected block for a `SlotDeltas`. */
export function publishedBlock(mempool: Mempool, { slots, rates }: ProjectedList): PublishedBlock {
  const states = new Float64Array(slots.length);
  for (let i = 0; i < slots.length; i++) {
    states[i] = 2 * Math.round(rates[i]! * 100) + (mempool.isAccelerated(slots[i]!) ? 1 : 0);
  }
  return { slots: slots.slice(), states };
}

/** Difference between two lists of a projected block, as slots in the order of the lists. */
export interface SlotDelta {
  added: number[];
  removed: number[];
  changed: number[];
}

/** Returns a difference in the form of the live protocol. */
export function blockDelta(mempool: Mempool, { added, removed, changed }: SlotDelta): BlockDelta {
  return {
    added: added.map((slot) => compressed(mempool, slot)),
    removed: removed.map((slot) => mempool.idOf(slot)),
    changed: changed.map((slot) => compressedChange(mempool, slot)),
  };
}

/** Mark of a slot that is in neither list, or not in the earlier one. */
const absent = Number.NaN;
/** Mark of a slot that is in both lists. */
const inBoth = Number.POSITIVE_INFINITY;

/** Compares lists of projected blocks. */
export class SlotDeltas {
  /** By slot: its state in the earlier list, or a mark. */
  private marks = new Float64Array(0);

  /** Returns the difference between the list published at the last commit and the current one. */
  between(before: PublishedBlock, now: PublishedBlock): SlotDelta {
    const delta: SlotDelta = { added: [], removed: [], changed: [] };
    this.markSlots(before);
    const { marks } = this;
    for (let i = 0; i < now.slots.length; i++) {
      const slot = now.slots[i]!;
      const state = slot < marks.length ? marks[slot]! : absent;
      if (Number.isNaN(state)) {
        delta.added.push(slot);
        continue;
      }
      if (state !== now.states[i]) delta.changed.push(slot);
      marks[slot] = inBoth;
    }
    for (const slot of before.slots) {
      if (marks[slot] !== inBoth) delta.removed.push(slot);
      marks[slot] = absent;
    }
    return delta;
  }

  private markSlots({ slots, states }: PublishedBlock): void {
    let end = 0;
    for (const slot of slots) end = Math.max(end, slot + 1);
    if (end > this.marks.length) {
      const { length } = this.marks;
      const wider = new Float64Array(Math.ceil(1.1 * end)).fill(absent, length);
      wider.set(this.marks);
      this.marks = wider;
    }
    for (let i = 0; i < slots.length; i++) this.marks[slots[i]!] = states[i]!;
  }
}
