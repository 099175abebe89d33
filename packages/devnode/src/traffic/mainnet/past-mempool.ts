import { readWholeTransaction, type Transaction } from '@glassblock/primitives';
import type { ChainState } from '../../state/chain-state.ts';
import { idOf } from '../../state/ids.ts';
import type { MempoolEntry } from '../../state/mempool-state.ts';
import type { MadeTx } from '../traffic-wallet.ts';

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
  /** Transactions of the same event, parents first. */
  private groups: MempoolEntry[][] = [];
  weight = 0;

  constructor(chain: ChainState) {
    this.chain = chain;
  }

  /** @param made its inputs and fee, which are not read again */
  accept(raw: Uint8Array, time: number, _policy: true, { inputs, fee }: MadeTx): MempoolEntry {
    const tx = readWholeTransaction(raw);
    return {
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
    this.groups = [];
    this.weight = 0;
    return content;
  }
}
