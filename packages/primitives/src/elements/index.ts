/**
 * Elements primitives: Liquid's transactions, blocks, asset ids, pegs and addresses, beside the Bitcoin ones of the
 * package's root. A subpath of its own, so that pages of Bitcoin networks do not load it. Like the root it runs in
 * browsers, does no I/O and validates nothing that a node has checked: no proof, signature or peg-in is verified.
 * Example:
 *     const block = readElementsBlock(bytes);
 *     for (const output of block.txs[1].outputs()) console.log(output.assetId ?? output.assetCommitment);
 */
export { confidentialAddress, type ElementsAddress, parseElementsAddress } from './address/addresses.ts';
export { type ElementsBlock, readElementsBlock } from './block/block.ts';
export {
  type CompactParams,
  type DynafedParams,
  dynafedRoot,
  extraRootOf,
  type FullParams,
  type NullParams,
} from './block/dynafed.ts';
export { type DynafedProof, type ElementsHeader, readElementsHeader, type SignedProof } from './block/header.ts';
export { fastMerkleRoot } from './bytes/fast-merkle-root.ts';
export { type ElementsNetworkName, type ElementsNetworkRow, elementsNetworks } from './networks.ts';
export { type PlainHeaderExt, type PlainParams, plainHeaderExt } from './plain/plain-header.ts';
export {
  type PlainElementsInput,
  type PlainElementsOutput,
  type PlainElementsTx,
  type PlainIssuance,
  type PlainPegOut,
  plainElementsOutput,
  plainElementsTx,
} from './plain/plain-tx.ts';
export { type AssetId, isCommitment } from './tx/confidential.ts';
export { elementsFee } from './tx/fees.ts';
export {
  assetEntropy,
  assetIdOf,
  contractHash,
  type Issuance,
  type IssuedAsset,
  issuedAsset,
  tokenIdOf,
} from './tx/issuance.ts';
export { type PegIn, type PegOut, pegInOf, pegOutOf } from './tx/pegs.ts';
export {
  type ElementsInput,
  type ElementsOutput,
  type ElementsTransaction,
  readElementsTransaction,
  readWholeElementsTransaction,
  spendsElementsOutput,
} from './tx/transaction.ts';
