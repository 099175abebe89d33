import { networks, seededRandom } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { extendColumns, type MadeBlock, madeColumns } from '../../../../test/support/made-facts.ts';
import { createMiningPoolFinder, unknownMiningPool } from '../../../mining-pools/mining-pools.ts';
import { difficultyRecords } from '../difficulty-records.ts';
import { miningPoolNames, miningPoolOfSlug, miningPoolPage, miningPoolsRanking } from '../mining-pool-answers.ts';
import { headerColumns, networkHashrate } from '../network-hashrate.ts';
import { rewardStats } from '../reward-stats.ts';
import { blockFeeRates, blockFees, blockRewards, blockSizesWeights } from './block-series.ts';
import { bucketMeans } from './bucket-means.ts';
import { allMiningPoolHashrates, miningPoolHashrates, networkHashrates } from './hashrate-series.ts';
import { windowBetween, windowOf } from './windows.ts';

const day = 86_400;
const all = windowOf(undefined, 0);
const { mainnet, testnet, regtest } = networks;

const unpriced = () => ({});

describe('windows', () => {
  it.each([
    ['24h', 86_400, 1],
    ['3d', 259_200, 1],
    ['1w', 604_800, 300],
    ['1m', 2_592_000, 1_800],
    ['3m', 7_776_000, 7_200],
    ['6m', 15_552_000, 10_800],
    ['1y', 31_536_000, 28_800],
    ['2y', 63_072_000, 28_800],
    ['3y', 94_608_000, 43_200],
    ['4y', 126_144_000, 43_200],
  ])('%s covers %i s in steps of %i s', (interval, span, step) => {
    expect(windowOf(interval, 1_700_000_000)).toEqual({ from: 1_700_000_000 - span, to: Infinity, step });
  });

  it.each(['all', 'constructor', '24H', '', undefined])('%s covers everything, day by day', (interval) => {
    expect(windowOf(interval, 1_700_000_000)).toEqual({ from: 0, to: Infinity, step: 86_400 });
  });

  it.each([
    [0, 1],
    [3 * day, 1],
    [3 * day + 1, 300],
    [8 * day, 1_800],
    [31 * day, 7_200],
    [91 * day, 10_800],
    [181 * day, 28_800],
    [731 * day, 43_200],
    [1_461 * day, 86_400],
  ])('a range of %i s has steps of %i s', (span, step) => {
    expect(windowBetween(1_000, 1_000 + span).step).toBe(step);
  });
});

