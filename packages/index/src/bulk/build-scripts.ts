import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RowBytes } from '@glassblock/primitives/records';
import { rowKey } from '@glassblock/store';
import type { BucketKey } from '../prefixer.ts';
import { chunkKey, unspentKey } from '../rows/row-keys.ts';
import { type EntryInput, TailBuilder } from '../rows/script/script-bucket.ts';
import { encodeUnspent } from '../rows/script/unspent-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { BulkTaskRunnerOptions } from './bulk-task-runner-options.ts';
import { ScriptRecordReader, spendInfo } from './records.ts';
import { RowLoader } from './row-loader.ts';
import { countRecords, readRuns, writeWhole } from './run-file.ts';
import { scriptRuns } from './scan-unit.ts';
import { sortRecords } from './sort-records.ts';

/** One key range of the script tables. */
export interface ScriptsTask {
  kind: 'scripts';
  partition: number;
  partitions: number;
  /** Number of the first transaction of each unit. */
  unitFirsts: number[];
}

/** Returns the path of the file that marks a finished partition. */
export const scriptsDone = (directory: string, partition: number) => join(directory, `scripts-done-${partition}`);

/** Records of a partition as columns. */
interface ScriptRecords {
  count: number;
  /** Bucket without the partition's own bits, then 32 bits of the rest. */
  key: Float64Array;
  /** Last eight bits of the rest. */
  second: Uint16Array;
  /** Number, value, twice the output index (1 for a spend) and tag, interleaved because they are read together. */
  fields: Float64Array;
}

const fieldsEach = 4;

/** The records of one script, in chain order; the arrays are reused. */
interface ScriptGroup {
  count: number;
  number: Float64Array;
  value: Float64Array;
  info: Float64Array;
  tag: Float64Array;
}

/** Sorts the records of a key range and writes its buckets, chunks and unspent outputs. */
export async function buildScripts(task: ScriptsTask, options: BulkTaskRunnerOptions): Promise<void> {
  const { store, prefixer, directory } = options;
  const { scriptBits } = prefixer.identity;
  const ownBits = scriptBits - Math.log2(task.partitions);
  const records = readRecords(task, directory, scriptBits, ownBits);
  const sorted = sortRecords(records.count, records.key, records.second, 32 + ownBits);
  const buckets = new RowLoader(store);
  const chunks = new RowLoader(store);
  const unspent = new RowLoader(store);
  const writer = new BucketWriter(buckets, chunks);
  const base = task.partition * 2 ** ownBits;
  let group = groupOf(64);
  for (let from = 0; from < records.count; ) {
    const key = sorted.key[from]!;
    const second = sorted.second[from]!;
    let to = from + 1;
    while (to < records.count && sorted.key[to] === key && sorted.second[to] === second) to++;
    if (to - from > group.number.length) group = groupOf(2 * (to - from));
    gather(records.fields, sorted.order, from, to, group);
    const script = { bucket: base + Math.floor(key / 2 ** 32), rest: (key % 2 ** 32) * 256 + second };
    writer.add(script, group);
    addUnspent(script, group, unspent);
    if (buckets.isFull) await buckets.flush({ durable: false });
    if (chunks.isFull) await chunks.flush({ durable: false });
    if (unspent.isFull) await unspent.flush({ durable: false });
    from = to;
  }
  writer.finish();
  await buckets.flush({ durable: false });
  await chunks.flush({ durable: false });
  await unspent.flush({ durable: true });
  writeWhole(scriptsDone(directory, task.partition), new Uint8Array(0));
}

/** Returns whether a partition is finished. */
export const isScriptsDone = (directory: string, partition: number) => existsSync(scriptsDone(directory, partition));

