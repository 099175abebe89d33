import { flag } from './classify.ts';
import type { Pool } from './pool.ts';
import { detailedTxs } from './project.ts';

/** `[txid, fee, vsize, value, rate, flags, time]`, and `1` when it is accelerated. Source: websocket 7.2 */
export type CompressedTx = CompressedFields | [...CompressedFields, 1];
type CompressedFields = [string, number, number, number, number, number, number];
/** `[txid, rate, flags, acc]`. */
export type CompressedChange = [string, number, number, 0 | 1];

export interface BlockDelta {
  added: CompressedTx[];
  removed: string[];
  changed: CompressedChange[];
}

/** Flags as of now: those of the transaction and those of its relatives in the pool. */
export function flagsOf(pool: Pool, slot: number, ownFlags: number): number {
  const parent = pool.hasChildren(slot) ? flag.cpfpParent : 0;
  const child = pool.hasParents(slot) ? flag.cpfpChild : 0;
  const replacement = pool.isReplacement(slot) ? flag.replacement : 0;
  return ownFlags + parent + child + replacement;
}

const roundedRate = (pool: Pool, slot: number) => Math.round(pool.rateOf(slot) * 100) / 100;

export function compressed(pool: Pool, slot: number): CompressedTx {
  const { id, fee, weight, value, firstSeen, ownFlags } = pool.row(slot);
  const flags = flagsOf(pool, slot, ownFlags);
  const fields: CompressedFields = [id, fee, weight / 4, value, roundedRate(pool, slot), flags, firstSeen];
  return pool.isAccelerated(slot) ? [...fields, 1] : fields;
}

/** What a change is told for: rate and acceleration in one number. */
const stateOf = (pool: Pool, slot: number) =>
  2 * Math.round(pool.rateOf(slot) * 100) + (pool.isAccelerated(slot) ? 1 : 0);

/** The list of a projected block as it was last told: slot to its state. Holds until the commit after the next one. */
export type ToldBlock = ReadonlyMap<number, number>;

export function toldBlock(pool: Pool, index: number): ToldBlock {
  return new Map(detailedTxs(pool, index).map((slot) => [slot, stateOf(pool, slot)]));
}

/** What turns the list told at the last commit into the block's list now. */
export function blockDelta(told: ToldBlock, pool: Pool, index: number): BlockDelta {
  const delta: BlockDelta = { added: [], removed: [], changed: [] };
  const now = new Set<number>();
  for (const slot of detailedTxs(pool, index)) {
    now.add(slot);
    const state = told.get(slot);
    if (state === undefined) delta.added.push(compressed(pool, slot));
    else if (state !== stateOf(pool, slot)) {
      const { id, ownFlags } = pool.row(slot);
      const flags = flagsOf(pool, slot, ownFlags);
      delta.changed.push([id, roundedRate(pool, slot), flags, pool.isAccelerated(slot) ? 1 : 0]);
    }
  }
  for (const slot of told.keys()) if (!now.has(slot)) delta.removed.push(pool.idOf(slot));
  return delta;
}
