import { type ElementsBlock, type ElementsTransaction, elementsFee } from '@glassblock/primitives/elements';
import { type Families, type FamilyColumns, findFamilies } from '../chain/block-families.ts';

const known = new WeakMap<ElementsBlock, Families>();

/**
 * Returns the packages of a mined block; computed once for each block in memory. Sizes are those with discount.
 * @param nativeAsset internal order
 */
export function liquidFamilies(block: ElementsBlock, nativeAsset: Uint8Array): Families {
  let families = known.get(block);
  if (families === undefined) {
    families = findFamilies(familyColumns(block.txs, nativeAsset));
    known.set(block, families);
  }
  return families;
}

function familyColumns(txs: readonly ElementsTransaction[], nativeAsset: Uint8Array): FamilyColumns {
  const firstInput = [0];
  const spent: Uint8Array[] = [];
  for (const tx of txs) {
    // a peg-in spends an output of another chain
    for (const { prevTxid, isPegIn } of tx.inputs()) if (!isPegIn) spent.push(prevTxid);
    firstInput.push(spent.length);
  }
  return {
    count: txs.length,
    txids: Buffer.concat(txs.map(({ txid }) => txid)),
    fees: Float64Array.from(txs, (tx, position) => (position === 0 ? 0 : elementsFee(tx, nativeAsset))),
    weights: Float64Array.from(txs, ({ discountWeight }) => discountWeight),
    firstInput,
    spentTxidAt: spent.map(({ length }, index) => length * index),
    bytes: Buffer.concat(spent),
  };
}
