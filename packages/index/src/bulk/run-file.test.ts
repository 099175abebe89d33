import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countRecords, PartitionedRecords, readRuns, writeRunFile } from './run-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'glassblock-run-file-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = [
  '0000000000000040', // records of partition 0, f64 LE: 2
  '0000000000004840', // offset of their beginning, f64 LE: 48
  '0000000000804940', // offset of their end, f64 LE: 51
  '000000000000f03f', // records of partition 1: 1
  '0000000000804940', // beginning: 51
  '0000000000804a40', // end: 53
  'a1a2a3', // records of partition 0
  'b1b2', // records of partition 1
].join('');

it('encodes a run file', () => {
  const records = new PartitionedRecords(2);
  records.begin(0).u8(0xa1);
  records.begin(0).u8(0xa2).u8(0xa3);
  records.begin(1).u8(0xb1).u8(0xb2);
  writeRunFile(join(directory, 'runs'), records);
  expect(toHex(readFileSync(join(directory, 'runs')))).toBe(file);
});

it('decodes a run file', () => {
  const paths = [join(directory, 'runs')];
  writeFileSync(paths[0]!, fromHex(file));
  expect([0, 1].map((partition) => countRecords(paths, partition))).toEqual([2, 1]);
  const bytes = [0, 1].map((partition) => [...readRuns(paths, partition)].map((run) => toHex(run.bytes)));
  expect(bytes).toEqual([['a1a2a3'], ['b1b2']]);
});
