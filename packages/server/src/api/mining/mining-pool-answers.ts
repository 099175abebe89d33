import type { BlockExt, MiningPoolName, MiningPoolPage, MiningPoolsRanking } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';
import type { AuditScore } from '@glassblock/mempool/audit';
import { CodedError } from '@glassblock/primitives';
import type { ListedMiningPool, MiningPoolFinder } from '../../mining-pools/mining-pools.ts';
import { withIndex } from '../../network/chain/chain-context.ts';
import type { BlockContext } from '../block/block-context.ts';
import { extended } from '../block/blocks.ts';
import { cachedTips } from '../block/chain-tips.ts';
import { auditedSince } from './audited-mining-pools.ts';
import { type MiningPoolCount, minedSince } from './mining-pool-counts.ts';
import { headerColumns, networkHashrate } from './network-hashrate.ts';
import type { MiningWindow } from './series/windows.ts';

const day = 86_400;
const blocksPerPage = 100;

/**
 * Returns the mining pool of a slug.
 * @throws {CodedError} v1.pool
 */
export function miningPoolOfSlug(miningPools: MiningPoolFinder, slug: string | undefined): ListedMiningPool {
  const miningPool = slug === undefined ? undefined : miningPools.bySlug(slug.toLowerCase());
  if (miningPool === undefined) throw new CodedError('v1.pool', 'no mining pool has this slug', { datum: slug });
  return miningPool;
}

/** Returns name, slug and id of all mining pools. */
export const miningPoolNames = (miningPools: MiningPoolFinder): MiningPoolName[] =>
  miningPools.list.map(({ name, slug, id }) => ({ name, slug, unique_id: id }));

const blocksOf = (counts: readonly MiningPoolCount[]): number => counts.reduce((sum, { blocks }) => sum + blocks, 0);

/**
 * Returns mining pools of an interval by blocks, and the hash rate of the network over three others.
 * @param scores audits of blocks of the best chain
 */
export function miningPoolsRanking(
  columns: FactColumns,
  miningPools: MiningPoolFinder,
  window: MiningWindow,
  now: number,
  scores: readonly AuditScore[] = [],
): MiningPoolsRanking {
  const headers = headerColumns(columns);
  const counts = minedSince(columns, miningPools, window.from);
  const audited = auditedSince(scores, columns, miningPools, window.from);
  const hashrateOver = (days: number) =>
    networkHashrate(headers, blocksOf(minedSince(columns, miningPools, now - days * day)), columns.count - 1);
  return {
    pools: counts.map(({ miningPool: { id, name, link, slug }, blocks, empty }, i) => ({
      poolId: id,
      poolUniqueId: id,
      name,
      link,
      slug,
      blockCount: blocks,
      emptyBlocks: empty,
      rank: i + 1,
      avgMatchRate: audited.get(id)?.matchRate ?? null,
      avgFeeDelta: audited.get(id)?.feeDelta?.toFixed(8) ?? null,
    })),
    blockCount: blocksOf(counts),
    lastEstimatedHashrate: hashrateOver(1),
    lastEstimatedHashrate3d: hashrateOver(3),
    lastEstimatedHashrate1w: hashrateOver(7),
  };
}

/**
 * Returns one mining pool: total, last day, last week.
 * @param scores audits of blocks of the best chain
 */
export function miningPoolPage(
  columns: FactColumns,
  miningPools: MiningPoolFinder,
  miningPool: ListedMiningPool,
  now: number,
  scores: readonly AuditScore[] = [],
): MiningPoolPage {
  const over = (since: number) => {
    const counts = minedSince(columns, miningPools, since);
    const own = counts.find((count) => count.miningPool === miningPool);
    const all = blocksOf(counts);
    const blocks = own?.blocks ?? 0;
    return { all, blocks, rewardSats: own?.rewardSats ?? 0, share: all === 0 ? 0 : blocks / all };
  };
  const ever = over(0);
  const lastDay = over(now - day);
  const lastWeek = over(now - 7 * day);
  const { id, name, link, addresses, tags, slug } = miningPool;
  return {
    pool: { id, name, link, addresses: [...addresses], regexes: [...tags], slug, unique_id: id },
    blockCount: { all: ever.blocks, '24h': lastDay.blocks, '1w': lastWeek.blocks },
    blockShare: { all: ever.share, '24h': lastDay.share, '1w': lastWeek.share },
    estimatedHashrate: lastDay.share * networkHashrate(headerColumns(columns), lastDay.all, columns.count - 1),
    reportedHashrate: null,
    avgBlockHealth: auditedSince(scores, columns, miningPools, 0).get(id)?.matchRate ?? null,
    totalReward: String(ever.rewardSats),
  };
}

/** Heights of a mining pool's newest blocks below a height, highest first. */
function heightsOf(
  columns: FactColumns,
  miningPools: MiningPoolFinder,
  miningPool: ListedMiningPool,
  below: number,
): number[] {
  const heights: number[] = [];
  for (const { first, length, facts } of columns.runs().reverse()) {
    for (let i = Math.min(length, below - first) - 1; i >= 0; i--) {
      if (miningPools.byId(facts.miningPool[i]!) !== miningPool) continue;
      heights.push(first + i);
      if (heights.length === blocksPerPage) return heights;
    }
  }
  return heights;
}

/** Returns blocks of a mining pool below a height, newest first, at most 100. */
export async function miningPoolBlocks(
  context: BlockContext,
  columns: FactColumns,
  miningPool: ListedMiningPool,
  below: number,
): Promise<BlockExt[]> {
  const heights = heightsOf(columns, context.miningPools, miningPool, below);
  const blocks = await withIndex(context, async (view) => {
    const [rows, tips] = await Promise.all([view.blocksAt(heights), cachedTips(context)]);
    return rows.flatMap((row) => (row === undefined ? [] : [extended(context, row, tips)]));
  });
  return blocks ?? [];
}
