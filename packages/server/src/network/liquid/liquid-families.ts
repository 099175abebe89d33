import { displayHash } from '@glassblock/primitives';
import { type ElementsBlock, type ElementsTransaction, elementsFee } from '@glassblock/primitives/elements';
import { type Families, type FamilyTx, findFamilies } from '../chain/block-families.ts';

const known = new WeakMap<ElementsBlock, Families>();

/**
 * Returns the packages of a mined block; computed once for each block in memory. Sizes are those with discount.
 * @param nativeAsset internal order
 */
export function liquidFamilies(block: ElementsBlock, nativeAsset: Uint8Array): Families {
  let families = known.get(block);
  if (families === undefined) {
    families = findFamilies(block.txs.map((tx, position) => familyTx(tx, position, nativeAsset)));
    known.set(block, families);
  }
  return families;
}

function familyTx(tx: ElementsTransaction, position: number, nativeAsset: Uint8Array): FamilyTx {
  return {
    txid: tx.txid,
    key: displayHash(tx.txid),
    fee: position === 0 ? 0 : elementsFee(tx, nativeAsset),
    weight: tx.discountWeight,
    spends: tx.inputs().flatMap(({ prevTxid, isPegIn }) => (isPegIn ? [] : [displayHash(prevTxid)])),
  };
}