describe('means over time', () => {
  // the third block's time is before the second's: both days have two blocks
  const columns = madeColumns([
    { time: 86_400, totalFees: 10, reward: 100, size: 300, weight: 1_000, rates: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7] },
    { time: 172_810, totalFees: 30, reward: 200, size: 500, weight: 2_001, rates: [1, 2, 3, 4, 5, 6, 7] },
    { time: 172_700, totalFees: 21, reward: 300, size: 700, weight: 3_000, rates: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] },
    { time: 172_900, totalFees: 50, reward: 400, size: 900, weight: 4_000, rates: [2, 3, 4, 5, 6, 7, 8] },
  ]);

  it('include prices of their times', () => {
    const pricesAt = (time: number) => (time < 172_800 ? {} : { USD: 60_000, EUR: 55_000.5 });
    expect(blockFees(columns, all, pricesAt)).toEqual([
      { avgHeight: 1, timestamp: 129_550, avgFees: 16 },
      { avgHeight: 2, timestamp: 172_855, avgFees: 40, USD: 60_000, EUR: 55_000.5 },
    ]);
    expect(blockRewards(columns, all, pricesAt)[1]).toEqual({
      avgHeight: 2,
      timestamp: 172_855,
      avgRewards: 300,
      USD: 60_000,
      EUR: 55_000.5,
    });
  });

  it('group each block by its own time', () => {
    expect(blockFees(columns, all, unpriced)).toEqual([
      { avgHeight: 1, timestamp: 129_550, avgFees: 16 },
      { avgHeight: 2, timestamp: 172_855, avgFees: 40 },
    ]);
    expect(blockRewards(columns, all, unpriced).map(({ avgRewards }) => avgRewards)).toEqual([200, 300]);
    expect(blockSizesWeights(columns, all)).toEqual({
      sizes: [
        { avgHeight: 1, timestamp: 129_550, avgSize: 500 },
        { avgHeight: 2, timestamp: 172_855, avgSize: 700 },
      ],
      weights: [
        { avgHeight: 1, timestamp: 129_550, avgWeight: 2_000 },
        { avgHeight: 2, timestamp: 172_855, avgWeight: 3_001 },
      ],
    });
  });

  it('keep fee rates below 1 sat/vB', () => {
    expect(blockFeeRates(columns, all)[0]).toEqual({
      avgHeight: 1,
      timestamp: 129_550,
      avgFee_0: 0.15,
      avgFee_10: 0.25,
      avgFee_25: 0.35,
      avgFee_50: 0.45,
      avgFee_75: 0.55,
      avgFee_90: 0.65,
      avgFee_100: 0.75,
    });
  });

  it('exclude blocks outside of the window', () => {
    const heights = (from: number, to: number) =>
      blockFees(columns, { ...windowBetween(from, to), step: 1 }, unpriced).map(({ avgHeight }) => avgHeight);
    expect(heights(86_401, 172_810)).toEqual([2, 1]);
    expect(heights(172_811, 172_899)).toEqual([]);
    expect(heights(0, 4_000_000_000)).toEqual([0, 2, 1, 3]);
  });

  it('equal a plain calculation over many random blocks', () => {
    const random = seededRandom(11);
    const blocks = Array.from({ length: 3_000 }, (_, height) => ({
      time: 1_500_000_000 + 600 * height + Math.floor(14_000 * random()) - 7_000,
      totalFees: Math.floor(1e9 * random()),
    }));
    for (const step of [300, 7_200, 86_400]) {
      const wanted = new Map<number, { height: number; fees: number }[]>();
      for (const [height, { time, totalFees }] of blocks.entries()) {
        const key = Math.floor(time / step);
        wanted.set(key, [...(wanted.get(key) ?? []), { height, fees: totalFees }]);
      }
      const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
      const plain = [...wanted]
        .sort(([a], [b]) => a - b)
        .map(([, rows]) => [Math.round(mean(rows.map(({ height }) => height))), mean(rows.map(({ fees }) => fees))]);
      const window = { from: 0, to: Infinity, step };
      const ours = bucketMeans(madeColumns(blocks), window, [({ totalFees }) => [totalFees, 1]]);
      expect(ours.map(({ avgHeight, means }) => [avgHeight, means[0]])).toEqual(plain);
    }
  });
});

