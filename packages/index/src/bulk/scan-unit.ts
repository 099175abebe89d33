import { join } from 'node:path';
import { type Height, writeSpentOutputs } from '@glassblock/primitives';
import { prevVoutAt } from '@glassblock/primitives/columns';
import { rowKey } from '@glassblock/store';
import { isUnspendable, type KeyedColumns, keyedColumns } from '../planning/block-effects.ts';
import { blockRowOf } from '../planning/describe-block.ts';
import { encodeBlockIdRow } from '../rows/block/block-id-row.ts';
import { encodeBlockRow } from '../rows/block/block-row.ts';
import { encodeCells } from '../rows/script/cells-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { BulkTaskRunnerOptions } from './bulk-task-runner-options.ts';
import { NumberedRows } from './numbered-rows.ts';
import { outpointTagBytes, spendInfo, writeScriptRecord, writeTxidRecord } from './records.ts';
import { RowLoader } from './row-loader.ts';
import { PartitionedRecords, writeRunFile } from './run-file.ts';

/** One unit of blocks to scan. */
export interface ScanTask {
  kind: 'scan';
  unit: number;
  from: number;
  hashes: Uint8Array[];
  /** Median time of each block. */
  medianTimes: number[];
  /** Number of the first transaction. */
  first: number;
  /** Number after the last transaction. */
  next: number;
  scriptPartitions: number;
  txidPartitions: number;
}

/** Statistics of a scanned unit. */
export interface ScanResult {
  bytes: number;
  /** Time spent waiting for the node. */
  waitedMs: number;
}

/** Returns the path of a unit's file of script records. */
export const scriptRuns = (directory: string, unit: number) => join(directory, `scripts-${unit}`);
/** Returns the path of a unit's file of txid records. */
export const txidRuns = (directory: string, unit: number) => join(directory, `txids-${unit}`);

const fetchesAhead = 4;

/**
 * Scans blocks: rows of blocks and of complete windows go to the store, records about scripts and txids to two files,
 * sorted
 * by partition. The unit is finished when the second file exists.
 */
export async function scanUnit(task: ScanTask, options: BulkTaskRunnerOptions): Promise<ScanResult> {
  const { store, prefixer, source, directory } = options;
  const loader = new RowLoader(store);
  const numbered = new NumberedRows(prefixer.identity, task.first, task.next, loader);
  const scripts = new PartitionedRecords(task.scriptPartitions);
  const txids = new PartitionedRecords(task.txidPartitions);
  scripts.last.fill(task.first);
  txids.last.fill(task.first);
  const fetching: Promise<{ block: Uint8Array; spent: Uint8Array }>[] = [];
  let asked = 0;
  const result: ScanResult = { bytes: 0, waitedMs: 0 };
  let number = task.first;
  try {
    for (let i = 0; i < task.hashes.length; i++) {
      while (asked < task.hashes.length && fetching.length < fetchesAhead) {
        const fetched = source.blockWithSpent(task.hashes[asked++]!);
        fetched.catch(() => undefined);
        fetching.push(fetched);
      }
      const before = performance.now();
      const { block, spent } = await fetching.shift()!;
      result.waitedMs += performance.now() - before;
      const height = (task.from + i) as Height;
      const columns = keyedColumns(block, height === 0 ? writeSpentOutputs([[]]) : spent, prefixer);
      result.bytes += block.length;
      addBlockRows(columns, height, task.medianTimes[i]!, loader);
      numbered.add(columns, number);
      addScriptRecords(columns, number, scripts, prefixer.identity.scriptBits);
      addTxidRecords(columns, number, txids);
      number += columns.txCount;
      if (loader.isFull) await loader.flush({ durable: false });
    }
  } finally {
    await Promise.allSettled(fetching);
  }
  if (number !== task.next)
    throw new Error(`unit ${task.unit} has ${number - task.first} transactions, not as planned`);
  await loader.flush({ durable: true });
  writeRunFile(scriptRuns(directory, task.unit), scripts);
  writeRunFile(txidRuns(directory, task.unit), txids);
  return result;
}

