import {
  compactSizeAt,
  compactSizeWidth,
  skipPrefixed,
  skipWitness,
  trailing,
  truncated,
  u32At,
} from '../../bytes/byte-reader.ts';
import { sha256d } from '../../bytes/hashes.ts';
import { CodedError } from '../../errors.ts';
import type { Transaction, TxInput, TxOutput } from '../../tx/transaction.ts';
import type { Commitment, OutputValue, Sats, Txid, VBytes, Weight } from '../../units.ts';
import { byteVectorsAt, prefixedAt } from '../bytes/byte-vectors.ts';
import {
  type AssetId,
  assetIdAt,
  commitmentAt,
  isCommitted,
  nonceAt,
  skipAsset,
  skipNonce,
  skipValue,
  valueAt,
} from './confidential.ts';
import type { Issuance } from './issuance.ts';

/** An input. Byte fields are views; those of the witness are created on first use. */
export interface ElementsInput extends TxInput {
  /** Without the flags of the serialized index. A peg-in refers to an output of the parent chain. */
  readonly prevVout: number;
  readonly isPegIn: boolean;
  /** Undefined unless the input issues an asset. */
  readonly issuance: Issuance | undefined;
  /** Range proofs of confidential issuance amounts; empty without. */
  readonly issuanceProof: Uint8Array;
  readonly tokenProof: Uint8Array;
  /** Empty unless the input is a peg-in; see `pegInOf`. */
  readonly pegInWitness: Uint8Array[];
}

/** An output. Byte fields are views; proofs are created on first use. */
export interface ElementsOutput extends TxOutput {
  /** In units of its asset; 0 when null. */
  readonly value: OutputValue;
  /** Undefined when confidential or null. */
  readonly assetId: AssetId | undefined;
  /** 33 bytes; undefined when explicit. */
  readonly assetCommitment: Commitment | undefined;
  /** Public key (33 bytes with prefix) with which the recipient finds the blinding factors; undefined when null. */
  readonly nonce: Uint8Array | undefined;
  /** Empty without. */
  readonly surjectionProof: Uint8Array;
  readonly rangeProof: Uint8Array;
  /** True for the output that states a fee: explicit value and asset, empty script. It is not spendable. */
  readonly isFee: boolean;
}

/** An Elements transaction as a view of the bytes it was read from, like `Transaction`. */
export interface ElementsTransaction extends Transaction {
  /** Weight with confidential outputs counted as explicit ones, which fee rates of Liquid are based on (ELIP 200). */
  readonly discountWeight: Weight;
  /** discountWeight / 4, not rounded. */
  readonly discountVsize: VBytes;
  input(index: number): ElementsInput;
  output(index: number): ElementsOutput;
  inputs(): ElementsInput[];
  outputs(): ElementsOutput[];
}

// Minimum sizes, so that a count can be rejected before it is looped over.
const minInput = 41;
const minOutput = 4;
/** Version and flag byte. */
const headSize = 5;

const issuanceFlag = 0x80000000;
const pegInFlag = 0x40000000;
const indexMask = 0x3fffffff;
/** Index of a coinbase, which carries no flags. */
const noIndex = 0xffffffff;

/** Bytes saved by counting a commitment as an explicit value, and a nonce as null. Source: ELIP 200 */
const valueDiscount = 4 * (33 - 9);
const nonceDiscount = 4 * (33 - 1);
/** Witness bytes of an explicit output: two empty proofs. */
const emptyProofs = 2;

const hasIssuance = (index: number): boolean => index !== noIndex && (index & issuanceFlag) !== 0;

// The stripped serialization is assembled here before it is hashed; grows to the largest transaction seen.
let scratch = new Uint8Array(4096);

/** Offsets of a transaction's sections, found on reading. */
interface Layout {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly hasWitness: boolean;
  readonly inputCount: number;
  readonly inputsAt: number;
  readonly outputCount: number;
  readonly outputsAt: number;
  /** The lock time, which follows the outputs; the witness comes after it. */
  readonly locktimeAt: number;
}

