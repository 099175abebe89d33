import type { FactColumns } from '@glassblock/index';
import type { ListedMiningPool, MiningPoolFinder } from '../../mining-pools/mining-pools.ts';

/** Blocks of a mining pool. */
export interface MiningPoolCount {
  miningPool: ListedMiningPool;
  blocks: number;
  /** Blocks with only a coinbase. */
  empty: number;
  rewardSats: number;
}

/**
 * Returns mining pools with blocks since a time, most blocks first, then by number; blocks of mining pools missing in the list
 * count as Unknown.
 * @param since Unix seconds, inclusive
 */
export function minedSince(columns: FactColumns, miningPools: MiningPoolFinder, since: number): MiningPoolCount[] {
  const places = miningPools.list.reduce((max, { id }) => Math.max(max, id), 0) + 1;
  const blocks = new Uint32Array(places);
  const empty = new Uint32Array(places);
  const rewards = new Float64Array(places);
  for (const { length, facts, latest } of columns.runs()) {
    if (latest < since) continue;
    const { time, miningPool, txCount, reward } = facts;
    for (let i = 0; i < length; i++) {
      if (time[i]! < since) continue;
      const id = miningPool[i]! < places ? miningPool[i]! : 0;
      blocks[id]!++;
      if (txCount[i] === 1) empty[id]!++;
      rewards[id]! += reward[i]!;
    }
  }
  const counts = new Map<ListedMiningPool, MiningPoolCount>();
  for (let id = 0; id < blocks.length; id++) {
    if (blocks[id] === 0) continue;
    const miningPool = miningPools.byId(id);
    const count = counts.get(miningPool) ?? { miningPool, blocks: 0, empty: 0, rewardSats: 0 };
    counts.set(miningPool, count);
    count.blocks += blocks[id]!;
    count.empty += empty[id]!;
    // exact: the total supply is 2.1e15 sats, below 2^53
    count.rewardSats += rewards[id]!;
  }
  return [...counts.values()].sort((a, b) => b.blocks - a.blocks || a.miningPool.id - b.miningPool.id);
}
