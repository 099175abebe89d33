import type { MempoolBlock } from '@glassblock/contract';
import { BlockOrder } from '@glassblock/mempool';
import { feeStatistics, hashFromDisplay } from '@glassblock/primitives';
import type { LiquidMempoolState, LiquidMempoolTx } from './liquid-mempool.ts';

/** The next blocks as the mempool fills them. */
export interface LiquidProjection {
  /** The next block first, at most eight. */
  readonly blocks: readonly MempoolBlock[];
  /** Fee rate of each transaction with those that it is mined with, sat/vB by txid; sizes are those with discount. */
  readonly rates: ReadonlyMap<string, number>;
}

const projections = new WeakMap<LiquidMempoolState, LiquidProjection>();

/**
 * Returns the projected blocks of a mempool; computed once for each of its states. Transactions are ordered by fee rate
 * with discount (ELIP 200); a block is full by its weight without.
 */
export function projectionOf(state: LiquidMempoolState): LiquidProjection {
  let projection = projections.get(state);
  if (projection === undefined) projections.set(state, (projection = project(state)));
  return projection;
}

function project({ txs }: LiquidMempoolState): LiquidProjection {
  const order = new BlockOrder({ seed: 1 });
  const slots = new Map<string, number>();
  const entries = new Map<number, LiquidMempoolTx>();
  for (const [txid, entry] of txs) {
    const { tx, fee } = entry;
    const figures = { fee, size: tx.discountWeight, weight: tx.weight, sigops: 0 };
    const slot = order.add(hashFromDisplay(txid), figures);
    slots.set(txid, slot);
    entries.set(slot, entry);
  }
  for (const [txid, { parents }] of txs) {
    for (const parent of parents) {
      const slot = slots.get(parent);
      if (slot !== undefined) order.link(slot, slots.get(txid)!);
    }
  }
  order.commit();
  const rateOf = (slot: number) => order.chunkFee(slot) / (order.chunkSize(slot) / 4);
  const blocks = order.blocks.map((_, index) => {
    const members = [...order.txsOf(index)].map((slot) => ({ entry: entries.get(slot)!, rate: rateOf(slot) }));
    const sum = (of: (entry: LiquidMempoolTx) => number) => members.reduce((total, { entry }) => total + of(entry), 0);
    const rated = members.map(({ entry: { fee, tx }, rate }) => ({ fee, weight: tx.weight, rate }));
    const { median, range } = feeStatistics(rated);
    return {
      blockSize: sum(({ tx }) => tx.size),
      blockVSize: sum(({ tx }) => tx.weight) / 4,
      nTx: members.length,
      totalFees: sum(({ fee }) => fee),
      medianFee: median,
      feeRange: range,
    };
  });
  return {
    blocks: blocks.filter(({ nTx }) => nTx > 0),
    rates: new Map([...slots].map(([txid, slot]) => [txid, rateOf(slot)])),
  };
}
