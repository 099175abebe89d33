import { flag } from './classify.ts';
import type { Pool } from './pool.ts';
import { detailedTxs } from './project.ts';

/** `[txid, fee, vsize, value, rate, flags, time]`. Source: websocket 7.2 */
export type CompressedTx = [string, number, number, number, number, number, number];
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
  return [id, fee, weight / 4, value, roundedRate(pool, slot), flagsOf(pool, slot, ownFlags), firstSeen];
}

/** The list of a projected block as it was last told: slot to rounded rate. Holds until the commit after the next one. */
export type ToldBlock = ReadonlyMap<number, number>;

export function toldBlock(pool: Pool, index: number): ToldBlock {
  return new Map(detailedTxs(pool, index).map((slot) => [slot, roundedRate(pool, slot)]));
}

/** What turns the list told at the last commit into the block's list now. */
export function blockDelta(told: ToldBlock, pool: Pool, index: number): BlockDelta {
  const delta: BlockDelta = { added: [], removed: [], changed: [] };
  const now = new Set<number>();
  for (const slot of detailedTxs(pool, index)) {
    now.add(slot);
    const rate = told.get(slot);
    const present = roundedRate(pool, slot);
    if (rate === undefined) delta.added.push(compressed(pool, slot));
    else if (rate !== present) {
      const { id, ownFlags } = pool.row(slot);
      delta.changed.push([id, present, flagsOf(pool, slot, ownFlags), 0]);
    }
  }
  for (const slot of told.keys()) if (!now.has(slot)) delta.removed.push(pool.idOf(slot));
  return delta;
}
