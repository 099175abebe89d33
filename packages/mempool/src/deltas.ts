import { flag } from './classify.ts';
import { effectiveRate, type PoolTx } from './pool-tx.ts';
import { detailedTxs, type ProjectedBlock } from './project.ts';

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
export function flagsOf(tx: PoolTx): number {
  const parent = tx.children.size > 0 ? flag.cpfpParent : 0;
  const child = tx.parents.size > 0 ? flag.cpfpChild : 0;
  return tx.ownFlags + parent + child;
}

const roundedRate = (tx: PoolTx) => Math.round(effectiveRate(tx) * 100) / 100;

export function compressed(tx: PoolTx): CompressedTx {
  return [tx.id, tx.fee, tx.weight / 4, tx.value, roundedRate(tx), flagsOf(tx), tx.firstSeen];
}

/** The list of a projected block as it was last told: txid to rounded rate. */
export type ToldBlock = ReadonlyMap<string, number>;

export function toldBlock(block: ProjectedBlock | undefined): ToldBlock {
  return new Map(block === undefined ? [] : detailedTxs(block).map((tx) => [tx.id, roundedRate(tx)]));
}

/** What turns the told list into the block's list now. */
export function blockDelta(told: ToldBlock, block: ProjectedBlock | undefined): BlockDelta {
  const delta: BlockDelta = { added: [], removed: [], changed: [] };
  const now = new Set<string>();
  for (const tx of block === undefined ? [] : detailedTxs(block)) {
    now.add(tx.id);
    const rate = told.get(tx.id);
    if (rate === undefined) delta.added.push(compressed(tx));
    else if (rate !== roundedRate(tx)) delta.changed.push([tx.id, roundedRate(tx), flagsOf(tx), 0]);
  }
  for (const id of told.keys()) if (!now.has(id)) delta.removed.push(id);
  return delta;
}
