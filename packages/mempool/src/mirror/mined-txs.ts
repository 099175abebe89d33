import { randomInt } from 'node:crypto';
import { equalBytes, type Transaction, wordAt } from '@glassblock/primitives';
import { HashTable } from '../columns/hash-table.ts';
import { none } from '../graph/tx-graph.ts';
import { seededHash } from '../memory/seeded-hash.ts';

/**
 * Transactions of connected blocks, found by id and by the outputs that they spend. Both tables are built when they are
 * first searched: most blocks only confirm transactions whose removal needs no explanation.
 */
export class MinedTxs {
  private readonly txs: Transaction[] = [];
  private readonly seed = randomInt(2 ** 32) | 1;
  private ids: HashTable | undefined;
  private spends: HashTable | undefined;

  /** Adds the transactions of a block. */
  addBlock(txs: readonly Transaction[]): void {
    for (const tx of txs) this.txs.push(tx);
    this.ids = this.spends = undefined;
  }

  /** @param txid internal order */
  has(txid: Uint8Array): boolean {
    if (this.txs.length === 0) return false;
    this.ids ??= this.idTable();
    const index = this.ids.find(this.idHash(txid), (one) => equalBytes(this.txs[one]!.txid, txid));
    return index !== none;
  }

  /**
   * Returns the transaction that spends an output.
   * @param prevTxid internal order
   */
  spenderOf(prevTxid: Uint8Array, prevVout: number): Transaction | undefined {
    if (this.txs.length === 0) return undefined;
    this.spends ??= this.spendTable();
    const index = this.spends.find(this.spendHash(prevTxid, prevVout), (one) =>
      this.txs[one]!.inputs().some((input) => input.prevVout === prevVout && equalBytes(input.prevTxid, prevTxid)),
    );
    return index === none ? undefined : this.txs[index];
  }

  private idTable(): HashTable {
    const table = new HashTable();
    for (const [index, { txid }] of this.txs.entries()) table.insert(this.idHash(txid), index);
    return table;
  }

  private spendTable(): HashTable {
    const table = new HashTable();
    for (const [index, tx] of this.txs.entries()) {
      if (tx.isCoinbase) continue;
      for (const { prevTxid, prevVout } of tx.inputs()) table.insert(this.spendHash(prevTxid, prevVout), index);
    }
    return table;
  }

  private idHash(txid: Uint8Array): number {
    return seededHash(wordAt(txid, 0), wordAt(txid, 4), this.seed);
  }

  private spendHash(txid: Uint8Array, vout: number): number {
    return seededHash(this.idHash(txid), vout, this.seed);
  }
}
