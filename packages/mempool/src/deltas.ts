import { flag } from './classify.ts';
import type { Pool } from './pool.ts';
import type { PoolTx } from './pool-tx.ts';
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
export function flagsOf(pool: Pool, tx: PoolTx): number {
  const parent = pool.hasChildren(tx) ? flag.cpfpParent : 0;
  const child = pool.hasParents(tx) ? flag.cpfpChild : 0;
  const replacement = pool.isReplacement(tx) ? flag.replacement : 0;
  return tx.ownFlags + parent + child + replacement;
}

const roundedRate = (pool: Pool, tx: PoolTx) => Math.round(pool.rateOf(tx) * 100) / 100;

export function compressed(pool: Pool, tx: PoolTx): CompressedTx {
  return [tx.id, tx.fee, tx.weight / 4, tx.value, roundedRate(pool, tx), flagsOf(pool, tx), tx.firstSeen];
}

/** The list of a projected block as it was last told: txid to rounded rate. */
export type ToldBlock = ReadonlyMap<string, number>;

export function toldBlock(pool: Pool, index: number): ToldBlock {
  return new Map(detailedTxs(pool, index).map((tx) => [tx.id, roundedRate(pool, tx)]));
}

/** What turns the told list into the block's list now. */
export function blockDelta(told: ToldBlock, pool: Pool, index: number): BlockDelta {
  const delta: BlockDelta = { added: [], removed: [], changed: [] };
  const now = new Set<string>();
  for (const tx of detailedTxs(pool, index)) {
    now.add(tx.id);
    const rate = told.get(tx.id);
    if (rate === undefined) delta.added.push(compressed(pool, tx));
    else if (rate !== roundedRate(pool, tx)) delta.changed.push([tx.id, roundedRate(pool, tx), flagsOf(pool, tx), 0]);
  }
  for (const id of told.keys()) if (!now.has(id)) delta.removed.push(id);
  return delta;
}
