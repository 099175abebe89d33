import type { FactColumns } from '@glassblock/index';
import type { ListedPool, PoolFinder } from '../query/mining-pools.ts';

/** What a pool mined. */
export interface PoolCount {
  pool: ListedPool;
  blocks: number;
  /** With nothing but the coinbase. */
  empty: number;
  rewardSats: number;
}

/** Pools that mined blocks since a time, most blocks first, then by number; blocks of pools that the list no longer has are
 *  Unknown's. @param since  Unix seconds, included */
export function minedSince(columns: FactColumns, pools: PoolFinder, since: number): PoolCount[] {
  const places = pools.list.reduce((most, { id }) => Math.max(most, id), 0) + 1;
  const blocks = new Uint32Array(places);
  const empty = new Uint32Array(places);
  const rewards = new Float64Array(places);
  for (const { length, facts, latest } of columns.runs()) {
    if (latest < since) continue;
    const { time, pool, txCount, reward } = facts;
    for (let i = 0; i < length; i++) {
      if (time[i]! < since) continue;
      const id = pool[i]! < places ? pool[i]! : 0;
      blocks[id]!++;
      if (txCount[i] === 1) empty[id]!++;
      rewards[id]! += reward[i]!;
    }
  }
  const counts = new Map<ListedPool, PoolCount>();
  for (let id = 0; id < blocks.length; id++) {
    if (blocks[id] === 0) continue;
    const pool = pools.byId(id);
    const count = counts.get(pool) ?? { pool, blocks: 0, empty: 0, rewardSats: 0 };
    counts.set(pool, count);
    count.blocks += blocks[id]!;
    count.empty += empty[id]!;
    // exact: all coins together are 2.1e15 sats, below 2^53
    count.rewardSats += rewards[id]!;
  }
  return [...counts.values()].sort((a, b) => b.blocks - a.blocks || a.pool.id - b.pool.id);
}
