import { miningPoolColour } from '../mining/mining-pool-colour.ts';
import type { MiningGraph } from './mining-graphs.ts';
import {
  dominanceData,
  feeRatesData,
  feesAndSubsidyData,
  feesData,
  hashrateData,
  healthData,
  type MiningData,
  type ReadingKit,
  rewardsData,
  sizesWeightsData,
} from './mining-series/mining-series.ts';
import { type MiningWindow, windowsFrom } from './mining-series/mining-windows.ts';

/** A mining chart over a time window. */
export interface MiningChart {
  windows: readonly MiningWindow[];
  /** Prefix of the ids of its window links. */
  hook: string;
  /** Name of its series in the API. */
  series: string;
  /** Storage key of the shown series. */
  stored: string;
  /** In windows of days each point is one block. */
  isOfBlocks: boolean;
  read(answer: unknown, kit: ReadingKit): MiningData;
}

/** Returns the color of a mining pool by its name; letters and digits of the name are its slug. */
const colourOfName = (name: string) => {
  const colour = miningPoolColour(name.replace(/[^a-z0-9]/gi, '').toLowerCase());
  return colour === undefined ? 'none' : (`category${colour}` as const);
};

const chart = <A>(row: Omit<MiningChart, 'read'> & { read(answer: A, kit: ReadingKit): MiningData }): MiningChart => ({
  ...row,
  read: (answer, kit) => row.read(answer as A, kit),
});

/** Charts by the last segment of their paths. */
export const miningCharts: Readonly<Record<Exclude<MiningGraph, 'pools'>, MiningChart>> = {
  'hashrate-difficulty': chart({
    windows: windowsFrom('3m'),
    hook: 'hashrate',
    series: 'hashrate',
    stored: 'hashrate_difficulty_legend',
    isOfBlocks: false,
    read: hashrateData,
  }),
  'pools-dominance': chart({
    windows: windowsFrom('6m'),
    hook: 'dominance',
    series: 'hashrate/pools',
    stored: 'pools_dominance_legend',
    isOfBlocks: false,
    read: (answer: Parameters<typeof dominanceData>[0]) => dominanceData(answer, colourOfName),
  }),
  'block-fees': chart({
    windows: windowsFrom('1m'),
    hook: 'blockfees',
    series: 'blocks/fees',
    stored: 'block_fees_legend',
    isOfBlocks: true,
    read: feesData,
  }),
  'block-fees-subsidy': chart({
    windows: windowsFrom('24h'),
    hook: 'subsidyfees',
    series: 'blocks/fees',
    stored: 'fees_subsidy_legend',
    isOfBlocks: true,
    read: feesAndSubsidyData,
  }),
  'block-rewards': chart({
    windows: windowsFrom('1m'),
    hook: 'blockrewards',
    series: 'blocks/rewards',
    stored: 'block_rewards_legend',
    isOfBlocks: true,
    read: rewardsData,
  }),
  'block-fee-rates': chart({
    windows: windowsFrom('24h'),
    hook: 'feerates',
    series: 'blocks/fee-rates',
    stored: 'fee_rates_legend',
    isOfBlocks: true,
    read: feeRatesData,
  }),
  'block-sizes-weights': chart({
    windows: windowsFrom('24h'),
    hook: 'sizesweights',
    series: 'blocks/sizes-weights',
    stored: 'sizes_weights_legend',
    isOfBlocks: true,
    read: sizesWeightsData,
  }),
  'block-health': chart({
    windows: windowsFrom('24h'),
    hook: 'health',
    series: 'blocks/predictions',
    stored: 'block_health_legend',
    isOfBlocks: true,
    read: healthData,
  }),
};

/**
 * Returns the window of a chart that names none: the visitor's or the site's default; rewards have at least three
 * months.
 */
export const defaultWindow = (graph: string, defaultValue: string | undefined): string | undefined =>
  graph === 'block-rewards' && !windowsFrom('3m').some((window) => window === defaultValue) ? '3m' : defaultValue;
