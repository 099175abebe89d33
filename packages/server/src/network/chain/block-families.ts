import { BlockOrder, type Relative } from '@glassblock/mempool';
import { displayHash, wordAt } from '@glassblock/primitives';

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

/** The transactions of a block as columns, the coinbase first. */
export interface FamilyColumns {
  readonly count: number;
  /** 32 bytes for each transaction, internal order. */
  readonly txids: Uint8Array;
  /** Sats; of the coinbase 0. */
  readonly fees: Float64Array;
  /** Those which fee rates refer to. */
  readonly weights: Float64Array;
  /** Index of the first input of each transaction; one more entry for the end. */
  readonly firstInput: ArrayLike<number>;
  /** Offset in `bytes` of the txid whose output an input spends. */
  readonly spentTxidAt: ArrayLike<number>;
  readonly bytes: Uint8Array;
}

const txidBytes = 32;
const none: readonly number[] = [];

/** Finds the packages of one block. */
export function findFamilies(mined: FamilyColumns): Families {
  const { count, txids, fees, weights, firstInput, spentTxidAt, bytes } = mined;
  const txs: FamilyMember[] = [];
  const order = new BlockOrder({ seed: 1 });
  const txidOf = (position: number) => txids.subarray(txidBytes * position, txidBytes * (position + 1));
  /** Slots of the transactions with relatives, by position: the others are packages of their own. */
  const slots = new Map<number, number>();
  const slotOf = (position: number): number => {
    let slot = slots.get(position);
    if (slot === undefined) {
      const weight = weights[position]!;
      slot = order.add(txidOf(position), { fee: fees[position]!, size: weight, weight, sigops: 0 });
      slots.set(position, slot);
    }
    return slot;
  };
  const positions = new PositionsByTxid(txids, count);
  const children = new Map<number, number[]>();
  for (let position = 0; position < count; position++) {
    const found: number[] = [];
    for (let input = firstInput[position]!; input < firstInput[position + 1]!; input++) {
      const parent = positions.find(bytes, spentTxidAt[input]!);
      if (parent >= 0 && !found.includes(parent)) found.push(parent);
    }
    const [fee, weight] = [fees[position]!, weights[position]!];
    const parents = found.length === 0 ? none : found;
    const relative = { txid: displayHash(txidOf(position)), fee, weight };
    txs.push({ relative, rate: fee / (weight / 4), children: none, parents });
    for (const parent of parents) {
      order.link(slotOf(parent), slotOf(position));
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [position]);
      else siblings.push(position);
    }
    // outputs of the coinbase cannot be spent in its block
    if (position > 0) positions.add(position);
  }
  for (const [parent, siblings] of children) txs[parent]!.children = siblings;
  order.commit();
  for (const [position, slot] of slots) txs[position]!.rate = order.chunkFee(slot) / (order.chunkSize(slot) / 4);
  return { txs };
}

/** Positions by txid, without a string for each of the thousands of transactions and inputs of a block. */
class PositionsByTxid {
  private readonly txids: Uint8Array;
  /** The last position for each first word of a txid. */
  private readonly last = new Map<number, number>();
  /** The position with the same first word before each one, plus one. */
  private readonly before: Uint32Array;

  constructor(txids: Uint8Array, count: number) {
    this.txids = txids;
    this.before = new Uint32Array(count);
  }

  add(position: number): void {
    const word = wordAt(this.txids, txidBytes * position);
    this.before[position] = (this.last.get(word) ?? -1) + 1;
    this.last.set(word, position);
  }

  /** Returns the position of the txid at an offset; -1 if it was not added. */
  find(bytes: Uint8Array, at: number): number {
    let position = this.last.get(wordAt(bytes, at)) ?? -1;
    while (position >= 0 && !this.isAt(position, bytes, at)) position = this.before[position]! - 1;
    return position;
  }

  private isAt(position: number, bytes: Uint8Array, at: number): boolean {
    const from = txidBytes * position;
    for (let i = 0; i < txidBytes; i++) if (this.txids[from + i] !== bytes[at + i]) return false;
    return true;
  }
}
