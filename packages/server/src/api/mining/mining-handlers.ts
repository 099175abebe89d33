import type {
  BlockFeeRates,
  BlockFees,
  BlockRewards,
  MiningPoolHashrate,
  MiningPoolsRanking,
  NetworkHashrate,
} from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import { CodedError } from '@glassblock/primitives';
import type { NetworkContext } from '../../network/network-context.ts';
import type { BlockContext } from '../block/block-context.ts';
import type { Answer, Handler, Handlers } from '../call.ts';
import { type CsvColumn, csvOfRows } from '../csv.ts';
import type { CallInput } from '../input.ts';
import { basePricesAt } from '../prices/prices.ts';
import { factsOf } from './available-facts.ts';
import { canonicalAudits } from './canonical-audits.ts';
import { difficultyRecords } from './difficulty-records.ts';
import {
  miningPoolBlocks,
  miningPoolNames,
  miningPoolOfSlug,
  miningPoolPage,
  miningPoolsRanking,
} from './mining-pool-answers.ts';
import { rewardStats } from './reward-stats.ts';
import { blockFeeRates, blockFees, blockRewards, blockSizesWeights } from './series/block-series.ts';
import { allMiningPoolHashrates, miningPoolHashrates, networkHashrates } from './series/hashrate-series.ts';
import { type MiningWindow, windowBetween, windowOf } from './series/windows.ts';

/** Returns the `X-Total-Count` header with the number of blocks. */
const counted = (total: number) => ({ headers: { 'x-total-count': String(total) } });

/** Values over a window of the block columns, and their CSV. */
interface Series<T, Row> {
  read(columns: FactColumns, context: NetworkContext, window: MiningWindow): T | Promise<T>;
  rows(answer: T): readonly Row[];
  csv: readonly CsvColumn<Row>[];
}

async function answerSeries<T, Row>(
  context: NetworkContext,
  { read, rows, csv }: Series<T, Row>,
  window: MiningWindow,
): Promise<Answer> {
  const columns = await factsOf(context);
  const value = await read(columns, context, window);
  return { value, ...counted(columns.count), csv: () => csvOfRows(rows(value), csv) };
}

const overInterval =
  <T, Row>(series: Series<T, Row>): Handler<CallInput<{ interval?: string }>> =>
  (context, { params }) =>
    answerSeries(context, series, windowOf(params.interval, context.now()));

/** Returns a series whose answer is a list of rows. */
const list = <Row>(
  read: (columns: FactColumns, context: NetworkContext, window: MiningWindow) => Row[],
  csv: readonly CsvColumn<Row>[],
): Series<Row[], Row> => ({ read, rows: (answer) => answer, csv });

type Point = { avgHeight: number; timestamp: number };
const pointCsv: readonly CsvColumn<Point>[] = [
  ['mean height', ({ avgHeight }) => avgHeight],
  ['mean time (Unix s)', ({ timestamp }) => timestamp],
];
/** Empty when the price is unknown. */
const usdCsv: CsvColumn<{ USD?: number }> = ['price of a bitcoin (USD)', ({ USD }) => USD ?? ''];
const hashrateCsv: readonly CsvColumn<MiningPoolHashrate>[] = [
  ['end of week (Unix s)', ({ timestamp }) => timestamp],
  ['pool', ({ poolName: miningPoolName }) => miningPoolName],
  ['hash rate (H/s)', ({ avgHashrate }) => avgHashrate],
  ['share of blocks (0 to 1)', ({ share }) => share],
];