class TransactionView implements ElementsTransaction {
  private readonly layout: Layout;
  private inputOffsets: Uint32Array | undefined;
  private outputOffsets: Uint32Array | undefined;
  /** Witness offsets of the inputs, then of the outputs, then the end. */
  private witnessOffsets: Uint32Array | undefined;
  private cachedTxid: Txid | undefined;
  private cachedWtxid: Txid | undefined;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  get bytes(): Uint8Array {
    return this.layout.bytes;
  }

  get start(): number {
    return this.layout.start;
  }

  get end(): number {
    return this.layout.end;
  }

  get hasWitness(): boolean {
    return this.layout.hasWitness;
  }

  get inputCount(): number {
    return this.layout.inputCount;
  }

  get outputCount(): number {
    return this.layout.outputCount;
  }

  get raw(): Uint8Array {
    return this.bytes.subarray(this.start, this.end);
  }

  get version(): number {
    return u32At(this.bytes, this.start);
  }

  get locktime(): number {
    return u32At(this.bytes, this.layout.locktimeAt);
  }

  get isCoinbase(): boolean {
    const { bytes, inputsAt, inputCount } = this.layout;
    if (inputCount !== 1) return false;
    for (let i = inputsAt; i < inputsAt + 32; i++) if (bytes[i] !== 0) return false;
    return u32At(bytes, inputsAt + 32) === noIndex;
  }

  get size(): number {
    return this.end - this.start;
  }

  get strippedSize(): number {
    return this.layout.locktimeAt + 4 - this.start;
  }

  get weight(): Weight {
    return (3 * this.strippedSize + this.size) as Weight;
  }

  get vsize(): VBytes {
    return (this.weight / 4) as VBytes;
  }

  get discountWeight(): Weight {
    const { bytes } = this;
    let weight: number = this.weight;
    const outputs = (this.outputOffsets ??= this.findOutputs());
    const witnesses = this.hasWitness ? (this.witnessOffsets ??= this.findWitnesses()) : undefined;
    for (let i = 0; i < this.outputCount; i++) {
      const witness = this.inputCount + i;
      if (witnesses !== undefined) weight -= witnesses[witness + 1]! - witnesses[witness]! - emptyProofs;
      const valueStart = skipAsset(bytes, outputs[i]!);
      if (isCommitted(bytes, valueStart)) weight -= valueDiscount;
      if (isCommitted(bytes, skipValue(bytes, valueStart))) weight -= nonceDiscount;
    }
    return weight as Weight;
  }

  get discountVsize(): VBytes {
    return (this.discountWeight / 4) as VBytes;
  }

  /** Over version, flag byte 0, inputs, outputs and lock time. */
  get txid(): Txid {
    return (this.cachedTxid ??= this.hasWitness ? this.strippedHash() : sha256d(this.raw));
  }

  get wtxid(): Txid {
    return (this.cachedWtxid ??= this.hasWitness ? sha256d(this.raw) : this.txid);
  }

  input(index: number): ElementsInput {
    const offsets = (this.inputOffsets ??= this.findInputs());
    const { bytes } = this;
    const at = offsets[checkIndex(index, this.inputCount)]!;
    const serializedIndex = u32At(bytes, at + 32);
    const scriptEnd = skipPrefixed(bytes, at + 36);
    const isCoinbase = serializedIndex === noIndex;
    const view = this;
    return {
      prevTxid: bytes.subarray(at, at + 32),
      prevVout: isCoinbase ? noIndex : serializedIndex & indexMask,
      scriptSig: prefixedAt(bytes, at + 36),
      sequence: u32At(bytes, scriptEnd),
      isPegIn: !isCoinbase && (serializedIndex & pegInFlag) !== 0,
      issuance: hasIssuance(serializedIndex) ? issuanceAt(bytes, scriptEnd + 4) : undefined,
      get witness() {
        return view.witnessStack(index, 2);
      },
      get pegInWitness() {
        return view.witnessStack(index, 3);
      },
      get issuanceProof() {
        return view.proof(index, 0);
      },
      get tokenProof() {
        return view.proof(index, 1);
      },
    };
  }

