import { tailShare } from './forecast.ts';

/** A block as input of `entryRate`. */
export interface FilledBlock {
  /** Fee rate and weight of transactions without the coinbase, in any order; package fee rates. */
  txs: readonly { rate: number; weight: number }[];
  /** WU, including the coinbase. */
  weight: number;
  /** WU of the mempool just before, if known. */
  waitingWeight?: number | undefined;
}

/** A block that included nothing at any fee rate. */
export const closedBlock = Number.POSITIVE_INFINITY;

const blockWeight = 4_000_000;
/** From this share on a block counts as full. */
const fullShare = 0.95;

/**
 * Returns the lowest fee rate, sat/vB, at which one more transaction would have entered a block.
 * @returns for a full block the fee rate at which the lowest 2 % of its weight begin; 0 when it had space for all
 * transactions; `closedBlock` when it is empty although the mempool was not
 */
export function entryRate({ txs, weight, waitingWeight }: FilledBlock): number {
  const isFull = weight >= fullShare * blockWeight;
  if (!isFull && !isPartial({ txs, weight, waitingWeight })) return 0;
  if (txs.length === 0) return closedBlock;
  const sorted = [...txs].sort((a, b) => b.rate - a.rate);
  const counted = (1 - tailShare) * sorted.reduce((sum, tx) => sum + tx.weight, 0);
  let passed = 0;
  for (const tx of sorted) {
    passed += tx.weight;
    if (passed >= counted) return tx.rate;
  }
  return sorted.at(-1)!.rate;
}

/** True when a block that is not full left out more than its free space. With an unknown mempool: when it is empty. */
function isPartial({ txs, weight, waitingWeight }: FilledBlock): boolean {
  if (waitingWeight === undefined) return txs.length === 0;
  const taken = txs.reduce((sum, tx) => sum + tx.weight, 0);
  return waitingWeight - taken > blockWeight - weight;
}
