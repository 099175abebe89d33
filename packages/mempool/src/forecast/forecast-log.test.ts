import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedBlock } from './entry-rate.ts';
import { forecastTargets } from './forecast.ts';
import { decodeBlock, decodeForecast, encodeBlock, encodeForecast, type StoredForecast } from './forecast-bytes.ts';
import { type ForecastLog, openForecastLog } from './forecast-log.ts';
import { openRecordFile, type RecordFile } from './record-file.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-forecasts-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const now = 1_700_000_000;
const forecastAt = (height: number, rate = 10): StoredForecast => ({
  time: now,
  height,
  minFeeRate: 0.1,
  rates: forecastTargets.map((_, i) => [rate - i / 1_000, rate, 2 * rate]),
});
const blockAt = (height: number, entry: number, branch = 0) => ({
  height,
  time: now,
  id: new Uint8Array(8).fill(16 * branch + (height % 16)),
  entry,
});
/** Scored and right at 50 %, for the next block and for two. */
const countsOf = async (log: ForecastLog) => {
  const { scores } = (await log.calibration(now)).find(({ name }) => name === '24h')!;
  return [scores[0]![0]!, scores[1]![0]!].map(({ scored, right }) => [scored, right]);
};

describe('rows of forecasts and blocks', () => {
  it('encode to these bytes, and back', () => {
    const forecast = forecastAt(0x01020304, 1.5);
    const bytes = encodeForecast(forecast);
    expect(bytes).toHaveLength(108);
    expect(toHex(bytes.subarray(0, 36))).toBe(
      '00f15365' + '04030201' + '64000000' + 'dc050000dc050000b80b0000' + 'db050000dc050000b80b0000',
    );
    expect(decodeForecast(bytes)).toEqual(forecast);
    const block = { ...blockAt(0x0a0b0c0d, 7.125), id: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
    expect(toHex(encodeBlock(block))).toBe('0d0c0b0a' + '00f15365' + '0102030405060708' + 'd51b0000');
    expect(decodeBlock(encodeBlock(block))).toEqual(block);
    expect(decodeBlock(encodeBlock(blockAt(5, closedBlock)))).toEqual(blockAt(5, closedBlock));
  });
});

describe('forecast log', () => {
  it('scores forecasts of an earlier run with later blocks', async () => {
    const first = await openForecastLog(directory);
    await first.addBlock(blockAt(100, 9));
    await first.addForecast(forecastAt(100));
    await first.addBlock(blockAt(101, 12));
    expect(await countsOf(first)).toEqual([
      [1, 0],
      [0, 0],
    ]);
    const second = await openForecastLog(directory);
    expect(second.newestBlock()).toEqual(blockAt(101, 12));
    await second.addBlock(blockAt(102, 5));
    const counts = [
      [1, 0],
      [1, 1],
    ];
    expect(await countsOf(second)).toEqual(counts);
    expect(await countsOf(await openForecastLog(directory))).toEqual(counts);
  });

  //        100  101  102        then 101' and 102' instead
  it('scores by the best chain after a reorg, also after a restart', async () => {
    const log = await openForecastLog(directory);
    for (const block of [blockAt(100, 9), blockAt(101, 5), blockAt(102, 5)]) await log.addBlock(block);
    await log.addForecast(forecastAt(100));
    expect(await countsOf(log)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    await log.addBlock(blockAt(101, 20, 1));
    expect(log.blockAt(102)).toBeUndefined();
    expect(await countsOf(log)).toEqual([
      [1, 0],
      [0, 0],
    ]);
    await log.addBlock(blockAt(102, 30, 1));
    for (const one of [log, await openForecastLog(directory)]) {
      expect(one.blockAt(101)).toEqual(blockAt(101, 20, 1));
      expect(await countsOf(one)).toEqual([
        [1, 0],
        [1, 0],
      ]);
    }
  });

  it('returns the same result in memory', async () => {
    const log = await openForecastLog(undefined);
    await log.addForecast(forecastAt(100));
    await log.addBlock(blockAt(101, 3));
    await log.addBlock(blockAt(103, 3));
    expect(log.blockAt(102)).toBeUndefined();
    expect(await countsOf(log)).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});

describe('record file', () => {
  const rowOf = (value: number) => Uint8Array.of(value >> 8, value & 255, 7, 7);
  const valuesOf = async (file: RecordFile) => {
    const values: number[] = [];
    for await (const piece of file.pieces()) for (const row of piece) values.push((row[0]! << 8) | row[1]!);
    return values;
  };
  const open = () => openRecordFile(join(directory, 'rows'), { width: 4, max: 1_200 });

  it('truncates a half-written row of any length', async () => {
    const path = join(directory, 'rows');
    for (let cut = 1; cut < 8; cut++) {
      await rm(path, { force: true });
      const file = await open();
      for (const value of [1, 2, 3]) await file.append(rowOf(value));
      await truncate(path, (await stat(path)).size - cut);
      const again = await open();
      expect(await valuesOf(again)).toEqual([1, 2]);
      await again.append(rowOf(4));
      expect(await valuesOf(again)).toEqual([1, 2, 4]);
      expect((await stat(path)).size).toBe(24);
    }
  });

  it('skips damaged rows and a foreign tail', async () => {
    const path = join(directory, 'rows');
    const file = await open();
    for (const value of [1, 2, 3]) await file.append(rowOf(value));
    const bytes = await readFile(path);
    bytes[9]! ^= 1;
    await writeFile(path, bytes);
    await appendFile(path, new Uint8Array(11));
    expect(await valuesOf(file)).toEqual([1, 3]);
  });

  it('keeps the newest rows above the limit, on disk and in memory', async () => {
    const all = Array.from({ length: 1_501 }, (_, i) => i);
    for (const path of [join(directory, 'rows'), undefined]) {
      const file = await openRecordFile(path, { width: 4, max: 1_200 });
      for (const value of all.slice(0, -1)) await file.append(rowOf(value));
      expect(await valuesOf(file)).toEqual(all.slice(0, -1));
      await file.append(rowOf(1_500));
      expect(await valuesOf(file)).toEqual(all.slice(-1_200));
    }
  });

  it('is complete when the process died while old rows were dropped', async () => {
    const file = await open();
    await file.append(rowOf(1));
    // the new file was half written and had not replaced the old one
    await writeFile(join(directory, 'rows.new'), new Uint8Array(3));
    expect(await valuesOf(await open())).toEqual([1]);
  });
});