const hashrate: Series<NetworkHashrate, NetworkHashrate['hashrates'][number]> = {
  read: (columns, { network, now }, window) => networkHashrates(columns, network, window, now()),
  rows: ({ hashrates }) => hashrates,
  csv: [
    ['end of day (Unix s)', ({ timestamp }) => timestamp],
    ['hash rate (H/s)', ({ avgHashrate }) => avgHashrate],
  ],
};
const miningPools = list<MiningPoolHashrate>(
  (columns, context, window) => allMiningPoolHashrates(columns, context.miningPools, window, context.now()),
  hashrateCsv,
);
const difficulty = list(
  (columns, { network }, window) => difficultyRecords(columns, network, window),
  [
    ['time (Unix s)', ([time]) => time],
    ['height', ([, height]) => height],
    ['difficulty', ([, , value]) => value],
    ['ratio to the one before', ([, , , adjustment]) => adjustment],
  ],
);
const fees = list<BlockFees>(
  (columns, { prices }, window) => blockFees(columns, window, basePricesAt(prices)),
  [...pointCsv, ['mean fees of a block (sat)', ({ avgFees }) => avgFees], usdCsv],
);
const rewards = list<BlockRewards>(
  (columns, { prices }, window) => blockRewards(columns, window, basePricesAt(prices)),
  [...pointCsv, ['mean reward of a block (sat)', ({ avgRewards }) => avgRewards], usdCsv],
);
const feeRates = list<BlockFeeRates>(
  (columns, _, window) => blockFeeRates(columns, window),
  [
    ...pointCsv,
    ['lowest (sat/vB)', ({ avgFee_0 }) => avgFee_0],
    ['10 % (sat/vB)', ({ avgFee_10 }) => avgFee_10],
    ['25 % (sat/vB)', ({ avgFee_25 }) => avgFee_25],
    ['50 % (sat/vB)', ({ avgFee_50 }) => avgFee_50],
    ['75 % (sat/vB)', ({ avgFee_75 }) => avgFee_75],
    ['90 % (sat/vB)', ({ avgFee_90 }) => avgFee_90],
    ['highest (sat/vB)', ({ avgFee_100 }) => avgFee_100],
  ],
);
const sizesWeights: Series<ReturnType<typeof blockSizesWeights>, Point & { avgSize: number; avgWeight: number }> = {
  read: (columns, _, window) => blockSizesWeights(columns, window),
  rows: ({ sizes, weights }) => sizes.map((row, i) => ({ ...row, avgWeight: weights[i]?.avgWeight ?? 0 })),
  csv: [
    ...pointCsv,
    ['mean size of a block (bytes)', ({ avgSize }) => avgSize],
    ['mean weight of a block (WU)', ({ avgWeight }) => avgWeight],
  ],
};
const rankingCsv: readonly CsvColumn<MiningPoolsRanking['pools'][number]>[] = [
  ['rank', ({ rank }) => rank],
  ['pool', ({ name }) => name],
  ['slug', ({ slug }) => slug],
  ['blocks', ({ blockCount }) => blockCount],
  ['empty blocks', ({ emptyBlocks }) => emptyBlocks],
  ['mean health (%)', ({ avgMatchRate }) => avgMatchRate ?? ''],
  [
    'mean difference of fees to the expected (0.01: 1 % more)',
    ({ avgFeeDelta }) => (avgFeeDelta === null ? '' : Number(avgFeeDelta)),
  ],
];

function feesBetween(
  context: NetworkContext,
  { from, to }: { from: number | undefined; to: number | undefined },
): Promise<Answer> {
  if (from === undefined && to === undefined) return answerSeries(context, fees, windowOf(undefined, context.now()));
  if (from === undefined || to === undefined || from > to)
    throw new CodedError('v1.block-fees', 'descending time span', { datum: { from, to } });
  return answerSeries(context, fees, windowBetween(from, to));
}

async function miningPoolBlocksAnswer(
  context: BlockContext,
  { params: { slug, height = Number.POSITIVE_INFINITY } }: CallInput<{ slug: string; height?: number }>,
): Promise<Answer> {
  const miningPool = miningPoolOfSlug(context.miningPools, slug);
  return { value: await miningPoolBlocks(context, await factsOf(context), miningPool, height) };
}

/** Blocks of reward statistics without a number, about a day. */
const defaultStatsBlocks = 144;

/** Handlers of the mining routes. */
export const miningHandlers = {
  miningPools: async (context) => {
    const names = miningPoolNames(context.miningPools);
    return { value: names, isEmpty: names.length === 0, ...counted(names.length) };
  },
  miningPoolsRanking: (context, { params }) =>
    answerSeries<MiningPoolsRanking, MiningPoolsRanking['pools'][number]>(
      context,
      {
        read: async (columns, _, window) =>
          miningPoolsRanking(columns, context.miningPools, window, context.now(), await canonicalAudits(context)),
        rows: (ranking) => ranking.pools,
        csv: rankingCsv,
      },
      windowOf(params.interval, context.now()),
    ),
  miningPool: async (context, { params }) => {
    const miningPool = miningPoolOfSlug(context.miningPools, params.slug);
    const columns = await factsOf(context);
    return {
      value: miningPoolPage(columns, context.miningPools, miningPool, context.now(), await canonicalAudits(context)),
    };
  },
  miningPoolHashrate: async (context, { params }) => {
    const miningPool = miningPoolOfSlug(context.miningPools, params.slug);
    const one = list<MiningPoolHashrate>(
      (columns) => miningPoolHashrates(columns, miningPool, context.now()),
      hashrateCsv,
    );
    return answerSeries(context, one, windowOf(undefined, context.now()));
  },
  miningPoolBlocks: miningPoolBlocksAnswer,
  miningPoolBlocksBelow: miningPoolBlocksAnswer,
  miningHashrateAll: overInterval(hashrate),
  miningHashrate: overInterval(hashrate),
  miningPoolHashratesAll: overInterval(miningPools),
  miningPoolHashrates: overInterval(miningPools),
  miningDifficultyAll: overInterval(difficulty),
  miningDifficulty: overInterval(difficulty),
  miningRewardStats: async (context, { params }) => ({
    value: rewardStats(await factsOf(context), params.blockCount),
  }),
  miningRewardStatsDefault: async (context) => ({ value: rewardStats(await factsOf(context), defaultStatsBlocks) }),
  miningFeesBetween: async (context, { query }) => feesBetween(context, { from: query.from, to: query.to }),
  miningFees: overInterval(fees),
  miningRewardsAll: overInterval(rewards),
  miningRewards: overInterval(rewards),
  miningFeeRatesAll: overInterval(feeRates),
  miningFeeRates: overInterval(feeRates),
  miningSizesWeightsAll: overInterval(sizesWeights),
  miningSizesWeights: overInterval(sizesWeights),
} satisfies Partial<Handlers>;
