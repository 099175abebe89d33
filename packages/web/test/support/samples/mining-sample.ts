import type {
  BlockExt,
  BlockFeeRates,
  BlockFees,
  BlockRewards,
  BlockSizesWeights,
  DifficultyRecord,
  MiningPoolHashrate,
  MiningPoolPage,
  MiningPoolsRanking,
  NetworkHashrate,
} from '@glassblock/contract';
import type { SampleAnswer } from './sample-answer.ts';
import { dice, sampleBlock, tip } from './sample-data.ts';

const day = 86_400;

/** Name, short name and blocks of a week. */
export const sampleMiningPools = [
  ['Foundry USA', 'foundryusa', 302, 2],
  ['AntPool', 'antpool', 191, 4],
  ['ViaBTC', 'viabtc', 141, 0],
  ['F2Pool', 'f2pool', 111, 1],
  ['SpiderPool', 'spiderpool', 81, 0],
  ['MARA Pool', 'marapool', 60, 0],
  ['SECPOOL', 'secpool', 40, 0],
  ['Luxor', 'luxor', 30, 0],
  ['OCEAN', 'ocean', 20, 0],
  ['Braiins Pool', 'braiinspool', 15, 0],
  ['Unknown', 'unknown', 5, 0],
  ['Solo CK', 'solock', 3, 0],
  ['Tiny', 'tiny', 1, 1],
] as const;
const weekBlocks = sampleMiningPools.reduce((sum, [, , blocks]) => sum + blocks, 0);

/** Mining pools of a week, most blocks first. */
export const sampleRanking: MiningPoolsRanking = {
  pools: sampleMiningPools.map(([name, slug, blockCount, emptyBlocks], place) => ({
    poolId: place + 1,
    poolUniqueId: place + 1,
    name,
    link: '',
    slug,
    blockCount,
    emptyBlocks,
    rank: place + 1,
    avgMatchRate: null,
    avgFeeDelta: null,
  })),
  blockCount: weekBlocks,
  lastEstimatedHashrate: 6.2e20,
  lastEstimatedHashrate3d: 6.3e20,
  lastEstimatedHashrate1w: 6.1e20,
};

/** Page of the largest mining pool. */
export const sampleMiningPool: MiningPoolPage = {
  pool: {
    id: 1,
    name: 'Foundry USA',
    link: '',
    addresses: [
      '1KFHE7w8BhaENAswwryaoccDb6qcT6DbYY',
      '12KKDt4Mj7N5UAkQMN7LtPZMayenXHa8KL',
      'bc1qxhmdufsvnuaaaer4ynz88fspdsxq2h9e9cetdj',
    ],
    regexes: ['/2cDw/', 'Foundry USA Pool'],
    slug: 'foundryusa',
    unique_id: 1,
  },
  blockCount: { all: 61_234, '24h': 44, '1w': 302 },
  blockShare: { all: 0.0729, '24h': 0.3056, '1w': 0.302 },
  estimatedHashrate: 1.89e20,
  reportedHashrate: null,
  avgBlockHealth: null,
  totalReward: '33234567890123',
};

const steps = (now: number, count: number, seconds: number): number[] =>
  Array.from({ length: count }, (_, place) => Math.floor(now / 1000) - (count - place) * seconds);

/** Returns the network hash rate by day. @param days their number */
export function sampleHashrate(now: number, days: number): NetworkHashrate {
  const roll = dice(7);
  const times = steps(now, days, day);
  return {
    hashrates: times.map((timestamp, place) => ({
      timestamp,
      avgHashrate: (4e20 + 2.2e20 * (place / days)) * (0.9 + 0.2 * roll()),
    })),
    difficulty: times
      .filter((_, place) => place % 14 === 0)
      .map((time, place) => ({
        time,
        height: 800_352 + 2016 * place,
        difficulty: 55e12 * 1.02 ** place,
        adjustment: 1.02,
      })),
    currentHashrate: 6.1e20,
    currentDifficulty: 86_388_558_925_171.02,
  };
}

/** Returns weekly shares and hash rates of the mining pools. */
export const sampleWeeks = (now: number, weeks: number): MiningPoolHashrate[] => {
  const roll = dice(3);
  return steps(now, weeks, 7 * day).flatMap((timestamp) => {
    const parts = sampleMiningPools.map(([, , blocks]) => blocks * (0.8 + 0.4 * roll()));
    const all = parts.reduce((sum, part) => sum + part, 0);
    return sampleMiningPools.map(([poolName], place) => {
      const share = (parts[place] ?? 0) / all;
      return { timestamp, poolName, share, avgHashrate: 6e20 * share };
    });
  });
};

const rowsOf = (now: number, count: number, seconds: number) =>
  steps(now, count, seconds).map((timestamp, place) => ({
    timestamp,
    avgHeight: tip - Math.round(((count - 1 - place) * seconds) / 600),
  }));

