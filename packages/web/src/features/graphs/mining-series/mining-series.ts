import type {
  BlockFeeRates,
  BlockFees,
  BlockHealth,
  BlockRewards,
  BlockSizesWeights,
  MiningPoolHashrate,
  NetworkHashrate,
} from '@glassblock/contract';
import type { Currency } from '../../../format/fiat.ts';
import { subsidyAt } from '../../shell/events/special-events.ts';
import { trailingMean } from './mining-sums.ts';

/** Unit of the values of a series. */
export type SeriesUnit =
  | 'H/s'
  | 'difficulty'
  | '%'
  | 'BTC'
  | Currency
  | 'sat/vB'
  | 'MB'
  | 'MWU'
  | 'B/vB'
  | 'sats'
  | 'txs';

/** Ids of series; their labels are the messages `mining.series.*`. */
export type SeriesKey =
  | 'hashrate'
  | 'mean'
  | 'difficulty'
  | 'share'
  | 'fees'
  | 'feesMoney'
  | 'subsidy'
  | 'rewards'
  | 'rewardsMoney'
  | 'min'
  | 'p10'
  | 'p25'
  | 'median'
  | 'p75'
  | 'p90'
  | 'max'
  | 'size'
  | 'weight'
  | 'density'
  | 'health'
  | 'boost'
  | 'accelerated'
  | 'price';

/** Theme color of a series: a name, a step of the fee scale, or a mining pool's color. */
export type SeriesColour =
  | 'accent'
  | 'warn'
  | 'info'
  | 'ok'
  | 'bad'
  | 'ink'
  | 'accelerated'
  | `fee${number}`
  | `category${number}`
  | 'none';

/** One line, area or layer. Values are in the displayed unit: BTC, not sats. */
export interface MiningSeries {
  key: SeriesKey;
  /** Mining pool of the series. */
  miningPool?: string;
  unit: SeriesUnit;
  /** `layer`: stacked on the previous ones; `level`: an absolute height, in front of the next ones. */
  look: 'hair' | 'line' | 'step' | 'area' | 'layer' | 'level';
  colour: SeriesColour;
  right?: boolean;
  /** Hidden until enabled. */
  isOff?: boolean;
  /** One value per point; null: unknown. */
  values: (number | null)[];
}

/** Data of a chart. Points are oldest first. */
export interface MiningData {
  /** Unix seconds, and the block that represents the period. */
  points: readonly { time: number; height?: number }[];
  series: readonly MiningSeries[];
}

/** Parameters of the conversion of an answer. */
export interface ReadingKit {
  /** Blocks between halvings; undefined: unknown. */
  halvingInterval: number | undefined;
  /** Difficulty is hidden until enabled. */
  hidesDifficulty: boolean;
  /** Measure for comparing fees and subsidy. */
  measure: FeesMeasure;
  /** The visitor's currency. */
  currency: Currency;
}

/** Measures for comparing fees with the subsidy. */
export const feesMeasures = ['btc', 'money', 'share'] as const;
/** A measure for comparing fees with the subsidy. */
export type FeesMeasure = (typeof feesMeasures)[number];

const utxo = 1e8;

const pointsOf = (rows: readonly { timestamp: number; avgHeight: number }[]): MiningData['points'] =>
  rows.map(({ timestamp, avgHeight }) => ({ time: timestamp, height: avgHeight }));

/** A row with historical prices. */
type Priced = { readonly [code in Currency]?: number };

/**
 * Returns the currency for fiat amounts: the wanted one if any row has its price, else USD; undefined without prices.
 */
export const pricedIn = (rows: readonly Priced[], wanted: Currency): Currency | undefined =>
  [wanted, 'USD' as const].find((code) => rows.some((row) => row[code] !== undefined));

/** Converts a series to fiat at historical prices, if any price is known. */
function inMoney(
  key: SeriesKey,
  rows: readonly Priced[],
  wanted: Currency,
  satsOf: (place: number) => number,
): MiningSeries[] {
  const unit = pricedIn(rows, wanted);
  if (unit === undefined) return [];
  const values = rows.map(({ [unit]: price }, place) => (price === undefined ? null : (satsOf(place) / utxo) * price));
  return [{ key, unit, look: 'line', colour: 'ok', right: true, values }];
}

