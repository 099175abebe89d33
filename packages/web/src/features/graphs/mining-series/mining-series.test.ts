import { expect, test } from 'vitest';
import {
  dominanceData,
  feeRatesData,
  feesAndSubsidyData,
  feesData,
  hashrateData,
  type ReadingKit,
  sizesWeightsData,
} from './mining-series.ts';
import { offeredWindows, windowOf, windowsFrom } from './mining-windows.ts';

const kit: ReadingKit = { halvingInterval: 210_000, hidesDifficulty: false, measure: 'btc', currency: 'USD' };
const keys = ({ series }: { series: readonly { key: string }[] }) => series.map(({ key }) => key);

test('offers windows with enough blocks, and the current one', () => {
  expect(offeredWindows(windowsFrom('24h'), 1_008, '24h')).toEqual(['24h', '3d', '1w', 'all']);
  expect(offeredWindows(windowsFrom('3m'), 100, '1y')).toEqual(['1y', 'all']);
  expect(offeredWindows(windowsFrom('1y'), undefined, 'all')).toEqual(['1y', '2y', '3y', 'all']);
});

test('reads the window from the URL, else the default, else the shortest', () => {
  const long = windowsFrom('3m');
  expect([windowOf('1Y', '1w', long), windowOf('24h', '6m', long), windowOf('<b>', '1w', long)]).toEqual([
    '1y',
    '6m',
    '3m',
  ]);
});

test('adds a fiat series only if there is a price', () => {
  const row = { avgHeight: 840_000, timestamp: 1, avgFees: 50_000_000 };
  expect(keys(feesData([row], kit))).toEqual(['fees']);
  const priced = feesData([row, { ...row, USD: 60_000 }], kit);
  expect(keys(priced)).toEqual(['fees', 'feesMoney']);
  expect(priced.series.map(({ values }) => values)).toEqual([
    [0.5, 0.5],
    [null, 30_000],
  ]);
  // uses the visitor's currency if it has prices
  const euros = { ...kit, currency: 'EUR' } as const;
  const second = (rows: Parameters<typeof feesData>[0]) => {
    const { unit, values } = feesData(rows, euros).series[1] ?? {};
    return [unit, values];
  };
  expect(second([row, { ...row, USD: 60_000, EUR: 50_000 }])).toEqual(['EUR', [null, 25_000]]);
  expect(second([{ ...row, USD: 60_000 }])).toEqual(['USD', [30_000]]);
});

test('stacks fees on the subsidy in BTC, fiat or as shares', () => {
  const rows = [{ avgHeight: 840_000, timestamp: 1, avgFees: 312_500_000, USD: 64_000 }];
  const values = (measure: ReadingKit['measure']) =>
    feesAndSubsidyData(rows, { ...kit, measure }).series.map((one) => [one.key, one.unit, one.values[0]]);
  expect(values('btc')).toEqual([
    ['subsidy', 'BTC', 3.125],
    ['fees', 'BTC', 3.125],
  ]);
  expect(values('money')).toEqual([
    ['subsidy', 'USD', 200_000],
    ['fees', 'USD', 200_000],
  ]);
  expect(values('share')).toEqual([
    ['subsidy', '%', 50],
    ['fees', '%', 50],
  ]);
  expect(keys(feesAndSubsidyData(rows, { ...kit, halvingInterval: undefined }))).toEqual(['fees']);
});

test('assigns each day the difficulty of the last adjustment before its end', () => {
  const difficulty = [
    { time: 25, height: 2, difficulty: 7, adjustment: 1 },
    { time: 5, height: 1, difficulty: 6, adjustment: 1 },
  ];
  const hashrates = [0, 10, 20, 30].map((timestamp) => ({ timestamp, avgHashrate: timestamp }));
  const data = hashrateData({ hashrates, difficulty, currentHashrate: 1, currentDifficulty: 7 }, kit);
  expect(data.series[2]?.values).toEqual([null, 6, 6, 7]);
  expect(keys(hashrateData({ hashrates, difficulty: [], currentHashrate: 1, currentDifficulty: 7 }, kit))).toEqual([
    'hashrate',
    'mean',
  ]);
});

test('sorts mining pools by the last week, with zero for missing ones', () => {
  const row = (timestamp: number, poolName: string, share: number) => ({ timestamp, poolName, share, avgHashrate: 0 });
  const data = dominanceData(
    [row(1, 'A', 0.9), row(1, 'B', 0.1), row(2, 'B', 0.6), row(2, 'A', 0.3), row(2, 'C', 0.1)],
    () => 'none',
  );
  expect(data.series.map(({ miningPool: pool, values }) => [pool, values])).toEqual([
    ['B', [10, 60]],
    ['A', [90, 30]],
    ['C', [0, 10]],
  ]);
});

test('hides the highest of seven percentiles initially', () => {
  const rates = { avgFee_0: 1, avgFee_10: 2, avgFee_25: 3, avgFee_50: 4, avgFee_75: 5, avgFee_90: 6, avgFee_100: 7 };
  const { series } = feeRatesData([{ avgHeight: 1, timestamp: 1, ...rates }]);
  expect(series.map((one) => [one.key, one.values[0], one.isOff === true])).toEqual([
    ['min', 1, false],
    ['p10', 2, false],
    ['p25', 3, false],
    ['median', 4, false],
    ['p75', 5, false],
    ['p90', 6, false],
    ['max', 7, true],
  ]);
});

test('has no density for a block without weight', () => {
  const at = { avgHeight: 1, timestamp: 1 };
  const data = sizesWeightsData({
    sizes: [
      { ...at, avgSize: 1_600_000 },
      { ...at, avgSize: 0 },
    ],
    weights: [
      { ...at, avgWeight: 4_000_000 },
      { ...at, avgWeight: 0 },
    ],
  });
  expect(data.series.map(({ values }) => values)).toEqual([
    [1.6, 0],
    [4, 0],
    [1.6, null],
  ]);
});