describe('cached sums', () => {
  it('follow the chain: new blocks, and replaced ones', () => {
    const blocks = Array.from({ length: 300 }, (_, height): MadeBlock => ({ totalFees: 1_000 * height, size: height }));
    const columns = madeColumns(blocks);
    const now = 1_700_000_000;
    const answers = (of: typeof columns) => [
      blockFees(of, all, unpriced),
      blockSizesWeights(of, all),
      blockFeeRates(of, all),
      networkHashrates(of, mainnet, all, now),
      miningPoolHashrates(of, unknownMiningPool, now),
    ];
    expect(answers(columns)).toEqual(answers(madeColumns(blocks)));
    extendColumns(columns, [{ totalFees: 7 }], 1_600_000_000 + 300 * 600);
    expect(answers(columns)).toEqual(answers(madeColumns([...blocks, { totalFees: 7 }])));
    // blocks 250 to 300 are replaced by 60 others: segments of 64 are cut and full again
    columns.cutTo(250);
    const others = Array.from({ length: 60 }, (): MadeBlock => ({ totalFees: 5_555_555, size: 9 }));
    extendColumns(columns, others, 1_600_000_000 + 250 * 600);
    expect(columns.count).toBe(310);
    expect(answers(columns)).toEqual(answers(madeColumns([...blocks.slice(0, 250), ...others])));
  });

  it('of mining pools are recomputed when blocks change their mining pool', () => {
    const finder = createMiningPoolFinder([{ id: 4, name: 'Four', addresses: [], tags: ['/four/'] }]);
    const columns = madeColumns(Array.from({ length: 2_100 }, () => ({})));
    expect(miningPoolHashrates(columns, finder.byId(4), 1_700_000_000)).toEqual([]);
    for (const { facts } of columns.runs()) facts.miningPool.fill(4);
    columns.setRules(0, '0000000000000001');
    expect(miningPoolHashrates(columns, finder.byId(4), 1_700_000_000).map(({ share }) => share)).toEqual([1, 1, 1, 1]);
  });

  it('are not shared between windows or steps', () => {
    const columns = madeColumns(Array.from({ length: 300 }, (_, height): MadeBlock => ({ totalFees: height })));
    expect(blockFees(columns, all, unpriced)).toHaveLength(3);
    expect(blockFees(columns, { ...all, step: 600 }, unpriced)).toHaveLength(300);
    expect(blockFees(columns, { ...all, from: 1_600_000_000 + 290 * 600 }, unpriced)).toHaveLength(1);
  });
});

describe('hash rate', () => {
  // work of a block of difficulty 1: 0x100010001, the chain work of mainnet's genesis block
  const work = 4_295_032_833;

  it('is the work of blocks over the time between the earliest and the latest of them and their parent', () => {
    const headers = headerColumns(madeColumns(Array.from({ length: 200 }, () => ({}))));
    expect(networkHashrate(headers, 10, 150)).toBe((10 * work) / 6_000);
    // more blocks than there are: all
    expect(networkHashrate(headers, 1_008, 199)).toBe((199 * work) / (199 * 600));
    expect(networkHashrate(headers, 10, 0)).toBe(0);
    expect(networkHashrate(headers, 0, 150)).toBe(0);
    expect(networkHashrate(headerColumns(madeColumns([{ time: 5 }, { time: 5 }])), 1, 1)).toBe(0);
  });

  it('has a point for each complete day, including days without blocks', () => {
    // block 0 long before; 3 blocks on the first day, none on the second, 2 on the third, 1 today
    const start = 20_000 * day;
    const columns = madeColumns([
      { time: 10 },
      { time: start + 100 },
      { time: start + 700 },
      { time: start + 1_300 },
      { time: start + 2 * day },
      { time: start + 2 * day + 600 },
      { time: start + 3 * day + 5 },
    ]);
    const now = start + 3 * day + 50;
    const { hashrates, currentDifficulty, currentHashrate } = networkHashrates(columns, mainnet, all, now);
    expect(hashrates).toEqual([
      { timestamp: start + day, avgHashrate: (3 * work) / (start + 1_300 - 10) },
      { timestamp: start + 2 * day, avgHashrate: 0 },
      { timestamp: start + 3 * day, avgHashrate: (2 * work) / (2 * day + 600 - 1_300) },
    ]);
    expect(currentDifficulty).toBe(1);
    expect(currentHashrate).toBe((6 * work) / (start + 3 * day + 5 - 10));
    const lastDay = networkHashrates(columns, mainnet, windowOf('24h', now), now);
    expect(lastDay.hashrates.map(({ timestamp }) => timestamp)).toEqual([start + 3 * day]);
  });

  const finder = createMiningPoolFinder([
    { id: 4, name: 'Four', addresses: [], tags: ['/four/'] },
    { id: 9, name: 'Nine', addresses: [], tags: ['/nine/'] },
  ]);
  // a Monday; weeks A (4: 3 blocks, 9: 1), B (9: 2), C (none), D (4: 1, 9: 1), and now
  const monday = 4 * day + 2_700 * 7 * day;
  const week = 7 * day;
  const weeks: [number, number][] = [
    [monday + 600, 4],
    [monday + 1_200, 4],
    [monday + 1_800, 9],
    [monday + 2_400, 4],
    [monday + week, 9],
    [monday + week + 600, 9],
    [monday + 3 * week + 5 * day, 4],
    [monday + 3 * week + 5 * day + 600, 9],
  ];
  const columns = madeColumns([{ time: monday - 600 }, ...weeks.map(([time, miningPool]) => ({ time, miningPool }))]);
  const now = monday + 4 * week + 60;

  it('of a mining pool is its share of each week that ended on a Monday', () => {
    const four = miningPoolHashrates(columns, miningPoolOfSlug(finder, 'four'), now);
    expect(four.map(({ timestamp, share }) => [(timestamp - monday) / week, share])).toEqual([
      [1, 0.75],
      [2, 0],
      [3, 0],
      [4, 0.5],
    ]);
    expect(four[0]).toEqual({
      timestamp: monday + week,
      avgHashrate: 0.75 * ((4 * work) / 3_000),
      share: 0.75,
      poolName: 'Four',
    });
    expect(miningPoolHashrates(columns, miningPoolOfSlug(finder, 'unknown'), now)).toEqual([]);
  });

  it('of all mining pools covers those of the last seven days, highest first', () => {
    const rows = allMiningPoolHashrates(columns, finder, all, now);
    expect(rows.map(({ timestamp, poolName, share }) => [(timestamp - monday) / week, poolName, share])).toEqual([
      [1, 'Four', 0.75],
      [1, 'Nine', 0.25],
      [2, 'Nine', 1],
      [4, 'Four', 0.5],
      [4, 'Nine', 0.5],
    ]);
    expect(allMiningPoolHashrates(columns, finder, all, now + week)).toEqual([]);
    expect(allMiningPoolHashrates(columns, finder, windowOf('1w', now), now).map(({ timestamp }) => timestamp)).toEqual(
      [monday + 4 * week, monday + 4 * week],
    );
  });
});

