import { flag } from '../classify.ts';
import { flagsOf } from '../deltas.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { MempoolTx, RemovedTx } from '../memory/mempool-tx.ts';
import type { MempoolEntry, Relative } from '../mempool-view.ts';

/** Maximum ancestors, and maximum descendants, of an entry. */
const maxRelatives = 100;

/** Returns all data of a mempool transaction. */
export function mempoolEntry(mempool: Mempool, slot: number): MempoolEntry {
  const tx = mempool.read(slot);
  return {
    ...ownPartOf(tx),
    effectiveRate: mempool.rateOf(slot),
    flags: flagsOf(mempool, slot, tx),
    position: mempool.positionOf(slot),
    accelerated: mempool.isAccelerated(slot),
    ancestors: relativesOf(mempool, mempool.ancestorsOf(slot, maxRelatives)),
    descendants: relativesOf(mempool, mempool.descendantsOf(slot, maxRelatives)),
  };
}

/** Returns all data of a transaction that left the mempool: it has neither relatives nor a position. */
export function removedEntry(tx: RemovedTx, isReplacement: boolean): MempoolEntry {
  return {
    ...ownPartOf(tx),
    effectiveRate: tx.rate,
    flags: tx.ownFlags + (isReplacement ? flag.replacement : 0),
    position: undefined,
    accelerated: false,
    ancestors: [],
    descendants: [],
  };
}

function ownPartOf({ id, tx, prevouts, fee, weight, sigops, adjustedWeight, firstSeen }: MempoolTx) {
  return { txid: id, raw: tx.raw, prevouts: [...prevouts], fee, weight, sigops, adjustedWeight, firstSeen };
}

function relativesOf(mempool: Mempool, slots: readonly number[]): Relative[] {
  return slots.map((slot) => ({ txid: mempool.idOf(slot), fee: mempool.feeOf(slot), weight: mempool.weightOf(slot) }));
}