  output(index: number): ElementsOutput {
    const offsets = (this.outputOffsets ??= this.findOutputs());
    const { bytes } = this;
    const at = offsets[checkIndex(index, this.outputCount)]!;
    const valueStart = skipAsset(bytes, at);
    const nonceStart = skipValue(bytes, valueStart);
    const script = prefixedAt(bytes, skipNonce(bytes, nonceStart));
    const value = valueAt(bytes, valueStart) ?? (0 as Sats);
    const assetId = assetIdAt(bytes, at);
    const view = this;
    return {
      value,
      script,
      assetId,
      assetCommitment: commitmentAt(bytes, at),
      nonce: nonceAt(bytes, nonceStart),
      isFee: script.length === 0 && assetId !== undefined && !isCommitted(bytes, valueStart),
      get surjectionProof() {
        return view.proof(view.inputCount + index, 0);
      },
      get rangeProof() {
        return view.proof(view.inputCount + index, 1);
      },
    };
  }

  inputs(): ElementsInput[] {
    return Array.from({ length: this.inputCount }, (_, index) => this.input(index));
  }

  outputs(): ElementsOutput[] {
    return Array.from({ length: this.outputCount }, (_, index) => this.output(index));
  }

  /** Part `part` of a witness, which starts with two proofs. */
  private partAt(witness: number, part: number): number {
    let at = (this.witnessOffsets ??= this.findWitnesses())[witness]!;
    for (let i = 0; i < part; i++) at = i < 2 ? skipPrefixed(this.bytes, at) : skipWitness(this.bytes, at);
    return at;
  }

  private proof(witness: number, part: number): Uint8Array {
    return this.hasWitness ? prefixedAt(this.bytes, this.partAt(witness, part)) : new Uint8Array(0);
  }

  private witnessStack(index: number, part: number): Uint8Array[] {
    return this.hasWitness ? byteVectorsAt(this.bytes, this.partAt(index, part)) : [];
  }

  private findInputs(): Uint32Array {
    const offsets = new Uint32Array(this.inputCount);
    let at = this.layout.inputsAt;
    for (let i = 0; i < this.inputCount; i++) {
      offsets[i] = at;
      at = skipInput(this.bytes, at);
    }
    return offsets;
  }

  private findOutputs(): Uint32Array {
    const offsets = new Uint32Array(this.outputCount);
    let at = this.layout.outputsAt;
    for (let i = 0; i < this.outputCount; i++) {
      offsets[i] = at;
      at = skipOutput(this.bytes, at);
    }
    return offsets;
  }

  private findWitnesses(): Uint32Array {
    const { bytes, inputCount, outputCount } = this;
    const offsets = new Uint32Array(inputCount + outputCount + 1);
    let at = this.layout.locktimeAt + 4;
    for (let i = 0; i < offsets.length; i++) {
      offsets[i] = at;
      if (i < inputCount) at = skipInputWitness(bytes, at);
      else if (i < inputCount + outputCount) at = skipOutputWitness(bytes, at);
    }
    return offsets;
  }

  private strippedHash(): Txid {
    const length = this.strippedSize;
    if (scratch.length < length) scratch = new Uint8Array(2 * length);
    scratch.set(this.bytes.subarray(this.start, this.start + length), 0);
    scratch[headSize - 1] = 0;
    return sha256d(scratch.subarray(0, length));
  }
}

function checkIndex(index: number, count: number): number {
  if (!(index >= 0 && index < count)) throw new RangeError(`no input or output ${index} of ${count}`);
  return index;
}

function issuanceAt(bytes: Uint8Array, at: number): Issuance {
  return {
    blindingNonce: bytes.subarray(at, at + 32),
    entropyField: bytes.subarray(at + 32, at + 64),
    amount: valueAt(bytes, at + 64),
    tokenAmount: valueAt(bytes, skipValue(bytes, at + 64)),
  };
}

function skipInput(bytes: Uint8Array, start: number): number {
  const scriptEnd = skipPrefixed(bytes, start + 36) + 4;
  if (scriptEnd > bytes.length) throw truncated(start);
  if (!hasIssuance(u32At(bytes, start + 32))) return scriptEnd;
  const amountAt = scriptEnd + 64;
  const tokenAt = skipValue(bytes, amountAt);
  const next = skipValue(bytes, tokenAt);
  // a null issuance is not serialized: the node would hash other bytes
  if (bytes[amountAt] === 0 && bytes[tokenAt] === 0) {
    throw new CodedError('primitives.superfluous-issuance', 'issuance flag, but no issuance', {
      datum: { offset: start },
    });
  }
  return next;
}

