import { BlockOrder } from '@glassblock/mempool';
import { displayHash } from '@glassblock/primitives';
import { type ElementsBlock, elementsFee } from '@glassblock/primitives/elements';
import type { Families } from '../chain/block-packages.ts';

const known = new WeakMap<ElementsBlock, Families>();

/**
 * Returns the packages of a mined block; computed once for each block in memory. Sizes are those with discount.
 * @param nativeAsset  internal order
 */
export function liquidFamilies(block: ElementsBlock, nativeAsset: Uint8Array): Families {
  let families = known.get(block);
  if (families === undefined) known.set(block, (families = findFamilies(block, nativeAsset)));
  return families;
}

function findFamilies(block: ElementsBlock, nativeAsset: Uint8Array): Families {
  const order = new BlockOrder({ seed: 1 });
  const positions = new Map<string, number>();
  const txs: Families['txs'] = [];
  const slots: number[] = [];
  for (const [position, tx] of block.txs.entries()) {
    const txid = displayHash(tx.txid);
    const weight = tx.discountWeight;
    const fee = position === 0 ? 0 : elementsFee(tx, nativeAsset);
    txs.push({ relative: { txid, fee, weight }, parents: [], children: [], rate: fee / (weight / 4) });
    if (position === 0) {
      slots.push(-1);
      continue;
    }
    slots.push(order.add(tx.txid, { fee, size: weight, weight, sigops: 0 }));
    for (const { prevTxid, isPegIn } of tx.inputs()) {
      const parent = isPegIn ? undefined : positions.get(displayHash(prevTxid));
      if (parent === undefined || txs[position]!.parents.includes(parent)) continue;
      order.link(slots[parent]!, slots[position]!);
      txs[position]!.parents.push(parent);
      txs[parent]!.children.push(position);
    }
    positions.set(txid, position);
  }
  order.commit();
  for (let position = 1; position < txs.length; position++) {
    const slot = slots[position]!;
    txs[position]!.rate = order.chunkFee(slot) / (order.chunkSize(slot) / 4);
  }
  return { txs };
}
