import type { StatisticsRow } from '@glassblock/contract';
import { describe, expect, it } from 'vitest';
import { megaText, mempoolBands } from './mempool-bands.ts';
import { countLine, inflowLine, movingMean, outlierCap, rowAt, withRow } from './row-lines.ts';

const row = (added: number, vsizes: number[], rest: Partial<StatisticsRow> = {}): StatisticsRow => ({
  added,
  count: 10 * added,
  vbytes_per_second: added,
  min_fee: 1,
  vsizes,
  ...rest,
});

// newest first, with a gap between 120 and 600
const rows = [row(660, [5, 0, 7]), row(600, [4, 0, 0]), row(120, [3, 1, 0]), row(60, [2, 0, 0]), row(0, [1, 0, 0])];

describe('mempool bands', () => {
  it('run oldest first, up to the highest populated one, with gaps where rows are missing', () => {
    const bands = mempoolBands(rows);
    expect(bands.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(bands[0]!.points).toEqual([
      [0, 1],
      [60_000, 2],
      [120_000, 3],
      [180_000, null],
      [600_000, 4],
      [660_000, 5],
    ]);
    expect(mempoolBands(rows, 2).map(({ from }) => from)).toEqual([2]);
    expect(mempoolBands([])).toEqual([]);
    expect(mempoolBands([row(0, [0, 0])])).toEqual([]);
  });

  it('end with an open band', () => {
    const last = mempoolBands([row(0, [...Array.from({ length: 38 }, () => 0), 9])]).at(-1)!;
    expect([last.from, last.to]).toEqual([2000, undefined]);
  });

  it('have a line of counts with the same gaps', () => {
    expect(countLine(rows).map(([, value]) => value)).toEqual([0, 600, 1200, null, 6000, 6600]);
  });
});

describe('inflow', () => {
  it('are capped at four times the median', () => {
    const quiet = [1, 2, 3, 100].map((rate, i) => row(60 * i, [], { vbytes_per_second: rate }));
    expect(outlierCap(quiet)).toBe(12);
    expect(inflowLine(quiet.toReversed(), 12).map(([, value]) => value)).toEqual([1, 2, 3, 12]);
    expect(outlierCap([])).toBeUndefined();
    expect(outlierCap([row(0, [], { vbytes_per_second: 0 })])).toBeUndefined();
  });

  it('have a moving mean that keeps gaps', () => {
    const line: [number, number | null][] = [
      [0, 1],
      [1, 2],
      [2, null],
      [3, 6],
    ];
    expect(movingMean(line, 3)).toEqual([
      [0, 1.5],
      [1, 1.5],
      [2, null],
      [3, 6],
    ]);
  });
});

describe('rows', () => {
  it('append a newer row and drop the oldest', () => {
    expect(withRow(rows, row(720, []), 600).map(({ added }) => added)).toEqual([720, 660, 600]);
    expect(withRow(rows, row(660, []), 7_200)).toEqual(rows);
  });

  it('are found by time', () => {
    expect(rowAt(rows, 660_000)?.added).toBe(660);
    expect(rowAt(rows, 599_999)?.added).toBe(120);
    expect(rowAt(rows, -5)?.added).toBe(0);
    expect(rowAt([], 0)).toBeUndefined();
  });
});

it.each([
  [0, '0'],
  [250, '0.00025'],
  [1_500_000, '1.5'],
  [120_000_000, '120'],
])('formats %d vB of an axis as %s MvB', (vsize, text) => {
  expect(megaText(vsize)).toBe(text);
});
