import { type Transaction, wordAt } from '@glassblock/primitives';
import { none } from '../graph/tx-graph.ts';
import { seededHash } from '../memory/seeded-hash.ts';
import { HashTable } from './hash-table.ts';

/** Spenders by outpoint: a slot for each input, checked against the transaction itself. */
export class SpenderTable {
  private readonly table = new HashTable();
  private readonly seed: number;
  private readonly txOf: (slot: number) => Transaction;

  /**
   * @param seed 32 secret bits
   * @param txOf the transaction of a slot
   */
  constructor(seed: number, txOf: (slot: number) => Transaction) {
    this.seed = seed | 1;
    this.txOf = txOf;
  }

  get bytes(): number {
    return this.table.bytes;
  }

  add(slot: number, tx: Transaction): void {
    for (const { prevTxid, prevVout } of tx.inputs()) this.table.insert(this.hash(prevTxid, prevVout), slot);
  }

  remove(slot: number, tx: Transaction): void {
    for (const { prevTxid, prevVout } of tx.inputs()) this.table.delete(this.hash(prevTxid, prevVout), slot);
  }

  /** @param txid internal order @returns the slot of the spender and its input, or undefined */
  find(txid: Uint8Array, vout: number): { slot: number; vin: number } | undefined {
    let vin = none;
    const slot = this.table.find(this.hash(txid, vout), (one) => {
      vin = inputSpending(this.txOf(one), txid, vout);
      return vin !== none;
    });
    return slot === none ? undefined : { slot, vin };
  }

  private hash(txid: Uint8Array, vout: number): number {
    const id = seededHash(wordAt(txid, 0), wordAt(txid, 4), this.seed);
    const mixed = Math.imul(id + Math.imul(vout + 1, 0xc2b2ae3d), 0x27d4eb2f);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
}

function inputSpending(tx: Transaction, txid: Uint8Array, vout: number): number {
  for (let vin = 0; vin < tx.inputCount; vin++) {
    const { prevTxid, prevVout } = tx.input(vin);
    if (prevVout === vout && prevTxid.every((byte, i) => byte === txid[i])) return vin;
  }
  return none;
}
