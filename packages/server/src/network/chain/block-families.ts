import { BlockOrder, type Relative } from '@glassblock/mempool';
import { displayHash } from '@glassblock/primitives';

/** Spends inside one block, and package fee rates. By position, without the coinbase. */
export interface Families {
  txs: { relative: Relative; parents: number[]; children: number[]; rate: number }[];
}

/** A mined transaction, as its packages need it. */
export interface FamilyTx {
  /** Internal order. */
  readonly txid: Uint8Array;
  /** Sats; of the coinbase 0. */
  readonly fee: number;
  /** That which fee rates refer to. */
  readonly weight: number;
  /** Txids of the outputs that it spends, internal order. */
  readonly spends: readonly Uint8Array[];
}

/** Finds the packages of one block. */
export interface FamilyBuilder {
  /** Adds the next transaction; the first is the coinbase. */
  add(tx: FamilyTx): void;
  /** Returns the packages, after the last transaction. */
  finish(): Families;
}

/** Creates a builder for one block. */
export function createFamilyBuilder(): FamilyBuilder {
  const order = new BlockOrder({ seed: 1 });
  const positions = new Map<string, number>();
  const txs: Families['txs'] = [];
  const slots: number[] = [];
  return {
    add({ txid, fee, weight, spends }) {
      const position = txs.length;
      const id = displayHash(txid);
      const relative = { txid: id, fee, weight };
      const own = { relative, parents: [] as number[], children: [], rate: fee / (weight / 4) };
      txs.push(own);
      if (position === 0) {
        slots.push(-1);
        return;
      }
      slots.push(order.add(txid, { fee, size: weight, weight, sigops: 0 }));
      for (const spent of spends) {
        const parent = positions.get(displayHash(spent));
        if (parent === undefined || own.parents.includes(parent)) continue;
        order.link(slots[parent]!, slots[position]!);
        own.parents.push(parent);
        txs[parent]!.children.push(position);
      }
      positions.set(id, position);
    },
    finish() {
      order.commit();
      for (let position = 1; position < txs.length; position++) {
        const slot = slots[position]!;
        txs[position]!.rate = order.chunkFee(slot) / (order.chunkSize(slot) / 4);
      }
      return { txs };
    },
  };
}
