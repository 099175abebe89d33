import { readWholeTransaction, type Transaction } from '@glassblock/primitives';
import type { ChainState } from '../../state/chain-state.ts';
import { idOf } from '../../state/ids.ts';
import type { MempoolEntry } from '../../state/mempool-state.ts';

/** Transactions for one block with their total fee in sats. */
export interface PastContent {
  txs: Transaction[];
  fees: number;
  weight: number;
}

/**
 * Accepts transactions of past blocks: without policy, events or lists of relatives, which a mempool would need and a
 * chain of the past does not. Several times as fast as `MempoolState`.
 */
export class PastMempool {
  private readonly chain: ChainState;
  private entries = new Map<string, MempoolEntry>();
  /** Transactions of the same event, parents first. */
  private groups: MempoolEntry[][] = [];
  weight = 0;

  constructor(chain: ChainState) {
    this.chain = chain;
  }

  accept(raw: Uint8Array, time: number): MempoolEntry {
    const tx = readWholeTransaction(raw);
    const inputs = tx.inputs().map((input) => ({ txid: idOf(input.prevTxid), vout: input.prevVout }));
    let fee = 0;
    for (const { txid, vout } of inputs) fee += this.valueOf(txid, vout);
    for (const { value } of tx.outputs()) fee -= Number(value);
    const entry: MempoolEntry = {
      txid: idOf(tx.txid),
      tx,
      fee,
      weight: tx.weight,
      vsize: Math.ceil(tx.vsize),
      sigops: 0,
      time,
      height: this.chain.height,
      inputs,
      spent: [],
      parents: new Set(),
      children: new Set(),
    };
    this.entries.set(entry.txid, entry);
    return entry;
  }

  /** Nothing is spent twice: the wallet takes each UTXO once. */
  spender(): undefined {
    return undefined;
  }

  /** Adds accepted transactions, parents first. */
  addGroup(group: MempoolEntry[]): void {
    if (group.length > 0) this.groups.push(group);
    for (const { weight } of group) this.weight += weight;
  }

  /** Returns all transactions as a block has them, highest fee rate first, and removes them. */
  takeAll(): PastContent {
    const rateOf = (group: readonly MempoolEntry[]) =>
      group.reduce((sum, { fee }) => sum + fee, 0) / group.reduce((sum, { weight }) => sum + weight, 0);
    const sorted = this.groups.map((group) => ({ group, rate: rateOf(group) })).sort((a, b) => b.rate - a.rate);
    const entries = sorted.flatMap(({ group }) => group);
    const content = {
      txs: entries.map(({ tx }) => tx),
      fees: entries.reduce((sum, { fee }) => sum + fee, 0),
      weight: this.weight,
    };
    this.entries = new Map();
    this.groups = [];
    this.weight = 0;
    return content;
  }

  private valueOf(txid: string, vout: number): number {
    const parent = this.entries.get(txid);
    const output = parent === undefined ? this.chain.utxo(txid, vout) : parent.tx.output(vout);
    return Number(output!.value);
  }
}