describe('difficulty changes', () => {
  // mainnet's first one was at block 32,256: from 0x1d00ffff to 0x1d00d86a
  const first: MadeBlock[] = [
    ...Array.from({ length: 4_032 }, () => ({ bits: 0x1d00ffff })),
    ...Array.from({ length: 10 }, () => ({ bits: 0x1d00d86a })),
  ];

  it('are at first blocks of epochs, as ratios', () => {
    const columns = madeColumns(first, 1_000_000);
    expect(difficultyRecords(columns, mainnet, all)).toEqual([
      [1_000_000 + 600 * 4_032, 4_032, 1.182899534312841, 1.1829],
      [1_000_000, 0, 1, 0],
    ]);
    expect(difficultyRecords(columns, mainnet, { ...all, from: 1_000_001 })).toHaveLength(1);
  });

  it('exclude blocks of minimum difficulty in between', () => {
    const columns = madeColumns(first.map((block, height) => (height % 7 === 3 ? { bits: 0x1d00ffff } : block)));
    expect(difficultyRecords(columns, testnet, all).map(([, height]) => height)).toEqual([4_032, 0]);
  });

  it('are absent where the network has none', () => {
    expect(difficultyRecords(madeColumns(first), regtest, all).map(([, height]) => height)).toEqual([0]);
  });
});

