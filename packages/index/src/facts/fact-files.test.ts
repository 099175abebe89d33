import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, type Height, readHeader, toHex, type Weight } from '@glassblock/primitives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BlockRow } from '../rows/block/block-row.ts';
import { openFactFiles } from './fact-files.ts';
import { factBytes, factSegmentOn, putFacts } from './fact-segment.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'glassblock-fact-files-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Two blocks; the second one is empty. */
const columns = [
  '000000000000f03f' + '0000000000000000', // total fees, f64 LE: 1
  '0000000000000040' + '0000000000000000', // reward, f64 LE: 2
  '0000000000000840' + '0000000000000000', // total of outputs, f64 LE: 3
  '41424344' + '00000000', // time, u32 LE
  'd8c3b2a5' + '00000000', // median time, u32 LE
  '51525354' + '00000000', // bits, u32 LE
  'd5c3b2a2' + '00000000', // size, u32 LE
  'd6c3b2a3' + '00000000', // weight, u32 LE
  '01020304' + '00000000', // outputs, u32 LE
  '11121314' + '00000000', // size of transactions, u32 LE
  '21222324' + '00000000', // weight of transactions, u32 LE
  '31323334' + '00000000', // segwit size, u32 LE
  '61626364' + '00000000', // segwit weight, u32 LE
  '0000003f' + '00000000', // median fee rate, f32 LE: 0.5
  '0000803f' + '00000040' + '00004040' + '00008040', // fee rates, f32 LE: 1, 2, 3, 4
  '0000a040' + '0000c040' + '0000e040', // 5, 6, 7
  '00000000'.repeat(7), // of the second block
  'd7c3' + '0000', // transactions, u16 LE
  'f1f2' + '0000', // inputs, u16 LE
  'e1e2' + '0000', // segwit transactions, u16 LE
  'c1c2' + '0000', // mining pool, u16 LE
].join('');
const row: BlockRow = {
  height: 7 as Height,
  header: readHeader(fromHex(`f4f3f2f1${'11'.repeat(64)}414243445152535464636261`)),
  size: 0xa2b2c3d5,
  weight: 0xa3b2c3d6 as Weight,
  txCount: 0xc3d7,
  medianTime: 0xa5b2c3d8,
  figures: {
    totalFees: 1,
    reward: 2,
    medianFee: 0.5,
    feeRange: [1, 2, 3, 4, 5, 6, 7],
    feePercentiles: [10, 11, 12, 13, 14, 15, 16],
    inputs: 0xf2f1,
    outputs: 0x04030201,
    totalOut: 3,
    txSize: 0x14131211,
    txWeight: 0x24232221,
    segwitTxs: 0xe2e1,
    segwitSize: 0x34333231,
    segwitWeight: 0x64636261,
    coinbaseScript: new Uint8Array(0),
    payoutScripts: [],
  },
};
const file = [
  '4742464143545331', // magic, 8 bytes: GBFACTS1
  '02000000', // blocks, u32 LE
  '04030201', // number of the segment, u32 LE
  'b1'.repeat(32), // hash of the last block, 32 bytes in internal order
  'a1a2a3a4a5a6a7a8', // name of the rules of mining pools, 8 bytes
  '07a465b4', // CRC-32 of the above and the columns, u32 LE
  '00000000', // zeros
  columns,
].join('');

it('encodes the facts of blocks', () => {
  const buffer = new ArrayBuffer(2 * factBytes);
  putFacts(factSegmentOn(buffer, 2), 0, row, 0xc2c1);
  expect(toHex(new Uint8Array(buffer))).toBe(columns);
});

it('decodes the facts of blocks', () => {
  const segment = factSegmentOn(fromHex(columns).buffer as ArrayBuffer, 2);
  expect(Object.fromEntries(Object.entries(segment).map(([name, values]) => [name, [...values]]))).toEqual({
    totalFees: [1, 0],
    reward: [2, 0],
    totalOut: [3, 0],
    time: [0x44434241, 0],
    medianTime: [0xa5b2c3d8, 0],
    bits: [0x54535251, 0],
    size: [0xa2b2c3d5, 0],
    weight: [0xa3b2c3d6, 0],
    outputs: [0x04030201, 0],
    txSize: [0x14131211, 0],
    txWeight: [0x24232221, 0],
    segwitSize: [0x34333231, 0],
    segwitWeight: [0x64636261, 0],
    medianRate: [0.5, 0],
    rates: [1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0],
    txCount: [0xc3d7, 0],
    inputs: [0xf2f1, 0],
    segwitTxs: [0xe2e1, 0],
    miningPool: [0xc2c1, 0],
  });
});

it('encodes a file of block facts', async () => {
  const buffer = fromHex(columns).buffer as ArrayBuffer;
  const lastHash = fromHex('b1'.repeat(32));
  // the number is in the file's name too
  await openFactFiles(directory, 2).save({ number: 0x01020304, buffer, lastHash, rules: 'a1a2a3a4a5a6a7a8' });
  expect(toHex(readFileSync(join(directory, 'facts-16909060.bin')))).toBe(file);
});

it('decodes a file of block facts', async () => {
  writeFileSync(join(directory, 'facts-16909060.bin'), fromHex(file));
  const segment = await openFactFiles(directory, 2).load(0x01020304);
  expect(segment).toEqual({
    number: 0x01020304,
    buffer: fromHex(columns).buffer,
    lastHash: fromHex('b1'.repeat(32)),
    rules: 'a1a2a3a4a5a6a7a8',
  });
  for (let at = 0; at < file.length / 2; at++) {
    const damaged = fromHex(file);
    damaged[at]! ^= 0x10;
    writeFileSync(join(directory, 'facts-16909060.bin'), damaged);
    expect(await openFactFiles(directory, 2).load(0x01020304), `byte ${at}`).toBeUndefined();
  }
});
