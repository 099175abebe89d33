import { Buffer } from 'node:buffer';
import { CodedError } from '@glassblock/primitives';
import { type BlockColumns, prevVoutAt } from '@glassblock/primitives/columns';
import type { ChainColumns } from '../formats/chain-format.ts';
import type { BucketKey, Prefixer } from '../prefixer.ts';
import type { EntryInput } from '../rows/script/script-bucket.ts';
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

/** Effect of a block on one script. */
export interface ScriptEffect extends BucketKey {
  entries: EntryInput[];
}

/** Finds the effect on a script by its key. */
class ScriptEffects {
  readonly list: ScriptEffect[] = [];
  /** Indexes by rest, and the next index with the same rest in another bucket. */
  private readonly indexes = new Map<number, number>();
  private readonly next: number[] = [];

  /** Returns the index of a script, which is added if it is new. */
  indexOf({ bucket, rest }: BucketKey): number {
    const head = this.indexes.get(rest);
    for (let at = head; at !== undefined && at >= 0; at = this.next[at]!)
      if (this.list[at]!.bucket === bucket) return at;
    const index = this.list.length;
    this.indexes.set(rest, index);
    this.next.push(head ?? -1);
    this.list.push({ bucket, rest, entries: [] });
    return index;
  }
}

/** An output as in unspent rows. */
export interface OutputEffect extends BucketKey {
  number: number;
  vout: number;
  value: number;
}

/** An output of an earlier block that this block spends; its number is looked up. */
export interface ConsumedOutput extends BucketKey {
  /** Index of its script in the effects. */
  script: number;
  /** Index of the input in the block. */
  input: number;
  vout: number;
  value: number;
  spender: number;
  vin: number;
}

/** Effects of a block on the tables, computed from its bytes only. */
export interface BlockEffects {
  /** Number of the block's first transaction. */
  first: number;
  txCount: number;
  scripts: ScriptEffect[];
  /** Outputs that the block creates and does not spend. */
  created: OutputEffect[];
  consumed: ConsumedOutput[];
  /** Spends within the block; the numbers of both sides are known. */
  inner: { funding: number; vout: number; spender: number; vin: number }[];
  txids: BucketKey[];
}

/**
 * Computes the effects of a block.
 * @param first number of its first transaction
 */
export function effectsOf(columns: KeyedColumns, first: number, prefixer: Prefixer): BlockEffects {
  const { txCount, firstInput, firstOutput, bytes, elements } = columns;
  const scripts = new ScriptEffects();
  const spentInside = new Set<number>();
  const { list } = scripts;
  const effects: BlockEffects = { first, txCount, scripts: list, created: [], consumed: [], inner: [], txids: [] };
  const entryOf = ({ entries }: ScriptEffect, number: number): EntryInput => {
    let entry = entries[entries.length - 1];
    if (entry === undefined || entry.number !== number) {
      entry = { number, fundedCount: 0, fundedSum: 0, spentCount: 0, spentSum: 0, spentVout: 0 };
      entries.push(entry);
    }
    return entry;
  };
  for (let t = 0; t < txCount; t++) {
    const number = first + t;
    effects.txids.push(prefixer.txidAt(columns.txidKeys, 16 * t));
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
      const key = prefixer.scriptAt(columns.spentKeys, 16 * i);
      const value = columns.spentValue[i]!;
      const script = scripts.indexOf(key);
      const entry = entryOf(list[script]!, number);
      entry.spentCount++;
      entry.spentSum += value;
      const at = columns.inputAt[i]!;
      const vout = elements === undefined ? prevVoutAt(bytes, at) : elements.prevVout[i]!;
      entry.spentVout = vout;
      const vin = elements === undefined ? i - firstInput[t]! : elements.vin[i]!;
      const parent = columns.parent[i]!;
      if (parent >= 0) {
        spentInside.add(firstOutput[parent]! + vout);
        effects.inner.push({ funding: first + parent, vout, spender: number, vin });
      } else {
        const { bucket, rest } = key;
        effects.consumed.push({ bucket, rest, script, input: i, vout, value, spender: number, vin });
      }
    }
    for (let o = firstOutput[t]!; o < firstOutput[t + 1]!; o++) {
      if (isUnspendable(bytes, columns.outputScriptAt[o]!, columns.outputScriptEnd[o]!)) continue;
      if (elements?.isFee[o] === 1) continue;
      const key = prefixer.scriptAt(columns.outputKeys, 16 * o);
      const value = columns.outputValue[o]!;
      const entry = entryOf(list[scripts.indexOf(key)]!, number);
      entry.fundedCount++;
      entry.fundedSum += value;
      effects.created.push({ bucket: key.bucket, rest: key.rest, number, vout: o - firstOutput[t]!, value });
    }
  }
  effects.created = effects.created.filter(({ number, vout }) => !spentInside.has(firstOutput[number - first]! + vout));
  return effects;
}
