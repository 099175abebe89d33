import { detailedTxs } from './blocks/project.ts';
import { flag } from './classify.ts';
import type { Mempool } from './memory/mempool.ts';

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
export function flagsOf(mempool: Mempool, slot: number, ownFlags: number): number {
  const parent = mempool.hasChildren(slot) ? flag.cpfpParent : 0;
  const child = mempool.hasParents(slot) ? flag.cpfpChild : 0;
  const replacement = mempool.isReplacement(slot) ? flag.replacement : 0;
  return ownFlags + parent + child + replacement;
}

const roundedRate = (mempool: Mempool, slot: number) => Math.round(mempool.rateOf(slot) * 100) / 100;

/** Returns a transaction in the compressed form of the live protocol. */
export function compressed(mempool: Mempool, slot: number): CompressedTx {
  const { id, fee, weight, value, firstSeen, ownFlags } = mempool.row(slot);
  const flags = flagsOf(mempool, slot, ownFlags);
  const fields: CompressedFields = [id, fee, weight / 4, value, roundedRate(mempool, slot), flags, firstSeen];
  return mempool.isAccelerated(slot) ? [...fields, 1] : fields;
}

/** State whose change is published: fee rate and acceleration in one number. */
const stateOf = (mempool: Mempool, slot: number) =>
  2 * Math.round(mempool.rateOf(slot) * 100) + (mempool.isAccelerated(slot) ? 1 : 0);

/** The list of a projected block as last published: slot to its state. Valid until the commit after the next one. */
export type PublishedBlock = ReadonlyMap<number, number>;

/** Returns the current list of a projected block for a later `blockDelta`. */
export function publishedBlock(mempool: Mempool, index: number): PublishedBlock {
  return new Map(detailedTxs(mempool, index).map((slot) => [slot, stateOf(mempool, slot)]));
}

/** Returns the difference between the list published at the last commit and the current one. */
export function blockDelta(published: PublishedBlock, mempool: Mempool, index: number): BlockDelta {
  const delta: BlockDelta = { added: [], removed: [], changed: [] };
  const now = new Set<number>();
  for (const slot of detailedTxs(mempool, index)) {
    now.add(slot);
    const state = published.get(slot);
    if (state === undefined) delta.added.push(compressed(mempool, slot));
    else if (state !== stateOf(mempool, slot)) {
      const { id, ownFlags } = mempool.row(slot);
      const flags = flagsOf(mempool, slot, ownFlags);
      delta.changed.push([id, roundedRate(mempool, slot), flags, mempool.isAccelerated(slot) ? 1 : 0]);
    }
  }
  for (const slot of published.keys()) if (!now.has(slot)) delta.removed.push(mempool.idOf(slot));
  return delta;
}
