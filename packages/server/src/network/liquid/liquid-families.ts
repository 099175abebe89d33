import { type ElementsBlock, elementsFee } from '@glassblock/primitives/elements';
import { createFamilyBuilder, type Families } from '../chain/block-families.ts';

const known = new WeakMap<ElementsBlock, Families>();

/**
 * Returns the packages of a mined block; computed once for each block in memory. Sizes are those with discount.
 * @param nativeAsset internal order
 */
export function liquidFamilies(block: ElementsBlock, nativeAsset: Uint8Array): Families {
  let families = known.get(block);
  if (families === undefined) known.set(block, (families = findFamilies(block, nativeAsset)));
  return families;
}

function findFamilies(block: ElementsBlock, nativeAsset: Uint8Array): Families {
  const builder = createFamilyBuilder();
  for (const [position, tx] of block.txs.entries()) {
    builder.add({
      txid: tx.txid,
      fee: position === 0 ? 0 : elementsFee(tx, nativeAsset),
      weight: tx.discountWeight,
      spends: tx.inputs().flatMap(({ prevTxid, isPegIn }) => (isPegIn ? [] : [prevTxid])),
    });
  }
  return builder.finish();
}
