import {
  amountAt,
  checkAmount,
  compactSizeAt,
  compactSizeWidth,
  skipPrefixed,
  skipWitness,
  trailing,
  truncated,
  u32At,
} from '../bytes/byte-reader.ts';
import { sha256d } from '../bytes/hashes.ts';
import { CodedError } from '../errors.ts';
import { requireBitcoin } from '../format.ts';
import type { Format, OutputValue, Sats, Txid, VBytes, Weight } from '../units.ts';

/** A transaction input. Byte fields are views. */
export interface TxInput {
  /** Internal order; all zero in a coinbase. */
  readonly prevTxid: Txid;
  /** 0xffffffff in a coinbase. */
  readonly prevVout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
  /**
   * Bottom of the stack first; empty without witness. Created on first use: one input may hold half a million items.
   */
  readonly witness: Uint8Array[];
}

/** A transaction output. */
export interface TxOutput {
  readonly value: OutputValue;
  readonly script: Uint8Array;
}

/**
 * A transaction as a view of the bytes it was read from: inputs, outputs and ids are created on demand. Everything was
 * checked on reading, so no member throws except RangeError on an index out of range.
 */
export interface Transaction {
  /** The whole array it was read from, for example a block. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The serialized transaction, with witness. */
  readonly raw: Uint8Array;
  /** Unsigned 32-bit. */
  readonly version: number;
  readonly locktime: number;
  /** True when serialised with marker, flag and witness (BIP 144). */
  readonly hasWitness: boolean;
  readonly isCoinbase: boolean;
  /** Bytes with witness. */
  readonly size: number;
  /** Bytes without marker, flag and witness. */
  readonly strippedSize: number;
  readonly weight: Weight;
  /** weight / 4, not rounded. */
  readonly vsize: VBytes;
  readonly inputCount: number;
  readonly outputCount: number;
  input(index: number): TxInput;
  output(index: number): TxOutput;
  inputs(): TxInput[];
  outputs(): TxOutput[];
  /** Internal order. */
  readonly txid: Txid;
  /** Internal order; equal to the txid without witness. The coinbase has its real one, not BIP 141's zeros. */
  readonly wtxid: Txid;
}

// Minimum sizes, so that a count can be rejected before it is looped over.
const minInput = 41;
const minOutput = 9;

// The stripped serialization is assembled here before it is hashed; grows to the largest transaction seen.
let scratch = new Uint8Array(4096);

class TransactionView implements Transaction {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly hasWitness: boolean;
  readonly inputCount: number;
  readonly outputCount: number;
  private readonly inputsAt: number;
  private readonly outputsAt: number;
  /** End of the outputs: start of the witness if there is one, else of the lock time. */
  private readonly witnessAt: number;
  private inputOffsets: Uint32Array | undefined;
  private outputOffsets: Uint32Array | undefined;
  private witnessOffsets: Uint32Array | undefined;
  private cachedTxid: Txid | undefined;
  private cachedWtxid: Txid | undefined;

  constructor(
    bytes: Uint8Array,
    start: number,
    end: number,
    hasWitness: boolean,
    inputsAt: number,
    inputCount: number,
    outputsAt: number,
    outputCount: number,
    witnessAt: number,
  ) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.hasWitness = hasWitness;
    this.inputsAt = inputsAt;
    this.inputCount = inputCount;
    this.outputsAt = outputsAt;
    this.outputCount = outputCount;
    this.witnessAt = witnessAt;
    this.inputOffsets = undefined;
    this.outputOffsets = undefined;
    this.witnessOffsets = undefined;
    this.cachedTxid = undefined;
    this.cachedWtxid = undefined;
  }

  get raw(): Uint8Array {
    return this.bytes.subarray(this.start, this.end);
  }

  get version(): number {
    return u32At(this.bytes, this.start);
  }

  get locktime(): number {
    return u32At(this.bytes, this.end - 4);
  }

  get isCoinbase(): boolean {
    if (this.inputCount !== 1) return false;
    const { bytes, inputsAt } = this;
    for (let i = inputsAt; i < inputsAt + 32; i++) if (bytes[i] !== 0) return false;
    return u32At(bytes, inputsAt + 32) === 0xffffffff;
  }

  get size(): number {
    return this.end - this.start;
  }

  get strippedSize(): number {
    return this.hasWitness ? this.witnessAt - this.start - 2 + 4 : this.size;
  }

  get weight(): Weight {
    return (3 * this.strippedSize + this.size) as Weight;
  }

  get vsize(): VBytes {
    return (this.weight / 4) as VBytes;
  }

  get txid(): Txid {
    return (this.cachedTxid ??= this.hasWitness ? this.strippedHash() : sha256d(this.raw));
  }

  get wtxid(): Txid {
    return (this.cachedWtxid ??= this.hasWitness ? sha256d(this.raw) : this.txid);
  }

  input(index: number): TxInput {
    const offsets = (this.inputOffsets ??= this.findInputs());
    const { bytes } = this;
    const at = offsets[checkIndex(index, this.inputCount)]!;
    const width = compactSizeWidth(bytes, at + 36);
    const scriptEnd = offsets[index + 1]! - 4;
    const view = this;
    let witness: Uint8Array[] | undefined;
    return {
      prevTxid: bytes.subarray(at, at + 32),
      prevVout: u32At(bytes, at + 32),
      scriptSig: bytes.subarray(at + 36 + width, scriptEnd),
      sequence: u32At(bytes, scriptEnd),
      get witness() {
        return (witness ??= view.witness(index));
      },
    };
  }

  output(index: number): TxOutput {
    const offsets = (this.outputOffsets ??= this.findOutputs());
    const at = offsets[checkIndex(index, this.outputCount)]!;
    const scriptAt = at + 8 + compactSizeWidth(this.bytes, at + 8);
    return {
      value: amountAt(this.bytes, at) as Sats,
      script: this.bytes.subarray(scriptAt, offsets[index + 1]!),
    };
  }

  inputs(): TxInput[] {
    return Array.from({ length: this.inputCount }, (_, index) => this.input(index));
  }

  outputs(): TxOutput[] {
    return Array.from({ length: this.outputCount }, (_, index) => this.output(index));
  }

  private witness(index: number): Uint8Array[] {
    if (!this.hasWitness) return [];
    const { bytes } = this;
    let at = (this.witnessOffsets ??= this.findWitnesses())[index]!;
    const countWidth = compactSizeWidth(bytes, at);
    const items: Uint8Array[] = new Array(compactSizeAt(bytes, at, countWidth));
    at += countWidth;
    for (let i = 0; i < items.length; i++) {
      const itemAt = at + compactSizeWidth(bytes, at);
      at = skipPrefixed(bytes, at);
      items[i] = bytes.subarray(itemAt, at);
    }
    return items;
  }

  // One offset per input and the end of the last; the same for outputs and witnesses.

  private findInputs(): Uint32Array {
    const offsets = new Uint32Array(this.inputCount + 1);
    let at = this.inputsAt;
    for (let i = 0; i < this.inputCount; i++) {
      offsets[i] = at;
      at = skipPrefixed(this.bytes, at + 36) + 4;
    }
    offsets[this.inputCount] = at;
    return offsets;
  }

  private findOutputs(): Uint32Array {
    const offsets = new Uint32Array(this.outputCount + 1);
    let at = this.outputsAt;
    for (let i = 0; i < this.outputCount; i++) {
      offsets[i] = at;
      at = skipPrefixed(this.bytes, at + 8);
    }
    offsets[this.outputCount] = at;
    return offsets;
  }

  private findWitnesses(): Uint32Array {
    const offsets = new Uint32Array(this.inputCount);
    let at = this.witnessAt;
    for (let i = 0; i < this.inputCount; i++) {
      offsets[i] = at;
      at = skipWitness(this.bytes, at);
    }
    return offsets;
  }

  private strippedHash(): Txid {
    const { bytes, start, end } = this;
    const length = this.strippedSize;
    if (scratch.length < length) scratch = new Uint8Array(2 * length);
    for (let i = 0; i < 4; i++) {
      scratch[i] = bytes[start + i]!;
      scratch[length - 4 + i] = bytes[end - 4 + i]!;
    }
    scratch.set(bytes.subarray(start + 6, this.witnessAt), 4);
    return sha256d(scratch.subarray(0, length));
  }
}

