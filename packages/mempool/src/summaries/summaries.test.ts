import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSummaries } from './summaries.ts';
import type { MempoolSummary } from './summary-bytes.ts';

/** 21 November 2026, 23:58 UTC. */
const start = Date.UTC(2026, 10, 21, 23, 58) / 1000;

const summaryAt = (time: number): MempoolSummary => ({
  time,
  height: 900_000 + (time - start) / 60,
  info: {
    loaded: true,
    size: time - start,
    bytes: 1,
    usage: 2,
    total_fee: 0.12345678,
    maxmempool: 300_000_000,
    mempoolminfee: 0.00001,
    minrelaytxfee: 0.00001,
  },
  blocks: [{ blockSize: 1, blockVSize: 999_999.75, nTx: 3, totalFees: 4, medianFee: 5.25, feeRange: [1, 2.5, 1 / 3] }],
  vBytesPerSecond: 1_667,
  vsizes: [0, 10, 20],
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-summaries-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const fileOf = (date: string) => join(directory, `${date}.summaries`);

describe.each(['in files', 'in memory'])('summaries %s', (place) => {
  const open = () => openSummaries({ directory: place === 'in files' ? directory : undefined });

  it('are found by a time at most ten minutes after theirs, across midnight too', async () => {
    const summaries = await open();
    for (const minute of [0, 1, 2, 3]) await summaries.add(summaryAt(start + 60 * minute));
    const found = async (seconds: number) => (await summaries.at(start + seconds))?.time;
    expect(await summaries.at(start)).toEqual(summaryAt(start));
    expect(await found(-1)).toBeUndefined();
    expect(await found(59)).toBe(start);
    expect(await found(119)).toBe(start + 60);
    expect(await found(120)).toBe(start + 120);
    expect(await found(180 + 600)).toBe(start + 180);
    expect(await found(180 + 601)).toBeUndefined();
    expect(await summaries.oldest()).toBe(start);
  });

  it('are stored once per time, never out of order', async () => {
    const summaries = await open();
    await summaries.add(summaryAt(start));
    await summaries.add({ ...summaryAt(start), height: 1 });
    await summaries.add(summaryAt(start - 60));
    expect((await summaries.at(start))?.height).toBe(900_000);
    expect(await summaries.at(start - 1)).toBeUndefined();
  });

  it('return undefined while empty', async () => {
    const summaries = await open();
    expect(await summaries.at(start)).toBeUndefined();
    expect(await summaries.oldest()).toBeUndefined();
  });
});

describe('summary files', () => {
  it('continue after a restart, wherever the last write was torn', async () => {
    const first = await openSummaries({ directory });
    for (const minute of [-3, -2, -1]) await first.add(summaryAt(start + 60 * minute));
    const whole = await readFile(fileOf('2026-11-21'));
    for (let length = whole.length - 1; length > 0; length = Math.floor(length * 0.8)) {
      await writeFile(fileOf('2026-11-21'), whole.subarray(0, length));
      const again = await openSummaries({ directory });
      const last = (await again.at(start - 1))?.time;
      await again.add(summaryAt(start));
      expect((await again.at(start))?.time).toBe(start);
      expect((await (await openSummaries({ directory })).at(start - 1))?.time).toBe(last);
    }
  });

  it('skip a damaged row and the rows after it', async () => {
    const summaries = await openSummaries({ directory });
    for (const minute of [-3, -2, -1]) await summaries.add(summaryAt(start + 60 * minute));
    const bytes = await readFile(fileOf('2026-11-21'));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(fileOf('2026-11-21'), bytes);
    expect((await summaries.at(start - 1))?.time).toBe(start - 120);
    const losses: string[] = [];
    await openSummaries({ directory, onDamaged: (loss) => losses.push(loss) });
    expect(losses).toEqual(['summaries of 2026-11-21 are incomplete']);
    bytes.writeUInt32LE(0xffffffff, 4);
    await writeFile(fileOf('2026-11-21'), bytes);
    expect(await summaries.at(start - 1)).toBeUndefined();
  });

  it('survive a clock that was 400 days ahead', async () => {
    const summaries = await openSummaries({ directory, retentionDays: 3 });
    for (const day of [0, 1, 2]) await summaries.add(summaryAt(start + 86_400 * day));
    await summaries.add(summaryAt(start + 86_400 * 402));
    expect((await readdir(directory)).length).toBe(3);
    const later = await openSummaries({ directory, retentionDays: 3 });
    await later.add(summaryAt(start + 86_400 * 2 + 60));
    expect(await later.at(start + 86_400 * 2 + 90)).toEqual(summaryAt(start + 86_400 * 2 + 60));
  });

  it('expire after the configured days; foreign files stay', async () => {
    await writeFile(join(directory, 'notes.txt'), 'mine');
    const summaries = await openSummaries({ directory, retentionDays: 2 });
    for (const day of [0, 1, 2, 3]) await summaries.add(summaryAt(start + 86_400 * day));
    expect((await readdir(directory)).sort()).toEqual(['2026-11-23.summaries', '2026-11-24.summaries', 'notes.txt']);
    await truncate(fileOf('2026-11-23'), 0);
    expect(await summaries.at(start + 86_400 * 2)).toBeUndefined();
    expect(await summaries.at(start + 86_400 * 3)).toEqual(summaryAt(start + 86_400 * 3));
  });
});
