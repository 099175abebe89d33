import { type Transaction, wordAt } from '@glassblock/primitives';
import { seededHash } from '../memory/seeded-hash.ts';
import type { ScriptTouch } from './script-table.ts';

/** Memory of the filter, shared between threads. */
export interface PresenceMemory {
  /** One byte per place; the number of places is a power of two. */
  readonly counts: SharedArrayBuffer;
  /** 32 secret bits. */
  readonly seed: number;
}

/** Places for 300,000 transactions with 2.3 million scripts and inputs: 58 % stay empty. */
export const presencePlaces = 1 << 22;
/** A saturated count is never decremented: the number of keys that share its place is unknown. */
const maxCount = 255;

/**
 * Scripts that mempool transactions touch and outpoints that they spend, as a counting Bloom filter with one hash. One
 * thread counts; any thread queries: most addresses and outputs are not in the mempool, and a call of the mempool
 * thread costs more than all other work for such an answer.
 */
export class Presence {
  private readonly counts: Uint8Array;
  private readonly seed: number;

  constructor({ counts, seed }: PresenceMemory) {
    this.counts = new Uint8Array(counts);
    this.seed = seed | 1;
  }

  /** @param touches each script once */
  add(tx: Transaction, touches: readonly ScriptTouch[]): void {
    for (const { hash } of touches) this.change(this.scriptPlace(hash), 1);
    for (const { prevTxid, prevVout } of tx.inputs()) this.change(this.outpointPlace(prevTxid, prevVout), 1);
  }

  /** @param touches the same as for `add` */
  remove(tx: Transaction, touches: readonly ScriptTouch[]): void {
    for (const { hash } of touches) this.change(this.scriptPlace(hash), -1);
    for (const { prevTxid, prevVout } of tx.inputs()) this.change(this.outpointPlace(prevTxid, prevVout), -1);
  }

  /** Returns false only if no transaction touches the script. @param hash of the script */
  mayTouch(hash: Uint8Array): boolean {
    return Atomics.load(this.counts, this.scriptPlace(hash)) !== 0;
  }

  /** Returns false only if no transaction spends the outpoint. @param txid internal order */
  maySpend(txid: Uint8Array, vout: number): boolean {
    return Atomics.load(this.counts, this.outpointPlace(txid, vout)) !== 0;
  }

  private change(place: number, by: 1 | -1): void {
    const count = this.counts[place]!;
    if (count !== maxCount) Atomics.store(this.counts, place, count + by);
  }

  private scriptPlace(hash: Uint8Array): number {
    return seededHash(wordAt(hash, 0), wordAt(hash, 4), this.seed) & (this.counts.length - 1);
  }

  private outpointPlace(txid: Uint8Array, vout: number): number {
    const id = seededHash(wordAt(txid, 0), wordAt(txid, 4), ~this.seed);
    const mixed = Math.imul(id + Math.imul(vout + 1, 0xc2b2ae3d), 0x27d4eb2f);
    return (mixed ^ (mixed >>> 15)) & (this.counts.length - 1);
  }
}
