/**
 * A year of mempool samples, one per minute: milliseconds of each window's list.
 *
 *     node bench/samples.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feeBands, openSamples, sampleWindows } from '@glassblock/mempool';
import { calibrate, median } from './calibrate.ts';

const directory = await mkdtemp(join(tmpdir(), 'glassblock-bench-'));
const samples = await openSamples(directory);
const minutes = 365 * 1_440;
const now = 1_700_000_000;
let began = performance.now();
for (let minute = 0; minute < minutes; minute++) {
  await samples.add({
    added: now - 60 * (minutes - minute),
    count: minute % 9_000,
    vBytesPerSecond: minute % 3_000,
    weight: 4_000 * (minute % 9_000),
    totalFee: minute,
    minFee: 1,
    vsizes: feeBands.map((band) => (band + minute) % 50_000),
  });
}
console.log(JSON.stringify({ rows: minutes, writtenInSeconds: Math.round((performance.now() - began) / 1000) }));
const times: Record<string, string> = {};
for (const window of sampleWindows) {
  const runs: number[] = [];
  for (let run = 0; run < 5; run++) {
    began = performance.now();
    const rows = await samples.list(window, now);
    runs.push(performance.now() - began);
    times[window] = `${rows.length} rows, ${median(runs).toFixed(1)} ms`;
  }
}
console.log(JSON.stringify({ ...times, calibration: Math.round(calibrate()) }));
await rm(directory, { recursive: true });
