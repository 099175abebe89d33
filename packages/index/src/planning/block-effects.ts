import { Buffer } from 'node:buffer';
import { CodedError } from '@glassblock/primitives';
import { type BlockColumns, prevVoutAt } from '@glassblock/primitives/columns';
import type { ChainColumns } from '../formats/chain-format.ts';
import type { Prefixer } from '../prefixer.ts';
import {
  type KeyColumns,
  keyColumns,
  type OutputColumns,
  outputColumns,
  type SpendColumns,
  spendColumns,
} from './effect-columns.ts';
import { ScriptEffects } from './script-effects.ts';
import { scriptHashesInto } from './script-hashes.ts';

/**
 * A block's columns with the mapped keys of its contents: 16 bytes per transaction, input (prevout txid and script) and
 * output.
 */
export interface KeyedColumns extends ChainColumns {
  readonly txidKeys: Uint8Array;
  readonly outputKeys: Uint8Array;
  readonly spentKeys: Uint8Array;
  readonly prevKeys: Uint8Array;
  /** For each input, position of the funding transaction in this block; -1: in an earlier block. */
  readonly parent: Int32Array;
}

/** Returns whether an output is provably unspendable; such outputs are not indexed. */
export function isUnspendable(bytes: Uint8Array, at: number, end: number): boolean {
  return (end > at && bytes[at] === 0x6a) || end - at > 10_000;
}

/**
 * Computes columns and keys of a block.
 * @throws {CodedError} index.bad-block if block and spent outputs do not decode or do not match
 */
export function keyedColumns(block: Uint8Array, spent: Uint8Array, prefixer: Prefixer): KeyedColumns {
  let columns: ChainColumns;
  try {
    columns = prefixer.format.readColumns(block, spent);
  } catch (cause) {
    if (!(cause instanceof CodedError)) throw cause;
    throw new CodedError('index.bad-block', `the node's block cannot be read: ${cause.message}`, { cause });
  }
  const { txCount, txids, inputAt, bytes } = columns;
  const ids = Buffer.allocUnsafe(16 * txCount);
  for (let t = 0; t < txCount; t++) txids.copy(ids, 16 * t, 32 * t, 32 * t + 16);
  const prev = Buffer.allocUnsafe(16 * inputAt.length);
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < inputAt.length; i++) source.copy(prev, 16 * i, inputAt[i]!, inputAt[i]! + 16);
  return {
    ...columns,
    txidKeys: prefixer.mapped(ids),
    prevKeys: prefixer.mapped(prev),
    outputKeys: prefixer.mapped(scriptHashesInto(bytes, columns.outputScriptAt, columns.outputScriptEnd)),
    spentKeys: prefixer.mapped(scriptHashesInto(spent, columns.spentScriptAt, columns.spentScriptEnd)),
    parent: parentsOf(columns),
  };
}

/** Returns a view of the txid of the output that an input spends. @param input index in the block */
export function prevTxidAt({ bytes, inputAt }: Pick<BlockColumns, 'bytes' | 'inputAt'>, input: number): Uint8Array {
  const at = inputAt[input]!;
  return bytes.subarray(at, at + 32);
}

/** Finds the funding transaction in the same block for each input, with a hash table over txid prefixes. */
export function parentsOf({ bytes, txCount, txids, firstInput, inputAt }: BlockColumns): Int32Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size = 16;
  while (size < 2 * txCount) size *= 2;
  const mask = size - 1;
  const slots = new Int32Array(size).fill(-1);
  const parent = new Int32Array(inputAt.length).fill(-1);
  for (let t = 0; t < txCount; t++) {
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
      const at = inputAt[i]!;
      for (let slot = source.readUInt32LE(at) & mask; slots[slot] !== -1; slot = (slot + 1) & mask) {
        const found = slots[slot]!;
        if (source.compare(txids, 32 * found, 32 * found + 32, at, at + 32) !== 0) continue;
        parent[i] = found;
        break;
      }
    }
    let slot = txids.readUInt32LE(32 * t) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = t;
  }
  return parent;
}

/** Outputs of earlier blocks that a block spends; the numbers of their transactions are found later. */
export interface ConsumedColumns extends Omit<OutputColumns, 'number'> {
  /** Indexes of their scripts in the effects. */
  readonly script: Uint32Array;
  /** Indexes of the inputs in the block. */
  readonly input: Uint32Array;
  readonly spender: Uint32Array;
  readonly vin: Uint32Array;
}

/** Effects of a block on the tables, computed from its bytes only. */
export interface BlockEffects {
  /** Number of the block's first transaction. */
  readonly first: number;
  readonly txCount: number;
  readonly scripts: ScriptEffects;
  /** Outputs that the block creates and does not spend. */
  readonly created: OutputColumns;
  readonly consumed: ConsumedColumns;
  /** Spends within the block; the numbers of both sides are known. */
  readonly inner: SpendColumns;
  readonly txids: KeyColumns;
}

const notIndexed = -1;

/**
 * Computes the effects of a block.
 * @param first number of its first transaction
 */
