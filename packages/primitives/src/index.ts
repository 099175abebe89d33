/**
 * Bitcoin primitives: bytes and hashes, blocks and transactions as views of the bytes they were read from, scripts,
 * addresses, units, the network table. Runs in browsers as well as in Node.
 * It does not validate (a node has checked proof of work, signatures and amounts), does no I/O, and signs nothing.
 * Example:
 *     const block = readBlock(bytes);
 * for (const { script } of block.txs[1].outputs()) console.log(scriptType(script), addressOf(script,
 * networks.mainnet));
 * Hashes are bytes in internal order; use `displayHash` and `hashFromDisplay` at the boundary only. Bytes that do not
 * decode throw a CodedError `primitives.<what>`.
 */
export { type AddressRange, addressRanges, isInRanges } from './address/address-prefix.ts';
export {
  type AddressPrefixes,
  addressKey,
  addressOf,
  addressOfKey,
  parseAddress,
  publicKeyScript,
  scriptOfKey,
} from './address/addresses.ts';
export { backOffMs } from './back-off.ts';
export { type Block, readBlock } from './block/block.ts';
export {
  BandedFees,
  bandedFeeStatistics,
  type FeeStatistics,
  feePercentiles,
  feeStatistics,
  feeStatisticsOfColumns,
  type TxWithFeeRate,
} from './block/fee-statistics.ts';
export { difficultyOf, type Header, headerSize, readHeader, targetOf } from './block/header.ts';
export {
  blockMerkleRoot,
  computeWitnessCommitment,
  merkleBranch,
  merkleRoot,
  merkleRootOfBranch,
  witnessCommitment,
} from './block/merkle.ts';
export { ByteReader, readCompactSize } from './bytes/byte-reader.ts';
export { ByteWriter } from './bytes/byte-writer.ts';
export {
  compareBytes,
  concatBytes,
  displayHash,
  equalBytes,
  fromHex,
  hashFromDisplay,
  toHex,
  wordAt,
} from './bytes/bytes.ts';
export { isOnCurve } from './bytes/curve.ts';
export { hash160, scriptHash, scriptHashHex, scriptHashOfHex, sha256, sha256d, taggedHash } from './bytes/hashes.ts';
export { type ClassifyOptions, classify, nonstandardReasons } from './classify/classify.ts';
export { dustThreshold } from './classify/dust.ts';
export { type FlagGroup, type FlagName, type FlagRow, flag, flagNames, flags } from './classify/flags.ts';
export { type NonstandardReason, nonstandardReasonLabels } from './classify/nonstandard-reasons.ts';
export { type StandardnessRules, standardnessRules } from './classify/standardness-rules.ts';
export { type CoalescedRuns, coalesceRuns } from './coalesced-runs.ts';
export { CodedError, isCoded } from './errors.ts';
export { type NetworkName, type NetworkRow, networks, subsidyAt } from './networks.ts';
export { maxOrdered, orderByNumber } from './order-by-number.ts';
export { createReadMode, type ReadMode } from './read-mode.ts';
export { type InnerScripts, innerScripts } from './script/inner-scripts.ts';
export { OP, opcodeNames } from './script/opcodes.ts';
export { isPushOnly, lastPush, readScript, type ScriptOp, scriptAsm, witnessProgram } from './script/script.ts';
export {
  isAnchor,
  isBareMultisig,
  isP2pk,
  isP2pkh,
  isP2sh,
  isP2tr,
  isP2wpkh,
  isP2wsh,
  type ScriptType,
  scriptType,
} from './script/script-type.ts';
export { scriptSigops, transactionSigopCost } from './script/sigops.ts';
export {
  type ControlBlock,
  commitsToScript,
  isKeyPathDisabled,
  numsKey,
  parseTaproot,
  readControlBlock,
  type TaprootWitness,
  tapBranchHash,
  tapLeafHash,
  tapMerkleRoot,
  tapOutputKey,
} from './script/taproot.ts';
export { seededRandom } from './seeded-random.ts';
export { settled } from './settled.ts';
export { type PlainInput, type PlainOutput, type PlainTx, plainOutput, plainTx } from './tx/plain-tx.ts';
export { type PsbtInput, psbtMagic, readPsbtInputs, readPsbtMap, withPsbtParents } from './tx/psbt.ts';
export { readSpentOutputs, type SpentOutputs, writeSpentOutputs } from './tx/spent-outputs.ts';
export {
  readTransaction,
  readWholeTransaction,
  type Transaction,
  type TxInput,
  type TxOutput,
} from './tx/transaction.ts';
export {
  type BlockHash,
  type Commitment,
  type FeeRate,
  type Format,
  type Height,
  isSats,
  type LargeAmount,
  type OutputValue,
  type Sats,
  sats,
  sumOfValues,
  type Txid,
  type UnixSeconds,
  type VBytes,
  type Weight,
} from './units.ts';