/** Converts network hashrate by day, with its 15-day mean and the difficulty. */
export function hashrateData({ hashrates, difficulty }: NetworkHashrate, kit: ReadingKit): MiningData {
  const rates = hashrates.map(({ avgHashrate }) => avgHashrate);
  const changes = difficulty.toSorted((a, b) => a.time - b.time);
  const difficulties = hashrates.map(
    ({ timestamp }) => changes.findLast(({ time }) => time <= timestamp)?.difficulty ?? null,
  );
  return {
    points: hashrates.map(({ timestamp }) => ({ time: timestamp })),
    series: [
      { key: 'hashrate', unit: 'H/s', look: 'hair', colour: 'accent', values: rates },
      { key: 'mean', unit: 'H/s', look: 'area', colour: 'accent', values: trailingMean(rates, 15) },
      ...(difficulties.every((value) => value === null)
        ? []
        : [
            {
              key: 'difficulty',
              unit: 'difficulty',
              look: 'step',
              colour: 'warn',
              right: true,
              isOff: kit.hidesDifficulty,
              values: difficulties,
            } as const,
          ]),
    ],
  };
}

/** Converts the hashrate of one mining pool and its share of all blocks. */
export function miningPoolHashrateData(weeks: readonly MiningPoolHashrate[]): MiningData {
  return {
    points: weeks.map(({ timestamp }) => ({ time: timestamp })),
    series: [
      { key: 'hashrate', unit: 'H/s', look: 'area', colour: 'accent', values: weeks.map((week) => week.avgHashrate) },
      {
        key: 'share',
        unit: '%',
        look: 'line',
        colour: 'warn',
        right: true,
        values: weeks.map((week) => 100 * week.share),
      },
    ],
  };
}

/**
 * Converts the weekly shares of mining pools; the largest of the last week is at the bottom.
 * @param colourOf color of a mining pool by its name
 */
export function dominanceData(
  rows: readonly MiningPoolHashrate[],
  colourOf: (miningPool: string) => SeriesColour,
): MiningData {
  const times = [...new Set(rows.map(({ timestamp }) => timestamp))].sort((a, b) => a - b);
  const shares = new Map<string, Map<number, number>>();
  for (const { poolName, timestamp, share } of rows) {
    const own = shares.get(poolName) ?? new Map<number, number>();
    shares.set(poolName, own.set(timestamp, share));
  }
  const last = times.at(-1) ?? 0;
  const latest = (miningPool: string) => shares.get(miningPool)?.get(last) ?? 0;
  return {
    points: times.map((time) => ({ time })),
    series: [...shares.entries()]
      .sort(([a], [b]) => latest(b) - latest(a) || (a < b ? -1 : 1))
      .map(([miningPool, own]) => ({
        key: 'share',
        miningPool,
        unit: '%',
        look: 'layer',
        colour: colourOf(miningPool),
        values: times.map((time) => 100 * (own.get(time) ?? 0)),
      })),
  };
}

/** Converts mean fees per block. */
export function feesData(rows: readonly BlockFees[], { currency }: Pick<ReadingKit, 'currency'>): MiningData {
  return {
    points: pointsOf(rows),
    series: [
      {
        key: 'fees',
        unit: 'BTC',
        look: 'area',
        colour: 'accent',
        values: rows.map(({ avgFees }) => avgFees / utxo),
      },
      ...inMoney('feesMoney', rows, currency, (place) => rows[place]?.avgFees ?? 0),
    ],
  };
}

/** Converts mean rewards per block, including fees. */
export function rewardsData(rows: readonly BlockRewards[], { currency }: Pick<ReadingKit, 'currency'>): MiningData {
  return {
    points: pointsOf(rows),
    series: [
      {
        key: 'rewards',
        unit: 'BTC',
        look: 'area',
        colour: 'accent',
        values: rows.map(({ avgRewards }) => avgRewards / utxo),
      },
      ...inMoney('rewardsMoney', rows, currency, (place) => rows[place]?.avgRewards ?? 0),
    ],
  };
}