function readRecords(task: ScriptsTask, directory: string, scriptBits: number, ownBits: number): ScriptRecords {
  const paths = task.unitFirsts.map((_, unit) => scriptRuns(directory, unit));
  const count = countRecords(paths, task.partition);
  const records: ScriptRecords = {
    count,
    key: new Float64Array(count),
    second: new Uint16Array(count),
    fields: new Float64Array(fieldsEach * count),
  };
  const mask = 2 ** ownBits;
  const unit = 2 ** (32 - scriptBits);
  let at = 0;
  for (const { bytes, index } of readRuns(paths, task.partition)) {
    const record = new ScriptRecordReader(bytes);
    let number = task.unitFirsts[index]!;
    while (record.next()) {
      const bucket = Math.floor(record.bucketBits / unit) % mask;
      records.key[at] = bucket * 2 ** 32 + record.restHigh;
      records.second[at] = record.restLow;
      number += record.distance;
      const { fields } = records;
      const place = fieldsEach * at++;
      fields[place] = number;
      fields[place + 1] = record.value;
      fields[place + 2] = record.info;
      fields[place + 3] = record.tag;
    }
  }
  return records;
}

/** Writes scripts in key order. */
class BucketWriter {
  private readonly buckets: RowLoader;
  private readonly chunks: RowLoader;
  private readonly builder = new TailBuilder();
  private readonly row = new RowBytes();
  private readonly entry: EntryInput = {
    number: 0,
    fundedCount: 0,
    fundedSum: 0,
    spentCount: 0,
    spentSum: 0,
    spentVout: 0,
  };
  private bucket = -1;

  constructor(buckets: RowLoader, chunks: RowLoader) {
    this.buckets = buckets;
    this.chunks = chunks;
  }

  add(script: BucketKey, { count, number, value, info }: ScriptGroup): void {
    if (script.bucket !== this.bucket) {
      this.finish();
      this.bucket = script.bucket;
    }
    const { builder, entry } = this;
    builder.start();
    // the first record of a pair is the output
    entry.spentVout = info[0]! / 2;
    for (let i = 0; i < count; ) {
      entry.number = number[i]!;
      entry.fundedCount = entry.fundedSum = entry.spentCount = entry.spentSum = 0;
      for (; i < count && number[i] === entry.number; i++) {
        if (info[i] === spendInfo) {
          entry.spentCount++;
          entry.spentSum += value[i]!;
        } else {
          entry.fundedCount++;
          entry.fundedSum += value[i]!;
        }
      }
      const chunk = builder.append(entry);
      if (chunk === undefined) continue;
      this.chunks.add(tables.chunks, chunkKey(script, chunk.firstNumber), chunk.value);
    }
    builder.writeTo(this.row, script.rest);
  }

  finish(): void {
    if (this.row.length > 0) {
      const key = rowKey(tables.scripts, u32Bytes(this.bucket));
      this.buckets.add(tables.scripts, key, this.row.bytes, this.row.length);
    }
    this.row.clear();
  }
}

const groupOf = (size: number): ScriptGroup => ({
  count: 0,
  number: new Float64Array(size),
  value: new Float64Array(size),
  info: new Float64Array(size),
  tag: new Float64Array(size),
});

function gather(fields: Float64Array, order: Uint32Array, from: number, to: number, group: ScriptGroup): void {
  group.count = to - from;
  for (let i = 0; i < group.count; i++) {
    const place = fieldsEach * order[from + i]!;
    group.number[i] = fields[place]!;
    group.value[i] = fields[place + 1]!;
    group.info[i] = fields[place + 2]!;
    group.tag[i] = fields[place + 3]!;
  }
}

/** Above this number of records, spends are looked up in a table of their tags. */
const maxScannedRecords = 24;

/** Adds outputs of a script that none of its spends refers to, newest first as in the rows. */
function addUnspent(script: BucketKey, { count, number, value, info, tag }: ScriptGroup, rows: RowLoader): void {
  let spends: Set<number> | undefined;
  if (count > maxScannedRecords) {
    spends = new Set();
    for (let i = 0; i < count; i++) if (info[i] === spendInfo) spends.add(tag[i]!);
  }
  for (let i = count - 1; i >= 0; i--) {
    if (info[i] === spendInfo) continue;
    if (spends?.has(tag[i]!) ?? isSpent(i)) continue;
    const key = unspentKey(script, number[i]!, info[i]! / 2);
    rows.add(tables.unspent, key, encodeUnspent(value[i]!));
  }

  function isSpent(output: number): boolean {
    for (let i = output + 1; i < count; i++) if (info[i] === spendInfo && tag[i] === tag[output]) return true;
    return false;
  }
}
