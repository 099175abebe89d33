import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError } from '@glassblock/primitives';
import { rowKey } from '@glassblock/store';
import { compareTxids, encodeTxidBucket, type TxidEntry } from '../rows/block/txids-row.ts';
import { SpendGroupWriter, spendGroup } from '../rows/script/spends-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { BulkTaskRunnerOptions } from './bulk-task-runner-options.ts';
import { SpendRecordReader, TxidRecordReader, writeSpendRecord } from './records.ts';
import { RowLoader } from './row-loader.ts';
import { countRecords, PartitionedRecords, readRuns, writeRunFile, writeWhole } from './run-file.ts';
import { txidRuns } from './scan-unit.ts';
import { sortRecords } from './sort-records.ts';

/** One key range of txids: their rows, and the numbers of the transactions that inputs refer to. */
export interface TxidsTask {
  kind: 'txids';
  partition: number;
  partitions: number;
  unitFirsts: number[];
  rangeSize: number;
  ranges: number;
}

/** One range of transaction numbers of the spends table. */
export interface SpendsTask {
  kind: 'spends';
  range: number;
  rangeSize: number;
  /** Number of input files. */
  partitions: number;
}

/** Returns the path of a partition's file of spends. */
export const spendRuns = (directory: string, partition: number) => join(directory, `spends-${partition}`);
/** Returns whether a partition of txids is finished. */
export const isTxidsDone = (directory: string, partition: number) => existsSync(spendRuns(directory, partition));
const spendsDone = (directory: string, range: number) => join(directory, `spends-done-${range}`);
/** Returns whether a range of spends is finished. */
export const isSpendsDone = (directory: string, range: number) => existsSync(spendsDone(directory, range));

interface TxidRecords {
  count: number;
  /** 32 bits without the partition's own, then 21 bits. */
  key: Float64Array;
  /** The last 11 bits of the 64. */
  second: Uint16Array;
  /** 0: the transaction itself; otherwise the output index of an input plus one. */
  info: Uint32Array;
  number: Uint32Array;
  vin: Uint32Array;
}

/**
 * Sorts txids together with the inputs that refer to them; writes the buckets of txids, and spends by number of the
 * funding
 * transaction.
 */
export async function buildTxids(
  task: TxidsTask,
  { store, prefixer, directory }: BulkTaskRunnerOptions,
): Promise<void> {
  const { txidBits } = prefixer.identity;
  const partitionBits = Math.log2(task.partitions);
  const records = readRecords(task, directory, partitionBits);
  const { info, number, vin } = records;
  const { order, key, second } = sortRecords(records.count, records.key, records.second, 53 - partitionBits);
  const spends = new PartitionedRecords(task.ranges);
  const loader = new RowLoader(store);
  const keysOfBucket = 2 ** (53 - txidBits);
  const restUnit = 2 ** (21 - 8 * prefixer.txidWidth);
  const base = task.partition * 2 ** (txidBits - partitionBits);
  let bucket = -1;
  let entries: TxidEntry[] = [];
  const putBucket = () => {
    const value = encodeTxidBucket(entries.sort(compareTxids), prefixer.txidWidth);
    if (value !== undefined) {
      loader.add(tables.txids, rowKey(tables.txids, u32Bytes(base + bucket)), value);
    }
    entries = [];
  };
  let funding = -1;
  let fundingKey = -1;
  let fundingSecond = -1;
  for (let i = 0; i < records.count; i++) {
    const record = order[i]!;
    if (info[record] === 0) {
      funding = number[record]!;
      fundingKey = key[i]!;
      fundingSecond = second[i]!;
      const own = Math.floor(fundingKey / keysOfBucket);
      if (own !== bucket) {
        putBucket();
        bucket = own;
        if (loader.isFull) await loader.flush({ durable: false });
      }
      entries.push({ rest: Math.floor((fundingKey % 2 ** 21) / restUnit), number: funding });
      continue;
    }
    if (fundingKey !== key[i] || fundingSecond !== second[i]) {
      throw new CodedError('index.bad-block', 'a block spends a transaction that is not in the chain', {
        datum: number[record],
      });
    }
    const range = Math.floor(funding / task.rangeSize);
    const member = funding - range * task.rangeSize;
    writeSpendRecord(spends.begin(range), member, info[record]! - 1, number[record]! - funding, vin[record]!);
  }
  putBucket();
  await loader.flush({ durable: true });
  writeRunFile(spendRuns(directory, task.partition), spends);
}

function readRecords(task: TxidsTask, directory: string, partitionBits: number): TxidRecords {
  const paths = task.unitFirsts.map((_, unit) => txidRuns(directory, unit));
  const count = countRecords(paths, task.partition);
  const records: TxidRecords = {
    count,
    key: new Float64Array(count),
    second: new Uint16Array(count),
    info: new Uint32Array(count),
    number: new Uint32Array(count),
    vin: new Uint32Array(count),
  };
  const mask = 2 ** (32 - partitionBits);
  let at = 0;
  for (const { bytes, index } of readRuns(paths, task.partition)) {
    const record = new TxidRecordReader(bytes);
    let number = task.unitFirsts[index]!;
    while (record.next()) {
      records.key[at] = (record.keyHigh % mask) * 2 ** 21 + Math.floor(record.keyLow / 2 ** 11);
      records.second[at] = record.keyLow % 2 ** 11;
      records.info[at] = record.info;
      number += record.distance;
      records.number[at] = number;
      records.vin[at++] = record.vin;
    }
  }
  return records;
}

/** Sorts the spends of a range of numbers and writes their groups. */
export async function buildSpends(task: SpendsTask, { store, directory }: BulkTaskRunnerOptions): Promise<void> {
  const paths = Array.from({ length: task.partitions }, (_, i) => spendRuns(directory, i));
  const count = countRecords(paths, task.range);
  const key = new Float64Array(count);
  const spender = new Uint32Array(count);
  const vin = new Uint32Array(count);
  let at = 0;
  for (const { bytes } of readRuns(paths, task.range)) {
    const record = new SpendRecordReader(bytes);
    while (record.next()) {
      key[at] = record.member * voutRange + record.vout;
      spender[at] = task.range * task.rangeSize + record.member + record.distance;
      vin[at++] = record.vin;
    }
  }
  const keyBits = Math.max(1, Math.ceil(Math.log2(task.rangeSize)) + voutBits);
  const sorted = sortRecords(count, key, new Uint16Array(count), keyBits);
  const loader = new RowLoader(store);
  const writer = new SpendGroupWriter();
  let group = -1;
  const put = () => {
    if (group >= 0) loader.add(tables.spends, rowKey(tables.spends, u32Bytes(group)), writer.finish());
    writer.start();
  };
  for (let i = 0; i < count; i++) {
    const record = sorted.order[i]!;
    const funding = task.range * task.rangeSize + Math.floor(sorted.key[i]! / voutRange);
    const own = Math.floor(funding / spendGroup);
    if (own !== group) {
      put();
      group = own;
      if (loader.isFull) await loader.flush({ durable: false });
    }
    writer.add(funding, sorted.key[i]! % voutRange, spender[record]!, vin[record]!);
  }
  put();
  await loader.flush({ durable: true });
  writeWhole(spendsDone(directory, task.range), new Uint8Array(0));
}

/** Output indexes fit: a block has at most four million weight units. */
const voutBits = 20;
const voutRange = 2 ** voutBits;
