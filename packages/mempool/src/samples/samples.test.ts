import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom, toHex } from '@glassblock/primitives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeSamples, encodeSample, feeBands, type MempoolSample, sampleBytes } from './sample-bytes.ts';
import { openSamples, type SampleWindow, sampleWindows } from './samples.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-samples-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const sampleAt = (added: number, count = 10): MempoolSample => ({
  added,
  count,
  vBytesPerSecond: 2 * count,
  weight: 4_000 * count,
  totalFee: 1_000 * count,
  minFee: 0.5,
  vsizes: feeBands.map((_, i) => count * i),
});
const start = 1_700_000_000 - (1_700_000_000 % 86_400);

describe('encoding of a sample', () => {
  it('encodes to these bytes, and back', () => {
    const bytes = encodeSample(sampleAt(0x01020304, 1));
    expect(bytes).toHaveLength(196);
    expect(toHex(bytes.subarray(0, 48))).toBe(
      '040302010100000002000000' +
        '000000000040af40' +
        '0000000000408f40' +
        '000000000000e03f' +
        '000000000100000002000000',
    );
    expect(decodeSamples(bytes)).toEqual([sampleAt(0x01020304, 1)]);
    for (let at = 0; at < sampleBytes; at++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 0x40;
      expect(decodeSamples(damaged)).toEqual([]);
    }
  });
});

describe('samples over time', () => {
  it('have the same files when they are added one by one and together', async () => {
    const list = Array.from({ length: 800 }, (_, minute) => sampleAt(start + 55 * minute, minute % 97));
    // dropped: less than half a minute after the one before
    list.splice(300, 0, sampleAt(list[299]!.added + 20));
    const [single, together] = [join(directory, 'single'), join(directory, 'together')];
    const samples = await openSamples(single);
    for (const sample of list) await samples.add(sample);
    const others = await openSamples(together);
    await others.addAll(list.slice(0, 350));
    await others.addAll([]);
    await others.addAll(list.slice(350));
    const files = await readdir(single);
    expect(await readdir(together)).toEqual(files);
    for (const file of files) {
      expect(await readFile(join(together, file))).toEqual(await readFile(join(single, file)));
    }
    expect(await others.list('24h', list.at(-1)!.added)).toHaveLength(800);
    expect(await others.list('1w', list.at(-1)!.added)).toEqual(await samples.list('1w', list.at(-1)!.added));
  });

  it('are listed individually for a day, and as averages beyond', async () => {
    const samples = await openSamples(directory);
    const random = seededRandom(4);
    const all: MempoolSample[] = [];
    for (let minute = 0; minute < 3 * 1_440; minute++) {
      // an outage of five hours
      if (minute > 2_000 && minute < 2_300) continue;
      const sample = sampleAt(start + 60 * minute, Math.floor(random() * 1_000));
      all.push(sample);
      expect(await samples.add(sample)).toBe(true);
    }
    const now = all.at(-1)!.added;
    const newest = (from: number) => all.filter(({ added }) => added >= from).reverse();
    expect(await samples.list('2h', now)).toEqual(newest(now - 7_200));
    expect(await samples.list('24h', now)).toEqual(newest(now - 86_400));
    const spans: [SampleWindow, number][] = [
      ['1w', 300],
      ['1m', 1_800],
      ['3m', 7_200],
      ['6m', 10_800],
      ['1y', 28_800],
      ['4y', 43_200],
      ['all', 43_200],
    ];
    for (const [window, step] of spans) {
      const groups = Map.groupBy(all, ({ added }) => Math.floor(added / step) * step);
      const rows = await samples.list(window, now);
      expect(rows.map(({ added }) => added)).toEqual([...groups.keys()].reverse());
      for (const { added, count, totalFee, vsizes } of rows) {
        const group = groups.get(added)!;
        const mean = group.reduce((sum, one) => sum + one.count, 0) / group.length;
        // stored rows are integers
        expect(Math.abs(count - mean)).toBeLessThanOrEqual(0.5);
        expect(totalFee).toBeCloseTo(1_000 * mean, 3);
        expect(Math.abs(vsizes[3]! - 3 * mean)).toBeLessThanOrEqual(0.5);
      }
    }
  });

  it('continue after a restart at any moment as without it', async () => {
    const whole = await openSamples(undefined);
    let cut = await openSamples(directory);
    const random = seededRandom(9);
    let now = start;
    for (let i = 0; i < 1_500; i++) {
      now += 60 + Math.floor(random() * 30);
      const sample = sampleAt(now, Math.floor(random() * 50));
      await whole.add(sample);
      await cut.add(sample);
      if (random() < 0.02) cut = await openSamples(directory);
    }
    for (const window of sampleWindows) {
      const rounded = (rows: MempoolSample[]) => rows.map((row) => decodeSamples(encodeSample(row))[0]);
      expect(rounded(await cut.list(window, now))).toEqual(rounded(await whole.list(window, now)));
    }
  });

  it('continue after the clock was ahead, without the samples of that time', async () => {
    const samples = await openSamples(directory);
    for (const added of [start, start + 60, start + 400 * 86_400])
      expect(await samples.add(sampleAt(added))).toBe(true);
    expect(await samples.add(sampleAt(start + 120))).toBe(true);
    const times = (await samples.list('2h', start + 130)).map(({ added }) => added);
    expect(times).toEqual([start + 120, start + 60, start]);
  });

  it('are dropped when too close, also after a restart', async () => {
    const samples = await openSamples(directory);
    expect(await samples.add(sampleAt(start))).toBe(true);
    expect(await samples.add(sampleAt(start + 29))).toBe(false);
    expect(await samples.add(sampleAt(start - 60))).toBe(false);
    const again = await openSamples(directory);
    expect(await again.add(sampleAt(start + 29))).toBe(false);
    expect(await again.add(sampleAt(start + 30))).toBe(true);
    expect((await again.list('2h', start + 60)).map(({ added }) => added)).toEqual([start + 30, start]);
  });

  it('survive a truncated and a damaged row', async () => {
    const path = join(directory, 'minutes.samples');
    const samples = await openSamples(directory);
    for (let i = 0; i < 5; i++) await samples.add(sampleAt(start + 60 * i));
    await truncate(path, (await stat(path)).size - 7);
    const losses = new Set<string>();
    const again = await openSamples(directory, (loss) => losses.add(loss));
    const times = async () => (await again.list('2h', start + 600)).map(({ added }) => (added - start) / 60);
    expect(await times()).toEqual([3, 2, 1, 0]);
    await appendFile(path, new Uint8Array(9));
    await again.add(sampleAt(start + 600));
    expect(await times()).toEqual([10, 3, 2, 1, 0]);
    const bytes = await readFile(path);
    bytes[sampleBytes + 20]! ^= 1;
    await writeFile(path, bytes);
    expect(await times()).toEqual([10, 3, 2, 0]);
    expect([...losses]).toEqual([
      'an incomplete row at the end of minutes.samples is removed',
      'damaged rows of minutes.samples are skipped',
    ]);
  });
});
