import { type Static, type TSchema, Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/mining-shapes.ts';
import { BlockExt } from '../shapes/shapes.ts';
import { height, intervalParam, seconds, slugParam } from './shared/parts.ts';

const base = '/api/v1/mining';
const behind = ['index.behind', 'index.lacks-blocks'] as const satisfies ErrorCode[];
const miningPoolErrors = ['v1.pool', ...behind] as const satisfies ErrorCode[];

interface Series<A extends TSchema> {
  /** Relative to `/api/v1/mining/`. */
  path: string;
  summary: string;
  answer: A;
  example?: NoInfer<Static<A>>;
  cache: 'public-60' | 'public-300';
}

/** Declares a series with an interval in its path. */
const ofInterval = <A extends TSchema>(id: string, { path, ...rest }: Series<A>) =>
  endpoint({
    ...rest,
    id,
    path: `${base}/${path}/:interval`,
    params: intervalParam,
    errors: behind,
    csv: true,
  });

/** Declares the same series over all blocks. */
const ofAll = <A extends TSchema>(id: string, { path, summary, ...rest }: Series<A>) =>
  endpoint({
    ...rest,
    id,
    path: `${base}/${path}`,
    summary: `${summary} Over all blocks.`,
    errors: behind,
    csv: true,
  });

const hashrate = {
  path: 'hashrate',
  summary: 'Daily hash rate of the network and difficulty adjustments, oldest first, with current values.',
  answer: shape.NetworkHashrate,
  cache: 'public-300',
} as const;
const poolHashrates = {
  path: 'hashrate/pools',
  summary: 'Weekly hash rates of the mining pools active in the last seven days, oldest first.',
  answer: Type.Array(shape.MiningPoolHashrate),
  cache: 'public-300',
} as const;
const difficulty = {
  path: 'difficulty-adjustments',
  summary: 'Difficulty adjustments, newest first.',
  answer: Type.Array(shape.DifficultyRecord),
  example: [[1_762_700_000, 923_328, 152_270_000_000_000, 0.995]] as shape.DifficultyRecord[],
  cache: 'public-300',
} as const;
const fees = {
  path: 'blocks/fees',
  summary: 'Mean block fees per interval, oldest first.',
  answer: Type.Array(shape.BlockFees),
  example: [{ avgHeight: 924_100, timestamp: 1_763_800_000, avgFees: 2_100_000, USD: 86_500 }] as shape.BlockFees[],
  cache: 'public-60',
} as const;
const rewards = {
  path: 'blocks/rewards',
  summary: 'Mean block rewards (with fees) per interval, oldest first.',
  answer: Type.Array(shape.BlockRewards),
  example: [
    { avgHeight: 924_100, timestamp: 1_763_800_000, avgRewards: 314_600_000, USD: 86_500 },
  ] as shape.BlockRewards[],
  cache: 'public-60',
} as const;
const feeRates = {
  path: 'blocks/fee-rates',
  summary: 'Mean fee rate percentiles of blocks per interval, oldest first.',
  answer: Type.Array(shape.BlockFeeRates),
  cache: 'public-60',
} as const;
const sizesWeights = {
  path: 'blocks/sizes-weights',
  summary: 'Mean block sizes and weights per interval, oldest first.',
  answer: shape.BlockSizesWeights,
  cache: 'public-60',
} as const;

/**
 * Mining pools, and series over all blocks. The header `X-Total-Count` has the number of blocks (in the list of mining
 * pools: of mining pools).
 */
export const mining = tagged('Mining', {
  miningPools: endpoint({
    id: 'miningPools',
    path: `${base}/pools`,
    summary: 'All known mining pools; 204 with an empty body when there are none.',
    emptyWhen: 'No mining pool is known.',
    answer: Type.Array(shape.MiningPoolName),
    example: [{ name: 'AntPool', slug: 'antpool', unique_id: 44 }],
    cache: 'public-60',
  }),
  miningPoolsRanking: endpoint({
    id: 'miningPoolsRanking',
    path: `${base}/pools/:interval`,
    summary: 'Mining pools by blocks mined in an interval, and the hash rate of the network.',
    params: intervalParam,
    answer: shape.MiningPoolsRanking,
    errors: behind,
    cache: 'public-60',
    csv: true,
  }),
  miningPool: endpoint({
    id: 'miningPool',
    path: `${base}/pool/:slug`,
    summary: 'A mining pool: tags, addresses, blocks, shares and rewards.',
    params: slugParam,
    answer: shape.MiningPoolPage,
    errors: miningPoolErrors,
    cache: 'public-60',
  }),
  miningPoolHashrate: endpoint({
    id: 'miningPoolHashrate',
    path: `${base}/pool/:slug/hashrate`,
    summary: 'Weekly hash rate of a mining pool over its whole history, oldest first.',
    params: slugParam,
    answer: Type.Array(shape.MiningPoolHashrate),
    errors: miningPoolErrors,
    cache: 'public-300',
    csv: true,
  }),
  miningPoolBlocks: endpoint({
    id: 'miningPoolBlocks',
    path: `${base}/pool/:slug/blocks`,
    summary: 'The 100 newest blocks of a mining pool, newest first.',
    params: slugParam,
    answer: Type.Array(BlockExt),
    errors: miningPoolErrors,
    cache: 'public-60',
  }),
  miningPoolBlocksBelow: endpoint({
    id: 'miningPoolBlocksBelow',
    path: `${base}/pool/:slug/blocks/:height`,
    summary: '100 blocks of a mining pool below a height, newest first.',
    params: { ...slugParam, height: height('v1.pool-blocks', 'exclusive upper bound of the height', 900_000) },
    answer: Type.Array(BlockExt),
    errors: [...miningPoolErrors, 'v1.pool-blocks'],
    cache: 'public-60',
  }),
  miningHashrateAll: ofAll('miningHashrateAll', hashrate),
  miningHashrate: ofInterval('miningHashrate', hashrate),
  miningPoolHashratesAll: ofAll('miningPoolHashratesAll', poolHashrates),
  miningPoolHashrates: ofInterval('miningPoolHashrates', poolHashrates),
  miningDifficultyAll: ofAll('miningDifficultyAll', difficulty),
  miningDifficulty: ofInterval('miningDifficulty', difficulty),
  miningRewardStats: endpoint({
    id: 'miningRewardStats',
    path: `${base}/reward-stats/:blockCount`,
    summary: 'Total rewards, fees and transactions of the most recent blocks.',
    params: {
      blockCount: field.integer(
        { description: 'blocks', example: 144, minimum: 1, maximum: 9_999_999_999 },
        'v1.reward-stats',
      ),
    },
    answer: shape.RewardStats,
    example: {
      startBlock: 924_080,
      endBlock: 924_223,
      totalReward: '45288210000',
      totalFee: '288210000',
      totalTx: '512345',
    },
    errors: ['v1.reward-stats', ...behind],
    cache: 'expires-60',
  }),
  miningRewardStatsDefault: endpoint({
    id: 'miningRewardStatsDefault',
    path: `${base}/reward-stats`,
    summary: 'Total rewards, fees and transactions of the 144 most recent blocks.',
    answer: shape.RewardStats,
    errors: behind,
    cache: 'expires-60',
  }),
  miningFeesBetween: endpoint({
    id: 'miningFeesBetween',
    path: `${base}/${fees.path}`,
    summary:
      'Mean block fees between two times, oldest first; the interval depends on the time span. Without times over all blocks.',
    query: {
      from: field.optional(seconds('Unix seconds; requires `to`', 'v1.block-fees')),
      to: field.optional(seconds('Unix seconds, not before `from`', 'v1.block-fees')),
    },
    answer: fees.answer,
    errors: ['v1.block-fees', ...behind],
    cache: 'public-60',
    csv: true,
  }),
  miningFees: ofInterval('miningFees', fees),
  miningRewardsAll: ofAll('miningRewardsAll', rewards),
  miningRewards: ofInterval('miningRewards', rewards),
  miningFeeRatesAll: ofAll('miningFeeRatesAll', feeRates),
  miningFeeRates: ofInterval('miningFeeRates', feeRates),
  miningSizesWeightsAll: ofAll('miningSizesWeightsAll', sizesWeights),
  miningSizesWeights: ofInterval('miningSizesWeights', sizesWeights),
});