/** Returns rows of the block series; the last one has round numbers, which tests expect. */
export function sampleSeries(now: number, count: number, seconds: number, withPrice: boolean) {
  const roll = dice(11);
  const rows = rowsOf(now, count, seconds);
  const isLast = (place: number) => place === count - 1;
  const price = (place: number) => (withPrice ? { USD: isLast(place) ? 60_000 : 50_000 + 10_000 * roll() } : {});
  return {
    fees: rows.map((row, place): BlockFees => {
      const avgFees = isLast(place) ? 25_000_000 : Math.round(1e7 * (0.4 + 3 * roll() ** 3));
      return { ...row, avgFees, ...price(place) };
    }),
    rewards: rows.map((row, place): BlockRewards => {
      const avgRewards = isLast(place) ? 337_500_000 : Math.round(312_500_000 + 1e7 * (0.4 + 3 * roll() ** 3));
      return { ...row, avgRewards, ...price(place) };
    }),
    feeRates: rows.map((row, place): BlockFeeRates => {
      const base = isLast(place) ? 10 : 4 + 30 * roll() ** 3;
      return {
        ...row,
        avgFee_0: base * 0.2,
        avgFee_10: base * 0.4,
        avgFee_25: base * 0.7,
        avgFee_50: base,
        avgFee_75: base * 1.5,
        avgFee_90: base * 2.4,
        avgFee_100: base * 30,
      };
    }),
    sizesWeights: {
      sizes: rows.map((row, place) => ({ ...row, avgSize: isLast(place) ? 1_600_000 : 1_450_000 + 3e5 * roll() })),
      weights: rows.map((row, place) => ({ ...row, avgWeight: isLast(place) ? 4_000_000 : 3_950_000 + 4e4 * roll() })),
    } satisfies BlockSizesWeights,
  };
}

/** Returns past difficulty adjustments, newest first. */
export const sampleAdjustments = (now: number): DifficultyRecord[] =>
  Array.from({ length: 7 }, (_, place) => [
    Math.floor(now / 1000) - (place * 14 + 3) * day,
    838_656 - 2016 * place,
    86_388_558_925_171.02 - place * 1e12,
    place % 3 === 1 ? 0.9437 : 1.0201,
  ]);

/** Returns a hundred blocks of a mining pool below a height, every third of the chain. */
export const sampleMiningPoolBlocks = (now: number, below: number): BlockExt[] =>
  Array.from({ length: 100 }, (_, place) => {
    const block = sampleBlock(Math.min(tip, below - 1) - 3 * place, now);
    return {
      ...block,
      extras: { ...block.extras, pool: { id: 1, name: 'Foundry USA', slug: 'foundryusa', minerNames: null } },
    };
  });

/** Points of each window and seconds between them, as on the server. */
const windows: Readonly<Record<string, readonly [number, number]>> = {
  '24h': [144, 600],
  '3d': [432, 600],
  '1w': [1_008, 600],
  '1m': [1_440, 1_800],
  '3m': [1_080, 7_200],
  '6m': [1_440, 10_800],
  '1y': [1_095, 28_800],
  all: [1_200, 86_400],
};

/**
 * Returns the answer of a mining route; undefined for other paths.
 * @param options `total`: number of known blocks; `withPrice`: rows have the price of their time
 */
export function miningAnswer(
  path: string,
  now: number,
  options: { total?: number; withPrice?: boolean } = {},
): SampleAnswer | undefined {
  const found = /\/api\/v1\/mining\/([^?]*)/.exec(path)?.[1];
  if (found === undefined || found.startsWith('blocks/timestamp')) return undefined;
  const { total = tip + 1, withPrice = false } = options;
  const json = (body: unknown): SampleAnswer => ({ status: 200, contentType: 'application/json', body, total });
  const parts = found.split('/').map(decodeURIComponent);
  const [count, seconds] = windows[parts.at(-1) ?? ''] ?? [48, 600];
  const series = () => sampleSeries(now, count, seconds, withPrice);
  if (parts[0] === 'pools')
    return json(
      parts[1] === undefined
        ? sampleMiningPools.map(([name, slug], place) => ({ name, slug, unique_id: place + 1 }))
        : sampleRanking,
    );
  if (parts[0] === 'reward-stats')
    return json({
      startBlock: tip - 143,
      endBlock: tip,
      totalReward: '46800000000',
      totalFee: '1800000000',
      totalTx: '450000',
    });
  if (parts[0] === 'difficulty-adjustments') return json(sampleAdjustments(now));
  if (parts[0] === 'hashrate')
    return json(
      parts[1] === 'pools'
        ? sampleWeeks(now, 52)
        : sampleHashrate(now, Math.min(1_200, Math.max(90, (count * seconds) / day))),
    );
  if (parts[0] === 'pool') {
    if (parts[1] !== 'foundryusa')
      return { status: 404, contentType: 'application/json', body: { error: 'This mining pool does not exist' } };
    if (parts[2] === 'hashrate') return json(sampleWeeks(now, 52).filter(({ poolName }) => poolName === 'Foundry USA'));
    if (parts[2] === 'blocks') return json(sampleMiningPoolBlocks(now, Number(parts[3] ?? Number.POSITIVE_INFINITY)));
    return json(sampleMiningPool);
  }
  if (parts[1] === 'fees') return json(series().fees);
  if (parts[1] === 'rewards') return json(series().rewards);
  if (parts[1] === 'fee-rates') return json(series().feeRates);
  if (parts[1] === 'predictions')
    return json(
      series().fees.map(({ timestamp, avgHeight }, place) => [
        timestamp,
        avgHeight,
        place === count - 1 ? 98.76 : place % 40 === 3 ? 61.5 : place % 9 === 2 ? 93 : 100 - (place % 5) / 10,
      ]),
    );
  if (parts[1] === 'sizes-weights') return json(series().sizesWeights);
  return undefined;
}