const skipOutput = (bytes: Uint8Array, at: number): number =>
  skipPrefixed(bytes, skipNonce(bytes, skipValue(bytes, skipAsset(bytes, at))));

const skipOutputWitness = (bytes: Uint8Array, at: number): number => skipPrefixed(bytes, skipPrefixed(bytes, at));

const skipInputWitness = (bytes: Uint8Array, at: number): number =>
  skipWitness(bytes, skipWitness(bytes, skipOutputWitness(bytes, at)));

function readCount(bytes: Uint8Array, at: number, minSize: number): { count: number; next: number } {
  const width = compactSizeWidth(bytes, at);
  const count = compactSizeAt(bytes, at, width);
  if (count * minSize > bytes.length - at - width) throw truncated(at);
  return { count, next: at + width };
}

/**
 * Reads the transaction that starts at `offset`; `.end` is the offset after it. The bytes are referenced, not copied:
 * do not write to them. Unlike Bitcoin's, the flag byte is always there and the lock time precedes the witness.
 * @throws {CodedError} primitives.truncated, .no-inputs, .unknown-flag, .unknown-prefix, .superfluous-issuance,
 * .superfluous-witness, .non-canonical, .too-many. Source: Elements UnserializeTransaction
 */
export function readElementsTransaction(bytes: Uint8Array, offset = 0): ElementsTransaction {
  if (offset + headSize > bytes.length) throw truncated(offset);
  const flag = bytes[offset + 4]!;
  if (flag > 1) {
    throw new CodedError('primitives.unknown-flag', 'unknown transaction flag', { datum: { offset, flag } });
  }
  const { count: inputCount, next: inputsAt } = readCount(bytes, offset + headSize, minInput);
  if (inputCount === 0) {
    throw new CodedError('primitives.no-inputs', 'a transaction without inputs', { datum: { offset } });
  }
  let at = inputsAt;
  for (let i = 0; i < inputCount; i++) at = skipInput(bytes, at);
  const { count: outputCount, next: outputsAt } = readCount(bytes, at, minOutput);
  at = outputsAt;
  for (let i = 0; i < outputCount; i++) at = skipOutput(bytes, at);
  const locktimeAt = at;
  at += 4;
  if (at > bytes.length) throw truncated(locktimeAt);
  const hasWitness = flag === 1;
  if (hasWitness) at = skipWitnesses(bytes, at, inputCount, outputCount);
  return new TransactionView({
    bytes,
    start: offset,
    end: at,
    hasWitness,
    inputCount,
    inputsAt,
    outputCount,
    outputsAt,
    locktimeAt,
  });
}

function skipWitnesses(bytes: Uint8Array, start: number, inputCount: number, outputCount: number): number {
  let at = start;
  for (let i = 0; i < inputCount; i++) at = skipInputWitness(bytes, at);
  for (let i = 0; i < outputCount; i++) at = skipOutputWitness(bytes, at);
  if (at === start + 4 * inputCount + 2 * outputCount) {
    throw new CodedError('primitives.superfluous-witness', 'witness flag, but no witness', {
      datum: { offset: start },
    });
  }
  return at;
}

/**
 * Returns whether an input spends an output of this chain, and not one of the parent chain or none: a coinbase, a peg-in,
 * or an issuance in the genesis block, from an outpoint that exists nowhere.
 */
export const spendsElementsOutput = (
  { isPegIn }: Pick<ElementsInput, 'isPegIn'>,
  { isCoinbase }: Pick<ElementsTransaction, 'isCoinbase'>,
  height: number,
): boolean => height > 0 && !isCoinbase && !isPegIn;

/**
 * Reads bytes that hold exactly one transaction.
 * @throws {CodedError} primitives.trailing-bytes, and as readElementsTransaction
 */
export function readWholeElementsTransaction(bytes: Uint8Array): ElementsTransaction {
  const tx = readElementsTransaction(bytes);
  if (tx.end !== bytes.length) throw trailing(tx.end, bytes.length);
  return tx;
}
