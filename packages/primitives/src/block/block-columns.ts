import { Buffer } from 'node:buffer';
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
import { sha256dInto } from '../bytes/sha256.node.ts';
import { CodedError } from '../errors.ts';
import { type Header, headerSize, readHeader } from './header.ts';

/**
 * A block and the outputs it spends as columns of numbers, for an index that reads thousands of transactions without an
 * object for each. Inputs and outputs are numbered through the whole block; `firstInput[t]` and `firstOutput[t]` are
 * the first ones of transaction `t`, with one more entry for the end. The coinbase input is left out.
 */
export interface BlockColumns {
  readonly bytes: Uint8Array;
  readonly header: Header;
  readonly txCount: number;
  readonly weight: number;
  /** 32 bytes for each transaction, internal order. */
  readonly txids: Buffer;
  /** Offset of each transaction in the block, and the block's end. */
  readonly txAt: Uint32Array;
  readonly strippedSize: Uint32Array;
  readonly firstInput: Uint32Array;
  readonly firstOutput: Uint32Array;
  /** Offset in the block of each input's prevout reference, 36 bytes. */
  readonly inputAt: Uint32Array;
  readonly outputValue: Float64Array;
  readonly outputScriptAt: Uint32Array;
  readonly outputScriptEnd: Uint32Array;
  /** Bytes that the columns of spent outputs point into. */
  readonly spentBytes: Uint8Array;
  readonly spentValue: Float64Array;
  readonly spentScriptAt: Uint32Array;
  readonly spentScriptEnd: Uint32Array;
}

const minTransaction = 51;
const minInput = 41;
const minOutput = 9;
/** Fewer bytes of a block for each output are rare. */
const usualOutput = 60;

/**
 * Reads a serialized block and the node's `spenttxouts` answer for it.
 * @throws {CodedError} as readBlock and readSpentOutputs; primitives.spent-mismatch when the two do not belong together
 */
export function readBlockColumns(bytes: Uint8Array, spentBytes: Uint8Array): BlockColumns {
  const header = readHeader(bytes);
  const width = compactSizeWidth(bytes, headerSize);
  const txCount = compactSizeAt(bytes, headerSize, width);
  let at = headerSize + width;
  if (txCount === 0) throw new CodedError('primitives.no-transactions', 'a block without transactions');
  if (txCount * minTransaction > bytes.length - at) throw truncated(at);

  const txids = Buffer.allocUnsafeSlow(32 * txCount);
  const txAt = new Uint32Array(txCount + 1);
  const strippedSize = new Uint32Array(txCount);
  const firstInput = new Uint32Array(txCount + 1);
  const firstOutput = new Uint32Array(txCount + 1);
  const inputAt = new Uint32Array(Math.ceil((bytes.length - at) / minInput));
  let room = Math.ceil((bytes.length - at) / usualOutput);
  let outputValue = new Float64Array(room);
  let outputScriptAt = new Uint32Array(room);
  let outputScriptEnd = new Uint32Array(room);
  let inputs = 0;
  let outputs = 0;
  let stripped = at;

  for (let t = 0; t < txCount; t++) {
    const start = at;
    txAt[t] = start;
    firstInput[t] = inputs;
    firstOutput[t] = outputs;
    at += 4;
    if (at + 2 > bytes.length) throw truncated(start);
    const hasWitness = bytes[at] === 0;
    if (hasWitness) {
      const flag = bytes[at + 1]!;
      if (flag === 0) throw noInputs(start);
      if (flag !== 1) {
        throw new CodedError('primitives.unknown-flag', 'unknown transaction flag', { datum: { offset: start, flag } });
      }
      at += 2;
    }
    const bodyAt = at;
    const inputWidth = compactSizeWidth(bytes, at);
    const inputCount = compactSizeAt(bytes, at, inputWidth);
    at += inputWidth;
    if (inputCount === 0) throw noInputs(start);
    if (inputCount * minInput > bytes.length - at) throw truncated(at);
    for (let i = 0; i < inputCount; i++) {
      if (t > 0) inputAt[inputs++] = at;
      at = skipPrefixed(bytes, at + 36) + 4;
    }
    const outputWidth = compactSizeWidth(bytes, at);
    const outputCount = compactSizeAt(bytes, at, outputWidth);
    at += outputWidth;
    if (outputCount * minOutput > bytes.length - at) throw truncated(at);
    if (outputs + outputCount > room) {
      room = Math.max(outputs + outputCount, 2 * room);
      outputValue = enlarged(outputValue, new Float64Array(room));
      outputScriptAt = enlarged(outputScriptAt, new Uint32Array(room));
      outputScriptEnd = enlarged(outputScriptEnd, new Uint32Array(room));
    }
    for (let i = 0; i < outputCount; i++) {
      const end = skipPrefixed(bytes, at + 8);
      checkAmount(bytes, at);
      outputValue[outputs] = amountAt(bytes, at);
      outputScriptAt[outputs] = at + 8 + compactSizeWidth(bytes, at + 8);
      outputScriptEnd[outputs++] = end;
      at = end;
    }
    const bodyEnd = at;
    if (hasWitness) {
      for (let i = 0; i < inputCount; i++) at = skipWitness(bytes, at);
      if (at === bodyEnd + inputCount) {
        throw new CodedError('primitives.superfluous-witness', 'witness flag, but no witness');
      }
    }
    at += 4;
    if (at > bytes.length) throw truncated(at);
    strippedSize[t] = bodyEnd - bodyAt + 8;
    stripped += strippedSize[t]!;
    if (hasWitness) sha256dInto(txids, 32 * t, strippedForm(bytes, start, bodyAt, bodyEnd, at));
    else sha256dInto(txids, 32 * t, bytes.subarray(start, at));
  }
  if (at !== bytes.length) throw trailing(at, bytes.length);
  txAt[txCount] = at;
  firstInput[txCount] = inputs;
  firstOutput[txCount] = outputs;
  return {
    bytes,
    header,
    txCount,
    weight: 3 * stripped + bytes.length,
    txids,
    txAt,
    strippedSize,
    firstInput,
    firstOutput,
    inputAt: inputAt.subarray(0, inputs),
    outputValue: outputValue.subarray(0, outputs),
    outputScriptAt: outputScriptAt.subarray(0, outputs),
    outputScriptEnd: outputScriptEnd.subarray(0, outputs),
    ...readSpentColumns(spentBytes, txCount, firstInput),
  };
}

