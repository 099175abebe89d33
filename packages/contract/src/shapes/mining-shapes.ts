import { type Static, type TSchema, Type } from 'typebox';
import { closed, Int, Nullable, Num, Text } from './terms.ts';

/*
 * Wire shapes of mining pools and block series. Each exported type is the static type of the schema of the same name.
 */

/** A sum of sats or a transaction count as a decimal string. */
const Whole = Type.String({ pattern: '^\\d+$' });

/** A mining pool in the list of all mining pools. */
export const MiningPoolName = Type.Object({ name: Text, slug: Text, unique_id: Int }, closed);
export type MiningPoolName = Static<typeof MiningPoolName>;

/** A mining pool's blocks in an interval. `avgMatchRate` and `avgFeeDelta` are null without audits. */
export const MiningPoolRank = Type.Object(
  {
    poolId: Int,
    poolUniqueId: Int,
    name: Text,
    link: Text,
    slug: Text,
    blockCount: Int,
    emptyBlocks: Int,
    rank: Int,
    avgMatchRate: Nullable(Num),
    avgFeeDelta: Nullable(Text),
  },
  closed,
);
export type MiningPoolRank = Static<typeof MiningPoolRank>;

/** Mining pools ranked by blocks mined; hash rates of the network in H/s. */
export const MiningPoolsRanking = Type.Object(
  {
    pools: Type.Array(MiningPoolRank),
    blockCount: Int,
    lastEstimatedHashrate: Num,
    lastEstimatedHashrate3d: Num,
    lastEstimatedHashrate1w: Num,
  },
  closed,
);
export type MiningPoolsRanking = Static<typeof MiningPoolsRanking>;

const bySpan = <T extends TSchema>(value: T) => Type.Object({ all: value, '24h': value, '1w': value }, closed);

/** A mining pool: shares from 0 to 1, hash rate in H/s, reward in sats. */
export const MiningPoolPage = Type.Object(
  {
    pool: Type.Object(
      {
        id: Int,
        name: Text,
        link: Text,
        addresses: Type.Array(Text),
        regexes: Type.Array(Text),
        slug: Text,
        unique_id: Int,
      },
      closed,
    ),
    blockCount: bySpan(Int),
    blockShare: bySpan(Num),
    estimatedHashrate: Num,
    reportedHashrate: Type.Null(),
    avgBlockHealth: Nullable(Num),
    totalReward: Whole,
  },
  closed,
);
export type MiningPoolPage = Static<typeof MiningPoolPage>;

/** Hash rate (H/s) of a mining pool in the week that ended at `timestamp`, and its share of that week's blocks. */
export const MiningPoolHashrate = Type.Object({ timestamp: Int, avgHashrate: Num, share: Num, poolName: Text }, closed);
export type MiningPoolHashrate = Static<typeof MiningPoolHashrate>;

/** Daily hash rate of the network (H/s) by the end of the day, and difficulty adjustments; both oldest first. */
export const NetworkHashrate = Type.Object(
  {
    hashrates: Type.Array(Type.Object({ timestamp: Int, avgHashrate: Num }, closed)),
    difficulty: Type.Array(Type.Object({ time: Int, height: Int, difficulty: Num, adjustment: Num }, closed)),
    currentHashrate: Num,
    currentDifficulty: Num,
  },
  closed,
);
export type NetworkHashrate = Static<typeof NetworkHashrate>;

/**
 * [time, height, difficulty, adjustment]: adjustment is the ratio of the new difficulty to the previous one, 0 at
 * genesis.
 */
export const DifficultyRecord = Type.Tuple([Int, Int, Num, Num]);
export type DifficultyRecord = Static<typeof DifficultyRecord>;

/** Totals of the most recent blocks; rewards and fees in sats. */
export const RewardStats = Type.Object(
  { startBlock: Int, endBlock: Int, totalReward: Whole, totalFee: Whole, totalTx: Whole },
  closed,
);
export type RewardStats = Static<typeof RewardStats>;

const point = { avgHeight: Int, timestamp: Int };
/** Price of 1 BTC at that time, by currency; absent when unknown. */
const price = {
  USD: Type.Optional(Num),
  EUR: Type.Optional(Num),
  GBP: Type.Optional(Num),
  CAD: Type.Optional(Num),
  CHF: Type.Optional(Num),
  AUD: Type.Optional(Num),
  JPY: Type.Optional(Num),
};

/** Mean fees per block in an interval, in sats. */
export const BlockFees = Type.Object({ ...point, avgFees: Int, ...price }, closed);
export type BlockFees = Static<typeof BlockFees>;
/** Mean rewards per block in an interval, in sats. */
export const BlockRewards = Type.Object({ ...point, avgRewards: Int, ...price }, closed);
export type BlockRewards = Static<typeof BlockRewards>;

/** Mean fee rate percentiles of blocks in an interval, in sat/vB with up to three decimals. */
export const BlockFeeRates = Type.Object(
  {
    ...point,
    avgFee_0: Num,
    avgFee_10: Num,
    avgFee_25: Num,
    avgFee_50: Num,
    avgFee_75: Num,
    avgFee_90: Num,
    avgFee_100: Num,
  },
  closed,
);
export type BlockFeeRates = Static<typeof BlockFeeRates>;

/** Mean block sizes (bytes) and weights (weight units) in an interval. */
export const BlockSizesWeights = Type.Object(
  {
    sizes: Type.Array(Type.Object({ ...point, avgSize: Int }, closed)),
    weights: Type.Array(Type.Object({ ...point, avgWeight: Int }, closed)),
  },
  closed,
);
export type BlockSizesWeights = Static<typeof BlockSizesWeights>;