export function effectsOf(columns: KeyedColumns, first: number, prefixer: Prefixer): BlockEffects {
  const { txCount, firstInput, firstOutput, bytes, elements, outputKeys } = columns;
  const inputCount = columns.inputAt.length;
  const outputCount = columns.outputScriptAt.length;
  const scripts = new ScriptEffects(inputCount + outputCount);
  const scriptOfInput = new Uint32Array(inputCount);
  const spenderOfInput = new Uint32Array(inputCount);
  const scriptOfOutput = new Int32Array(outputCount).fill(notIndexed);
  const txids = keyColumns(txCount);
  for (let t = 0; t < txCount; t++) {
    const number = first + t;
    txids.bucket[t] = prefixer.txidBucketAt(columns.txidKeys, 16 * t);
    txids.rest[t] = prefixer.txidRestAt(columns.txidKeys, 16 * t);
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
      const script = scriptIn(scripts, prefixer, columns.spentKeys, i);
      scripts.addSpent(script, number, columns.spentValue[i]!, voutOf(columns, i));
      scriptOfInput[i] = script;
      spenderOfInput[i] = t;
    }
    for (let o = firstOutput[t]!; o < firstOutput[t + 1]!; o++) {
      if (isUnspendable(bytes, columns.outputScriptAt[o]!, columns.outputScriptEnd[o]!)) continue;
      if (elements?.isFee[o] === 1) continue;
      const script = scriptIn(scripts, prefixer, outputKeys, o);
      scripts.addFunded(script, number, columns.outputValue[o]!);
      scriptOfOutput[o] = script;
    }
  }
  const spends = spendsOf(columns, first, scripts.keys, scriptOfInput, spenderOfInput);
  for (let i = 0; i < inputCount; i++) {
    const parent = columns.parent[i]!;
    if (parent >= 0) scriptOfOutput[firstOutput[parent]! + voutOf(columns, i)] = notIndexed;
  }
  const created = createdOutputs(columns, first, scripts.keys, scriptOfOutput);
  return { first, txCount, scripts, created, ...spends, txids };
}

const scriptIn = (scripts: ScriptEffects, prefixer: Prefixer, keys: Uint8Array, index: number): number =>
  scripts.indexOf(prefixer.scriptBucketAt(keys, 16 * index), prefixer.scriptRestAt(keys, 16 * index));

const voutOf = ({ elements, bytes, inputAt }: KeyedColumns, input: number): number =>
  elements === undefined ? prevVoutAt(bytes, inputAt[input]!) : elements.prevVout[input]!;

/** Returns the spends of outputs of earlier blocks, and of those of this one. @param txOf positions of the inputs' transactions */
function spendsOf(
  columns: KeyedColumns,
  first: number,
  { bucket, rest }: KeyColumns,
  scriptOf: Uint32Array,
  txOf: Uint32Array,
): Pick<BlockEffects, 'consumed' | 'inner'> {
  const { parent, elements, firstInput } = columns;
  let innerCount = 0;
  for (let i = 0; i < parent.length; i++) if (parent[i]! >= 0) innerCount++;
  const inner = spendColumns(innerCount);
  const count = parent.length - innerCount;
  const consumed: ConsumedColumns = {
    ...outputColumns(count),
    ...spendColumns(count),
    script: new Uint32Array(count),
    input: new Uint32Array(count),
  };
  let atInner = 0;
  let atConsumed = 0;
  for (let i = 0; i < parent.length; i++) {
    const isInner = parent[i]! >= 0;
    const to = isInner ? inner : consumed;
    const at = isInner ? atInner++ : atConsumed++;
    to.vout[at] = voutOf(columns, i);
    to.spender[at] = first + txOf[i]!;
    to.vin[at] = elements === undefined ? i - firstInput[txOf[i]!]! : elements.vin[i]!;
    if (isInner) inner.funding[at] = first + parent[i]!;
    else {
      const script = (consumed.script[at] = scriptOf[i]!);
      consumed.bucket[at] = bucket[script]!;
      consumed.rest[at] = rest[script]!;
      consumed.input[at] = i;
      consumed.value[at] = columns.spentValue[i]!;
    }
  }
  return { consumed, inner };
}

/** Returns the outputs with a script. */
function createdOutputs(
  { txCount, firstOutput, outputValue }: KeyedColumns,
  first: number,
  { bucket, rest }: KeyColumns,
  scriptOf: Int32Array,
): OutputColumns {
  let count = 0;
  for (const script of scriptOf) if (script !== notIndexed) count++;
  const created = outputColumns(count);
  let at = 0;
  for (let t = 0; t < txCount; t++) {
    for (let o = firstOutput[t]!; o < firstOutput[t + 1]!; o++) {
      const script = scriptOf[o]!;
      if (script === notIndexed) continue;
      created.bucket[at] = bucket[script]!;
      created.rest[at] = rest[script]!;
      created.number[at] = first + t;
      created.vout[at] = o - firstOutput[t]!;
      created.value[at++] = outputValue[o]!;
    }
  }
  return created;
}
