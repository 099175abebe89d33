import type { FactColumns } from '@glassblock/index';
import type { AuditScore } from '@glassblock/mempool/audit';
import type { MiningPoolFinder } from '../../mining-pools/mining-pools.ts';

/** Means over the audited blocks of a mining pool. */
export interface AuditedMiningPool {
  /** Percent, two decimals. */
  matchRate: number;
  /** Ratio of actual to expected fees, less one; undefined where nothing was expected. */
  feeDelta: number | undefined;
}

/**
 * Returns mining pools by number.
 * @param scores of blocks of the best chain
 * @param since Unix seconds, inclusive
 */
export function auditedSince(
  scores: readonly AuditScore[],
  columns: FactColumns,
  miningPools: MiningPoolFinder,
  since: number,
): Map<number, AuditedMiningPool> {
  const sums = new Map<number, { blocks: number; matchRate: number; paying: number; feeDelta: number }>();
  for (const { height, time, matchRate, fees, expectedFees } of scores) {
    if (time < since || height >= columns.count) continue;
    const { facts, i } = columns.at(height);
    const { id } = miningPools.byId(facts.miningPool[i]!);
    const sum = sums.get(id) ?? { blocks: 0, matchRate: 0, paying: 0, feeDelta: 0 };
    sums.set(id, sum);
    sum.blocks++;
    sum.matchRate += matchRate;
    if (expectedFees === 0) continue;
    sum.paying++;
    sum.feeDelta += (fees - expectedFees) / expectedFees;
  }
  const means = new Map<number, AuditedMiningPool>();
  for (const [id, { blocks, matchRate, paying, feeDelta }] of sums) {
    means.set(id, {
      matchRate: Math.round((100 * matchRate) / blocks) / 100,
      feeDelta: paying === 0 ? undefined : feeDelta / paying,
    });
  }
  return means;
}