function addBlockRows(columns: KeyedColumns, height: Height, medianTime: number, loader: RowLoader): void {
  const row = encodeBlockRow(blockRowOf(columns, height, medianTime));
  loader.add(tables.blocks, rowKey(tables.blocks, u32Bytes(height)), row);
  loader.add(tables.cells, rowKey(tables.cells, u32Bytes(height)), encodeCells(columns.txAt));
  loader.add(tables.blockIds, rowKey(tables.blockIds, columns.header.hash), encodeBlockIdRow(height));
}

function addScriptRecords(columns: KeyedColumns, first: number, records: PartitionedRecords, scriptBits: number): void {
  const { txCount, firstInput, firstOutput, bytes, outputKeys, spentKeys, txidKeys, prevKeys } = columns;
  const shift = 32 - Math.log2(records.parts.length);
  const partitionOf = (keys: Uint8Array, at: number) => (shift === 32 ? 0 : leadingBits(keys, at) >>> shift);
  if (scriptBits < 32 - shift) throw new Error('more partitions than buckets');
  for (let t = 0; t < txCount; t++) {
    const number = first + t;
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
      const partition = partitionOf(spentKeys, 16 * i);
      const row = records.begin(partition);
      const distance = records.distance(partition, number);
      const tag = outpointTag(prevKeys, 16 * i, prevVoutAt(bytes, columns.inputAt[i]!));
      writeScriptRecord(row, spentKeys, 16 * i, distance, spendInfo, columns.spentValue[i]!, tag);
    }
    for (let o = firstOutput[t]!; o < firstOutput[t + 1]!; o++) {
      if (isUnspendable(bytes, columns.outputScriptAt[o]!, columns.outputScriptEnd[o]!)) continue;
      const partition = partitionOf(outputKeys, 16 * o);
      const vout = o - firstOutput[t]!;
      const row = records.begin(partition);
      const distance = records.distance(partition, number);
      const tag = outpointTag(txidKeys, 16 * t, vout);
      writeScriptRecord(row, outputKeys, 16 * o, distance, 2 * vout, columns.outputValue[o]!, tag);
    }
  }
}

function addTxidRecords(columns: KeyedColumns, first: number, records: PartitionedRecords): void {
  const { txCount, firstInput, bytes, txidKeys, prevKeys } = columns;
  const shift = 32 - Math.log2(records.parts.length);
  const partitionOf = (keys: Uint8Array, at: number) => (shift === 32 ? 0 : leadingBits(keys, at) >>> shift);
  for (let t = 0; t < txCount; t++) {
    const number = first + t;
    for (let i = firstInput[t]!; i < firstInput[t + 1]!; i++) {
      const partition = partitionOf(prevKeys, 16 * i);
      const row = records.begin(partition);
      const info = prevVoutAt(bytes, columns.inputAt[i]!) + 1;
      writeTxidRecord(row, prevKeys, 16 * i, info, records.distance(partition, number), i - firstInput[t]!);
    }
    const partition = partitionOf(txidKeys, 16 * t);
    const row = records.begin(partition);
    writeTxidRecord(row, txidKeys, 16 * t, 0, records.distance(partition, number), 0);
  }
}

const leadingBits = (keys: Uint8Array, at: number): number =>
  ((keys[at]! << 24) | (keys[at + 1]! << 16) | (keys[at + 2]! << 8) | keys[at + 3]!) >>> 0;

const tagRange = 2 ** 48;

/** Returns 48 bits of a transaction's key, shifted by the output index. */
function outpointTag(keys: Uint8Array, at: number, vout: number): number {
  let tag = 0;
  for (let i = 8; i < 8 + outpointTagBytes; i++) tag = tag * 256 + keys[at + i]!;
  return (tag + vout * 0x9e3779b1) % tagRange;
}
