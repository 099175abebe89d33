import { setImmediate as nextTurn } from 'node:timers/promises';
import { displayHash } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import type { Mempool } from '../memory/mempool.ts';

const txidBytes = 32;
/** Ids looked up before yielding. */
const idSlice = 20_000;

/** Difference between the node's list and the mempool. */
export interface MempoolDifference {
  missing: IdList;
  /** Slots of transactions that the node does not list. */
  removed: number[];
}

/** Ids in one array, 32 bytes each in internal order. */
export class IdList {
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get count(): number {
    return this.bytes.length / txidBytes;
  }

  /** Returns the ids from `start` up to `end`, in display hex. */
  slice(start: number, end: number): string[] {
    const endByte = Math.min(txidBytes * end, this.bytes.length);
    const ids: string[] = [];
    for (let at = txidBytes * start; at < endByte; at += txidBytes) {
      ids.push(displayHash(this.bytes.subarray(at, at + txidBytes)));
    }
    return ids;
  }
}

/**
 * Compares the mempool with the node's list, both ways.
 * @param txids 32 bytes each in internal order
 */
export async function mempoolDifference(mempool: Mempool, txids: Uint8Array): Promise<MempoolDifference> {
  const missing = new Uint8Array(txids.length);
  let end = 0;
  const seen = new Set<number>();
  for (let at = 0; at < txids.length; at += txidBytes) {
    const slot = mempool.findBytes(txids, at);
    if (slot !== none) seen.add(slot);
    else {
      missing.set(txids.subarray(at, at + txidBytes), end);
      end += txidBytes;
    }
    if ((at / txidBytes) % idSlice === idSlice - 1) await nextTurn();
  }
  const removed = seen.size === mempool.size ? [] : [...mempool.slots()].filter((slot) => !seen.has(slot));
  return { missing: new IdList(missing.subarray(0, end)), removed };
}
