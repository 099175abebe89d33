import { type Static, type TSchema, Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/mining-shapes.ts';
import { BlockExt } from '../shapes/shapes.ts';
import { height, intervalParam, seconds, slugParam } from './parts.ts';

const base = '/api/v1/mining';
const behind = ['index.behind', 'index.lacks-blocks'] as const satisfies ErrorCode[];
const miningPoolErrors = ['v1.pool', ...behind] as const satisfies ErrorCode[];

interface Series<A extends TSchema> {
  /** Behind `/api/v1/mining/`. */
  path: string;
  summary: string;
  answer: A;
  example?: NoInfer<Static<A>>;
  cache: 'public-60' | 'public-300';
}

/** A series over an interval. */
const ofInterval = <A extends TSchema>(id: string, { path, ...rest }: Series<A>) =>
  endpoint({
    ...rest,
    id,
    path: `${base}/${path}/:interval`,
    params: intervalParam,
    errors: behind,
    csv: true,
  });

/** The same over everything. */
const ofAll = <A extends TSchema>(id: string, { path, summary, ...rest }: Series<A>) =>
  endpoint({
    ...rest,
    id,
    path: `${base}/${path}`,
    summary: `${summary} Of all blocks.`,
    errors: behind,
    csv: true,
  });

const hashrate = {
  path: 'hashrate',
  summary: 'Hash rate of the network day by day and changes of the difficulty, oldest first; both as they are now.',
  answer: shape.NetworkHashrate,
  cache: 'public-300',
} as const;
const poolHashrates = {
  path: 'hashrate/pools',
  summary: 'Hash rates of the mining pools of the last seven days, week by week, oldest first.',
  answer: Type.Array(shape.MiningPoolHashrate),
  cache: 'public-300',
} as const;
const difficulty = {
  path: 'difficulty-adjustments',
  summary: 'Changes of the difficulty, newest first.',
  answer: Type.Array(shape.DifficultyRecord),
  example: [[1_762_700_000, 923_328, 152_270_000_000_000, 0.995]] as shape.DifficultyRecord[],
  cache: 'public-300',
} as const;
const fees = {
  path: 'blocks/fees',
  summary: 'Mean fees of blocks over stretches of time, oldest first.',
  answer: Type.Array(shape.BlockFees),
  example: [{ avgHeight: 924_100, timestamp: 1_763_800_000, avgFees: 2_100_000, USD: 86_500 }] as shape.BlockFees[],
  cache: 'public-60',
} as const;
const rewards = {
  path: 'blocks/rewards',
  summary: 'Mean rewards of blocks, fees included, over stretches of time, oldest first.',
  answer: Type.Array(shape.BlockRewards),
  example: [
    { avgHeight: 924_100, timestamp: 1_763_800_000, avgRewards: 314_600_000, USD: 86_500 },
  ] as shape.BlockRewards[],
  cache: 'public-60',
} as const;
const feeRates = {
  path: 'blocks/fee-rates',
  summary: 'Mean percentiles of the rates in blocks over stretches of time, oldest first.',
  answer: Type.Array(shape.BlockFeeRates),
  cache: 'public-60',
} as const;
const sizesWeights = {
  path: 'blocks/sizes-weights',
  summary: 'Mean sizes and weights of blocks over stretches of time, oldest first.',
  answer: shape.BlockSizesWeights,
  cache: 'public-60',
} as const;

/** Mining: mining pools, and series over the facts of all blocks. The header `X-Total-Count` has the number of blocks (of mining pools
 *  in their list). */
export const mining = tagged('Mining', {
  miningPools: endpoint({
    id: 'miningPools',
    path: `${base}/pools`,
    summary: 'All mining pools that blocks are matched with; 204 without a body when there are none.',
    answer: Type.Array(shape.MiningPoolName),
    example: [{ name: 'AntPool', slug: 'antpool', unique_id: 44 }],
    cache: 'public-60',
  }),
  miningPoolsRanking: endpoint({
    id: 'miningPoolsRanking',
    path: `${base}/pools/:interval`,
    summary: 'Mining mining pools by blocks mined in an interval, and the hash rate of the network.',
    params: intervalParam,
    answer: shape.MiningPoolsRanking,
    errors: behind,
    cache: 'public-60',
    csv: true,
  }),
  miningPool: endpoint({
    id: 'miningPool',
    path: `${base}/pool/:slug`,
    summary: 'One pool: what it is known by, its blocks, shares and rewards.',
    params: slugParam,
    answer: shape.MiningPoolPage,
    errors: miningPoolErrors,
    cache: 'public-60',
  }),
  miningPoolHashrate: endpoint({
    id: 'miningPoolHashrate',
    path: `${base}/pool/:slug/hashrate`,
    summary: 'Hash rate of one mining pool, week by week, oldest first, from its first week to its last.',
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
    params: { ...slugParam, height: height('v1.pool-blocks', 'height above all that are wanted', 900_000) },
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
    summary: 'Rewards, fees and transactions of the newest blocks together.',
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
  miningFeesBetween: endpoint({
    id: 'miningFeesBetween',
    path: `${base}/${fees.path}`,
    summary: 'Mean fees of blocks between two times, over stretches that fit the span, oldest first.',
    query: {
      from: seconds('Unix seconds', 'v1.block-fees'),
      to: seconds('Unix seconds, not before `from`', 'v1.block-fees'),
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
