import { BlockOrder, type Relative } from '@glassblock/mempool';
import { displayHash } from '@glassblock/primitives';

/** A transaction of a block, with positions of its relatives in the block. */
export interface FamilyMember {
  relative: Relative;
  parents: readonly number[];
  children: readonly number[];
  /** Package fee rate, sat/vB. */
  rate: number;
}

/** Spends inside one block, and package fee rates. By position; the coinbase has no relatives. */
export interface Families {
  txs: readonly FamilyMember[];
}

/** A mined transaction, as its packages need it. */
export interface FamilyTx {
  /** Internal order. */
  readonly txid: Uint8Array;
  /** Its txid as in `spends` of others. */
  readonly key: string;
  /** Sats; of the coinbase 0. */
  readonly fee: number;
  /** That which fee rates refer to. */
  readonly weight: number;
  /** Keys of the transactions whose outputs it spends. */
  readonly spends: readonly string[];
}

const none: readonly number[] = [];

/**
 * Finds the packages of one block.
 * @param mined the transactions of the block, the coinbase first
 */
export function findFamilies(mined: readonly FamilyTx[]): Families {
  const txs: FamilyMember[] = [];
  const order = new BlockOrder({ seed: 1 });
  /** Slots of the transactions with relatives, by position: the others are packages of their own. */
  const slots = new Map<number, number>();
  const slotOf = (position: number): number => {
    let slot = slots.get(position);
    if (slot === undefined) {
      const { txid, fee, weight } = mined[position]!;
      slots.set(position, (slot = order.add(txid, { fee, size: weight, weight, sigops: 0 })));
    }
    return slot;
  };
  const positions = new Map<string, number>();
  const children = new Map<number, number[]>();
  for (const [position, { txid, key, fee, weight, spends }] of mined.entries()) {
    const parents = position === 0 ? [] : spends.map((spent) => positions.get(spent)).filter((at) => at !== undefined);
    const own = { relative: { txid: displayHash(txid), fee, weight }, rate: fee / (weight / 4), children: none };
    txs.push({ ...own, parents: parents.length === 0 ? none : [...new Set(parents)] });
    for (const parent of txs[position]!.parents) {
      order.link(slotOf(parent), slotOf(position));
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [position]);
      else siblings.push(position);
    }
    if (position > 0) positions.set(key, position);
  }
  for (const [parent, siblings] of children) txs[parent]!.children = siblings;
  order.commit();
  for (const [position, slot] of slots) txs[position]!.rate = order.chunkFee(slot) / (order.chunkSize(slot) / 4);
  return { txs };
}
