import { type Static, type TSchema, Type } from 'typebox';
import { closed, Int, Nullable, Num, Text } from './terms.ts';

/** A sum of sats or of transactions as text. */
const Whole = Type.String({ pattern: '^\\d+$' });

/** A mining pool in the list of all. (rest-bitcoin 7) */
export const MiningPoolName = Type.Object({ name: Text, slug: Text, unique_id: Int }, closed);
export type MiningPoolName = Static<typeof MiningPoolName>;

/** What a mining pool mined in an interval. `avgMatchRate` and `avgFeeDelta` are null without audits. (rest-bitcoin 7.1) */
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

/** Mining mining pools by the blocks that they mined; hash rates of the whole network, H/s. (rest-bitcoin 7.1) */
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

/** One pool: shares from 0 to 1, the hash rate in H/s, the reward in sats. (rest-bitcoin 7.2) */
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

/** A mining pool in the week that ended at a time: H/s, and its share of the week's blocks. (rest-bitcoin 7) */
export const MiningPoolHashrate = Type.Object({ timestamp: Int, avgHashrate: Num, share: Num, poolName: Text }, closed);
export type MiningPoolHashrate = Static<typeof MiningPoolHashrate>;

/** Days of the network by the time at which each ended, and where the difficulty changed, oldest first; H/s.
 *  (rest-bitcoin 7.3) */
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

/** [time, height, difficulty, adjustment]: the last is the ratio of the new difficulty to the old one, 0 at genesis. */
export const DifficultyRecord = Type.Tuple([Int, Int, Num, Num]);
export type DifficultyRecord = Static<typeof DifficultyRecord>;

/** What the newest blocks paid. (rest-bitcoin 7.4) */
export const RewardStats = Type.Object(
  { startBlock: Int, endBlock: Int, totalReward: Whole, totalFee: Whole, totalTx: Whole },
  closed,
);
export type RewardStats = Static<typeof RewardStats>;

const point = { avgHeight: Int, timestamp: Int };
/** Prices of a bitcoin at that time, by currency; absent where none is known. */
const price = {
  USD: Type.Optional(Num),
  EUR: Type.Optional(Num),
  GBP: Type.Optional(Num),
  CAD: Type.Optional(Num),
  CHF: Type.Optional(Num),
  AUD: Type.Optional(Num),
  JPY: Type.Optional(Num),
};

/** Means over a stretch of time: sats a block. (rest-bitcoin 7) */
export const BlockFees = Type.Object({ ...point, avgFees: Int, ...price }, closed);
export type BlockFees = Static<typeof BlockFees>;
export const BlockRewards = Type.Object({ ...point, avgRewards: Int, ...price }, closed);
export type BlockRewards = Static<typeof BlockRewards>;

/** Means of each percentile of a block's rates, sat/vB with up to three decimals. (rest-bitcoin 7) */
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

/** Means of bytes and of weight units a block. (rest-bitcoin 7) */
export const BlockSizesWeights = Type.Object(
  {
    sizes: Type.Array(Type.Object({ ...point, avgSize: Int }, closed)),
    weights: Type.Array(Type.Object({ ...point, avgWeight: Int }, closed)),
  },
  closed,
);
export type BlockSizesWeights = Static<typeof BlockSizesWeights>;