/** Converts fees and subsidy: in BTC, in fiat of that time, or as shares of the reward. */
export function feesAndSubsidyData(rows: readonly BlockFees[], kit: ReadingKit): MiningData {
  const { halvingInterval, measure } = kit;
  const currency = pricedIn(rows, kit.currency) ?? kit.currency;
  const subsidies = rows.map(({ avgHeight }) =>
    halvingInterval === undefined ? null : subsidyAt(avgHeight, halvingInterval),
  );
  const shown = (sats: number, place: number): number | null => {
    const row = rows[place];
    if (row === undefined) return null;
    if (measure === 'btc') return sats / utxo;
    const price = (row as Readonly<Record<string, number | undefined>>)[currency];
    if (measure === 'money') return price === undefined ? null : (sats / utxo) * price;
    const all = row.avgFees + (subsidies[place] ?? 0);
    return all === 0 ? null : (100 * sats) / all;
  };
  const unit = measure === 'btc' ? 'BTC' : measure === 'money' ? currency : '%';
  const subsidy: MiningSeries = {
    key: 'subsidy',
    unit,
    look: 'layer',
    colour: 'info',
    values: subsidies.map((sats, place) => (sats === null ? null : shown(sats, place))),
  };
  return {
    points: pointsOf(rows),
    series: [
      ...(halvingInterval === undefined ? [] : [subsidy]),
      { key: 'fees', unit, look: 'layer', colour: 'warn', values: rows.map(({ avgFees }, i) => shown(avgFees, i)) },
    ],
  };
}

const percentiles = [
  ['min', 'fee0', 'avgFee_0'],
  ['p10', 'fee1', 'avgFee_10'],
  ['p25', 'fee2', 'avgFee_25'],
  ['median', 'fee4', 'avgFee_50'],
  ['p75', 'fee5', 'avgFee_75'],
  ['p90', 'fee7', 'avgFee_90'],
  ['max', 'fee9', 'avgFee_100'],
] as const satisfies readonly (readonly [SeriesKey, SeriesColour, keyof BlockFeeRates])[];

/**
 * Converts percentiles of fee rates in blocks. The maximum is hidden initially: it is usually an outlier that flattens
 * the others.
 */
export function feeRatesData(rows: readonly BlockFeeRates[]): MiningData {
  return {
    points: pointsOf(rows),
    series: percentiles.map(([key, colour, field]) => ({
      key,
      unit: 'sat/vB',
      look: 'level',
      colour,
      ...(key === 'max' && { isOff: true }),
      values: rows.map((row) => row[field]),
    })),
  };
}

/** Converts mean block sizes and weights, and bytes per vbyte. */
export function sizesWeightsData({ sizes, weights }: BlockSizesWeights): MiningData {
  const weightAt = (place: number) => weights[place]?.avgWeight ?? 0;
  return {
    points: pointsOf(sizes),
    series: [
      { key: 'size', unit: 'MB', look: 'line', colour: 'accent', values: sizes.map(({ avgSize }) => avgSize / 1e6) },
      {
        key: 'weight',
        unit: 'MWU',
        look: 'line',
        colour: 'warn',
        values: sizes.map((_, place) => weightAt(place) / 1e6),
      },
      {
        key: 'density',
        unit: 'B/vB',
        look: 'hair',
        colour: 'info',
        right: true,
        values: sizes.map(({ avgSize }, place) => (weightAt(place) === 0 ? null : avgSize / (weightAt(place) / 4))),
      },
    ],
  };
}

/** Converts block health from rows of time, height and percent. */
export function healthData(rows: readonly BlockHealth[]): MiningData {
  return {
    points: rows.map(([time, height]) => ({ time, height })),
    series: [{ key: 'health', unit: '%', look: 'level', colour: 'ok', values: rows.map(([, , rate]) => rate) }],
  };
}
