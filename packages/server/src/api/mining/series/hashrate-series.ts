import type { MiningPoolHashrate, NetworkHashrate } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import { difficultyOf, type NetworkRow } from '@glassblock/primitives';
import type { ListedMiningPool, MiningPoolFinder } from '../../../mining-pools/mining-pools.ts';
import { difficultyRecords } from '../difficulty-records.ts';
import { minedSince } from '../mining-pool-counts.ts';
import { headerColumns, networkHashrate, WorkTable } from '../network-hashrate.ts';
import type { MiningWindow } from './windows.ts';

const day = 86_400;
/** Number of blocks for the current hash rate. */
const currentBlocks = 1_008;
const miningPoolNumbers = 65_536;

/**
 * Returns the hash rate of each complete UTC day, and the difficulty changes. Days start with that of block 1: genesis
 * blocks have an arbitrary date.
 */
export function networkHashrates(
  columns: FactColumns,
  network: NetworkRow,
  window: MiningWindow,
  now: number,
): NetworkHashrate {
  const headers = headerColumns(columns);
  const tip = columns.count - 1;
  const difficulty = difficultyRecords(columns, network, window)
    .reverse()
    .map(([time, height, difficulty, adjustment]) => ({ time, height, difficulty, adjustment }));
  return {
    hashrates: periodsIn(columns, days, window.from, now).map(({ end, hashrate }) => ({
      timestamp: end,
      avgHashrate: hashrate,
    })),
    difficulty,
    currentHashrate: networkHashrate(headers, currentBlocks, tip),
    currentDifficulty: difficultyOf(headers.bitsAt(tip)),
  };
}

/** Returns weeks of the mining pools that mined a block in the last seven days: oldest first, within a week by rank. */
export function allMiningPoolHashrates(
  columns: FactColumns,
  miningPools: MiningPoolFinder,
  window: MiningWindow,
  now: number,
): MiningPoolHashrate[] {
  const ranked = minedSince(columns, miningPools, now - weeks.length).map(({ miningPool }) => miningPool);
  return periodsIn(columns, weeks, window.from, now).flatMap((week) =>
    ranked.flatMap((miningPool) => (blocksOf(week, miningPool) === 0 ? [] : [hashrateOf(week, miningPool)])),
  );
}

/** Returns weeks of one mining pool from its first block to its last. */
export function miningPoolHashrates(
  columns: FactColumns,
  miningPool: ListedMiningPool,
  now: number,
): MiningPoolHashrate[] {
  const all = periodsIn(columns, weeks, 0, now);
  const isActive = (week: Period) => blocksOf(week, miningPool) > 0;
  const first = all.findIndex(isActive);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(isActive) + 1).map((week) => hashrateOf(week, miningPool));
}

const blocksOf = ({ miningPools }: Period, { id }: ListedMiningPool): number => miningPools?.get(id) ?? 0;

function hashrateOf(week: Period, miningPool: ListedMiningPool): MiningPoolHashrate {
  const share = week.blocks === 0 ? 0 : blocksOf(week, miningPool) / week.blocks;
  return { timestamp: week.end, avgHashrate: share * week.hashrate, share, poolName: miningPool.name };
}

/** Division of time: length, Unix seconds of a start, whether mining pools are counted. */
interface Calendar {
  readonly length: number;
  readonly offset: number;
  readonly withMiningPools: boolean;
}

const days: Calendar = { length: day, offset: 0, withMiningPools: false };
/** 1970 started on a Thursday; weeks end on Mondays at 00:00 UTC. */
const weeks: Calendar = { length: 7 * day, offset: 4 * day, withMiningPools: true };

interface Period {
  /** End of the period, Unix seconds, exclusive. */
  end: number;
  blocks: number;
  /** Hash rate of the network, H/s. */
  hashrate: number;
  /** Blocks by mining pool number. */
  miningPools: ReadonlyMap<number, number> | undefined;
}

/** Complete periods that ended since `from`, oldest first. */
function periodsIn(columns: FactColumns, calendar: Calendar, from: number, now: number): Period[] {
  return allPeriods(columns, calendar).filter(({ end }) => end >= from && end <= now);
}

interface Remembered {
  revision: number;
  count: number;
  periods: Period[];
}

/** Until the next block: all windows use the same periods. */
const remembered = new WeakMap<FactColumns, Map<Calendar, Remembered>>();

function allPeriods(columns: FactColumns, calendar: Calendar): Period[] {
  const { revision, count } = columns;
  let ofColumns = remembered.get(columns);
  if (ofColumns === undefined) remembered.set(columns, (ofColumns = new Map()));
  const known = ofColumns.get(calendar);
  if (known !== undefined && known.revision === revision && known.count === count) return known.periods;
  const periods = periodsOf(columns, calendar);
  ofColumns.set(calendar, { revision, count, periods });
  return periods;
}

/** Periods from that of block 1 to that of the last block, including those without blocks. */
function periodsOf(columns: FactColumns, { length, offset, withMiningPools }: Calendar): Period[] {
  const known = new Map<number, { blocks: number; last: number; miningPools: Map<number, number> }>();
  // blocks of each mining pool in the current period
  const counts = new Uint32Array(withMiningPools ? miningPoolNumbers : 0);
  let counted: number[] = [];
  let current = { blocks: 0, last: -1, miningPools: new Map<number, number>() };
  let currentKey = Number.NaN;
  const settle = () => {
    for (const miningPool of counted) {
      current.miningPools.set(miningPool, (current.miningPools.get(miningPool) ?? 0) + counts[miningPool]!);
      counts[miningPool] = 0;
    }
    counted = [];
  };
  for (const { first, length: blocks, facts } of columns.runs()) {
    const { time: times, miningPool: poolOf } = facts;
    for (let i = first === 0 ? 1 : 0; i < blocks; i++) {
      const key = Math.floor((times[i]! - offset) / length);
      if (key !== currentKey) {
        settle();
        currentKey = key;
        const there = known.get(key);
        if (there === undefined) known.set(key, (current = { blocks: 0, last: -1, miningPools: new Map() }));
        else current = there;
      }
      current.blocks++;
      if (first + i > current.last) current.last = first + i;
      if (!withMiningPools) continue;
      const miningPool = poolOf[i]!;
      if (counts[miningPool] === 0) counted.push(miningPool);
      counts[miningPool]!++;
    }
  }
  settle();
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const key of known.keys()) {
    oldest = Math.min(oldest, key);
    newest = Math.max(newest, key);
  }
  const headers = headerColumns(columns);
  const work = new WorkTable();
  const list: Period[] = [];
  for (let key = oldest; key <= newest; key++) {
    const { blocks, last, miningPools } = known.get(key) ?? { blocks: 0, last: -1, miningPools: undefined };
    list.push({
      end: (key + 1) * length + offset,
      blocks,
      hashrate: networkHashrate(headers, blocks, last, work),
      miningPools,
    });
  }
  return list;
}
