import type { NetworkHashrate, PoolHashrate } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import { difficultyOf, type NetworkRow } from '@glassblock/primitives';
import type { ListedPool, PoolFinder } from '../query/mining-pools.ts';
import { difficultyRecords } from './difficulty-records.ts';
import { headerColumns, networkHashrate, WorkTable } from './network-hashrate.ts';
import { minedSince } from './pool-counts.ts';
import type { MiningWindow } from './windows.ts';

const day = 86_400;
/** Blocks over which the hash rate of now is estimated. */
const currentBlocks = 1_008;
const poolNumbers = 65_536;

/** Hash rate of each UTC day that is over, and where the difficulty changed. Days begin with the one of block 1: genesis
 *  blocks bear the date of their network's birth. Source: domain-blocks-mining 13  @param now  Unix seconds */
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

/** Weeks of the pools that mined a block in the last seven days: oldest first, inside a week by the last days' rank. */
export function poolsHashrates(
  columns: FactColumns,
  pools: PoolFinder,
  window: MiningWindow,
  now: number,
): PoolHashrate[] {
  const ranked = minedSince(columns, pools, now - weeks.length).map(({ pool }) => pool);
  return periodsIn(columns, weeks, window.from, now).flatMap((week) =>
    ranked.flatMap((pool) => (blocksOf(week, pool) === 0 ? [] : [hashrateOf(week, pool)])),
  );
}

/** Weeks of one pool from the first in which it mined a block to the last. */
export function poolHashrates(columns: FactColumns, pool: ListedPool, now: number): PoolHashrate[] {
  const all = periodsIn(columns, weeks, 0, now);
  const isActive = (week: Period) => blocksOf(week, pool) > 0;
  const first = all.findIndex(isActive);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(isActive) + 1).map((week) => hashrateOf(week, pool));
}

const blocksOf = ({ pools }: Period, { id }: ListedPool): number => pools?.get(id) ?? 0;

function hashrateOf(week: Period, pool: ListedPool): PoolHashrate {
  const share = week.blocks === 0 ? 0 : blocksOf(week, pool) / week.blocks;
  return { timestamp: week.end, avgHashrate: share * week.hashrate, share, poolName: pool.name };
}

/** Into what time is cut: length, Unix seconds at which a piece begins, whether pools are counted. */
interface Calendar {
  readonly length: number;
  readonly offset: number;
  readonly withPools: boolean;
}

const days: Calendar = { length: day, offset: 0, withPools: false };
/** 1970 began on a Thursday; weeks end on Mondays at 00:00 UTC. */
const weeks: Calendar = { length: 7 * day, offset: 4 * day, withPools: true };

interface Period {
  /** Unix seconds; the period ends before it. */
  end: number;
  blocks: number;
  /** Of the network, H/s. */
  hashrate: number;
  /** Blocks by pool number. */
  pools: ReadonlyMap<number, number> | undefined;
}

/** Periods that are over by now and ended since `from`, oldest first. */
function periodsIn(columns: FactColumns, calendar: Calendar, from: number, now: number): Period[] {
  return allPeriods(columns, calendar).filter(({ end }) => end >= from && end <= now);
}

interface Remembered {
  revision: number;
  count: number;
  periods: Period[];
}

/** Until the next block: all windows are cut from the same periods. */
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

/** Periods from that of block 1 to that of the last block; those without blocks between them too. */
function periodsOf(columns: FactColumns, { length, offset, withPools }: Calendar): Period[] {
  const known = new Map<number, { blocks: number; last: number; pools: Map<number, number> }>();
  // blocks of each pool in the period at work: neighbours are mostly of the same one
  const counts = new Uint32Array(withPools ? poolNumbers : 0);
  let counted: number[] = [];
  let current = { blocks: 0, last: -1, pools: new Map<number, number>() };
  let currentKey = Number.NaN;
  const settle = () => {
    for (const pool of counted) {
      current.pools.set(pool, (current.pools.get(pool) ?? 0) + counts[pool]!);
      counts[pool] = 0;
    }
    counted = [];
  };
  for (const { first, length: blocks, facts } of columns.runs()) {
    const { time: times, pool: poolOf } = facts;
    for (let i = first === 0 ? 1 : 0; i < blocks; i++) {
      const key = Math.floor((times[i]! - offset) / length);
      if (key !== currentKey) {
        settle();
        currentKey = key;
        const there = known.get(key);
        if (there === undefined) known.set(key, (current = { blocks: 0, last: -1, pools: new Map() }));
        else current = there;
      }
      current.blocks++;
      if (first + i > current.last) current.last = first + i;
      if (!withPools) continue;
      const pool = poolOf[i]!;
      if (counts[pool] === 0) counted.push(pool);
      counts[pool]!++;
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
    const { blocks, last, pools } = known.get(key) ?? { blocks: 0, last: -1, pools: undefined };
    list.push({
      end: (key + 1) * length + offset,
      blocks,
      hashrate: networkHashrate(headers, blocks, last, work),
      pools,
    });
  }
  return list;
}