function checkIndex(index: number, count: number): number {
  if (!(index >= 0 && index < count)) throw new RangeError(`no input or output ${index} of ${count}`);
  return index;
}

/**
 * Reads the transaction that starts at `offset`; `.end` is the offset after it. The bytes are referenced, not copied:
 * do not write to them.
 * @throws {CodedError} primitives.truncated, .no-inputs, .superfluous-witness, .unknown-flag, .value-out-of-range,
 * .non-canonical, .too-many, .unsupported-format. Source: BIP 144; Core UnserializeTransaction
 */
export function readTransaction(bytes: Uint8Array, offset = 0, format: Format = 'bitcoin'): Transaction {
  requireBitcoin(format);
  const length = bytes.length;
  let at = offset + 4;
  if (at + 2 > length) throw truncated(offset);

  const hasWitness = bytes[at] === 0;
  if (hasWitness) {
    const flag = bytes[at + 1]!;
    if (flag === 0) throw new CodedError('primitives.no-inputs', 'a transaction without inputs', { datum: { offset } });
    if (flag !== 1) {
      throw new CodedError('primitives.unknown-flag', 'unknown transaction flag', { datum: { offset, flag } });
    }
    at += 2;
  }

  const inputCountWidth = compactSizeWidth(bytes, at);
  const inputCount = compactSizeAt(bytes, at, inputCountWidth);
  at += inputCountWidth;
  if (inputCount === 0) {
    throw new CodedError('primitives.no-inputs', 'a transaction without inputs', { datum: { offset } });
  }
  if (inputCount * minInput > length - at) throw truncated(at);
  const inputsAt = at;
  for (let i = 0; i < inputCount; i++) at = skipPrefixed(bytes, at + 36) + 4;

  const outputCountWidth = compactSizeWidth(bytes, at);
  const outputCount = compactSizeAt(bytes, at, outputCountWidth);
  at += outputCountWidth;
  if (outputCount * minOutput > length - at) throw truncated(at);
  const outputsAt = at;
  for (let i = 0; i < outputCount; i++) {
    const next = skipPrefixed(bytes, at + 8);
    checkAmount(bytes, at);
    at = next;
  }

  const witnessAt = at;
  if (hasWitness) {
    for (let i = 0; i < inputCount; i++) at = skipWitness(bytes, at);
    if (at === witnessAt + inputCount) {
      throw new CodedError('primitives.superfluous-witness', 'witness flag, but no witness', { datum: { offset } });
    }
  }
  at += 4;
  if (at > length) throw truncated(at);
  return new TransactionView(bytes, offset, at, hasWitness, inputsAt, inputCount, outputsAt, outputCount, witnessAt);
}

/**
 * Reads bytes that hold exactly one transaction.
 * @throws {CodedError} primitives.trailing-bytes, and as readTransaction
 */
export function readWholeTransaction(bytes: Uint8Array, format: Format = 'bitcoin'): Transaction {
  const tx = readTransaction(bytes, 0, format);
  if (tx.end !== bytes.length) throw trailing(tx.end, bytes.length);
  return tx;
}
