import type { RewardStats } from '@glassblock/contract';
import type { FactColumns } from '@glassblock/index';

/**
 * Returns total rewards, fees and transactions of the newest blocks.
 * @param blocks above 0; all when there are fewer
 */
export function rewardStats(columns: FactColumns, blocks: number): RewardStats {
  const endBlock = columns.count - 1;
  const startBlock = Math.max(0, columns.count - blocks);
  // exact: the total supply is 2.1e15 sats, below 2^53
  let [reward, fee, tx] = [0, 0, 0];
  for (const { first, length, facts } of columns.runs()) {
    const { reward: rewards, totalFees, txCount } = facts;
    for (let i = Math.max(0, startBlock - first); i < length; i++) {
      reward += rewards[i]!;
      fee += totalFees[i]!;
      tx += txCount[i]!;
    }
  }
  return {
    startBlock,
    endBlock,
    totalReward: String(reward),
    totalFee: String(fee),
    totalTx: String(tx),
  };
}