describe('mining pools of the columns', () => {
  const finder = createMiningPoolFinder([
    {
      id: 4,
      name: 'Four & Co',
      addresses: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
      tags: ['/four/'],
      link: 'https://4',
    },
    { id: 9, name: 'Nine', addresses: [], tags: ['/nine/'] },
    { id: 10, name: 'nine', addresses: [], tags: ['/other nine/'] },
  ]);
  const now = 1_000_000_000;
  const columns = madeColumns([
    { time: now - 40 * day, miningPool: 4, reward: 5 },
    { time: now - 20 * day, miningPool: 77, reward: 7, txCount: 3 },
    { time: now - 5 * day, miningPool: 9, reward: 11, txCount: 2 },
    { time: now - 2 * day, miningPool: 4, reward: 13, txCount: 2 },
    { time: now - 3_600, miningPool: 4, reward: 17 },
    { time: now - 1_800, miningPool: 9, reward: 19, txCount: 2 },
    { time: now - 600, miningPool: 4, reward: 23, txCount: 9 },
  ]);

  it('are ranked by blocks; those missing in the list are Unknown', () => {
    const { pools: ranks, ...rest } = miningPoolsRanking(columns, finder, all, now);
    expect(ranks).toEqual([
      {
        poolId: 4,
        poolUniqueId: 4,
        name: 'Four & Co',
        link: 'https://4',
        slug: 'fourco',
        blockCount: 4,
        emptyBlocks: 2,
        rank: 1,
        avgMatchRate: null,
        avgFeeDelta: null,
      },
      expect.objectContaining({ name: 'Nine', blockCount: 2, emptyBlocks: 0, rank: 2 }),
      expect.objectContaining({ name: 'Unknown', poolUniqueId: 0, blockCount: 1, rank: 3 }),
    ]);
    const work = 4_295_032_833;
    expect(rest).toEqual({
      blockCount: 7,
      lastEstimatedHashrate: (3 * work) / (2 * day - 600),
      lastEstimatedHashrate3d: (4 * work) / (5 * day - 600),
      lastEstimatedHashrate1w: (5 * work) / (20 * day - 600),
    });
    const lastDay = miningPoolsRanking(columns, finder, windowOf('24h', now), now);
    expect(lastDay.pools.map(({ name, blockCount }) => [name, blockCount])).toEqual([
      ['Four & Co', 2],
      ['Nine', 1],
    ]);
  });

  it('have a page each', () => {
    expect(miningPoolPage(columns, finder, miningPoolOfSlug(finder, 'FourCo'), now)).toEqual({
      pool: {
        id: 4,
        name: 'Four & Co',
        link: 'https://4',
        addresses: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
        regexes: ['/four/'],
        slug: 'fourco',
        unique_id: 4,
      },
      blockCount: { all: 4, '24h': 2, '1w': 3 },
      blockShare: { all: 4 / 7, '24h': 2 / 3, '1w': 3 / 5 },
      estimatedHashrate: (2 / 3) * ((3 * 4_295_032_833) / (2 * day - 600)),
      reportedHashrate: null,
      avgBlockHealth: null,
      totalReward: '58',
    });
    expect(() => miningPoolOfSlug(finder, 'missing')).toThrow(expect.objectContaining({ code: 'v1.pool' }));
  });

  it('have unique slugs, also for equal names', () => {
    expect(miningPoolNames(finder)).toEqual([
      { name: 'Four & Co', slug: 'fourco', unique_id: 4 },
      { name: 'Nine', slug: 'nine', unique_id: 9 },
      { name: 'nine', slug: 'nine10', unique_id: 10 },
      { name: 'Unknown', slug: 'unknown', unique_id: 0 },
    ]);
  });

  it('sums rewards of the newest blocks, in whole sats as text', () => {
    const fees = madeColumns([
      { totalFees: 1, reward: 10 },
      { totalFees: 2_100_000_000_000_000, reward: 2_100_000_000_000_001, txCount: 3 },
      { totalFees: 4, reward: 40, txCount: 5 },
    ]);
    expect(rewardStats(fees, 2)).toEqual({
      startBlock: 1,
      endBlock: 2,
      totalReward: '2100000000000041',
      totalFee: '2100000000000004',
      totalTx: '8',
    });
    expect(rewardStats(fees, 1_000)).toMatchObject({ startBlock: 0, totalTx: '9' });
  });
});
