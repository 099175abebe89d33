import { tailShare } from './forecast.ts';

/** What entry-rate needs of a block. */
export interface FilledBlock {
  /** Rate and weight of transactions without the coinbase, in any order; the rate is that of the package it was mined with. */
  txs: readonly { rate: number; weight: number }[];
  /** WU, coinbase and all. */
  weight: number;
  /** WU of the pool just before, as far as it is known. */
  waitingWeight?: number | undefined;
}

/** A block that let nothing in, whatever it paid. */
export const closedBlock = Number.POSITIVE_INFINITY;

const blockWeight = 4_000_000;
/** From this share on a block counts as full. */
const fullShare = 0.95;

/**
 * The lowest rate, sat/vB, at which one more transaction would have entered a block.
 * @returns of a full block the rate at which the cheapest 2 % of its weight begin; 0 when it had room for everything;
 *   `closedBlock` when its miner left it empty beside a pool that was not
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

/** Whether a block that is not full left more out than it had room for. Of an unknown pool: whether it is empty. */
function isPartial({ txs, weight, waitingWeight }: FilledBlock): boolean {
  if (waitingWeight === undefined) return txs.length === 0;
  const taken = txs.reduce((sum, tx) => sum + tx.weight, 0);
  return waitingWeight - taken > blockWeight - weight;
}