function enlarged<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

const noInputs = (offset: number) =>
  new CodedError('primitives.no-inputs', 'a transaction without inputs', { datum: { offset } });

let scratch = new Uint8Array(4096);

/** The serialization without marker, flag and witness, assembled in a shared array. */
function strippedForm(bytes: Uint8Array, start: number, bodyAt: number, bodyEnd: number, end: number): Uint8Array {
  const length = bodyEnd - bodyAt + 8;
  if (scratch.length < length) scratch = new Uint8Array(2 * length);
  for (let i = 0; i < 4; i++) {
    scratch[i] = bytes[start + i]!;
    scratch[length - 4 + i] = bytes[end - 4 + i]!;
  }
  scratch.set(bytes.subarray(bodyAt, bodyEnd), 4);
  return scratch.subarray(0, length);
}

/** The columns of spent outputs. */
export type SpentColumns = Pick<BlockColumns, 'spentBytes' | 'spentValue' | 'spentScriptAt' | 'spentScriptEnd'>;

/**
 * Reads the node's `spenttxouts` answer for a block whose inputs are numbered by `firstInput`.
 * @throws {CodedError} as readBlockColumns
 */
export function readSpentColumns(spentBytes: Uint8Array, txCount: number, firstInput: Uint32Array): SpentColumns {
  const inputs = firstInput[txCount]!;
  const spentValue = new Float64Array(inputs);
  const spentScriptAt = new Uint32Array(inputs);
  const spentScriptEnd = new Uint32Array(inputs);
  const mismatch = () => new CodedError('primitives.spent-mismatch', 'the spent outputs are of another block');
  let at = compactSizeWidth(spentBytes, 0);
  if (compactSizeAt(spentBytes, 0, at) !== txCount) throw mismatch();
  let input = 0;
  for (let t = 0; t < txCount; t++) {
    const width = compactSizeWidth(spentBytes, at);
    const count = compactSizeAt(spentBytes, at, width);
    at += width;
    if (count !== firstInput[t + 1]! - firstInput[t]!) throw mismatch();
    for (let i = 0; i < count; i++) {
      const end = skipPrefixed(spentBytes, at + 8);
      checkAmount(spentBytes, at);
      spentValue[input] = amountAt(spentBytes, at);
      spentScriptAt[input] = at + 8 + compactSizeWidth(spentBytes, at + 8);
      spentScriptEnd[input++] = end;
      at = end;
    }
  }
  if (at !== spentBytes.length) throw trailing(at, spentBytes.length);
  return { spentBytes, spentValue, spentScriptAt, spentScriptEnd };
}

/** Returns the output index of the outpoint at an offset of `inputAt`. */
export const prevVoutAt = (bytes: Uint8Array, at: number): number => u32At(bytes, at + 32);
