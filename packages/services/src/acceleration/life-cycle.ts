import type { Selectable } from 'kysely';
import type { AccelerationStatus, AccelerationTable } from '../database/tables/tables.ts';
import type { MinedFacts, TxLocation } from './chain.ts';
import { neededBoost } from './estimate.ts';

/** A stored acceleration. */
export type AccelerationRow = Selectable<AccelerationTable>;

/** Confirmations after which an acceleration is charged. */
export const finalConfirmations = 3;
/** Blocks after which the bid of a transaction that is not accelerated any more is refunded. */
export const refundBlocks = 2;
/** A bid is refunded when the transaction is not mined in this time. */
export const bidSeconds = 14 * 86_400;

/** Observation of an acceleration. */
export interface Observation {
  location: TxLocation;
  /** Height of the tip. */
  height: number;
  nowSeconds: number;
  /** Of its block; undefined outside of blocks. */
  mined: MinedFacts | undefined;
  /** Unique ids of the participating mining pools; empty: every block counts. */
  miningPoolIds: readonly number[];
}

/** The next state of an acceleration. */
export interface Transition {
  status: AccelerationStatus;
  event: string;
  set: Partial<
    Pick<AccelerationRow, 'bid_boost' | 'block_hash' | 'block_height' | 'mined_by' | 'failed_height' | 'canceled'>
  >;
  /** Sats that are charged; the rest of the hold is refunded. Undefined: the hold stays. */
  settle?: number;
}

const unmined = { bid_boost: null, block_hash: null, block_height: null, mined_by: null } as const;

/** Returns the sats that an acceleration holds. */
export const heldSats = ({ bid, base_fee, vsize_fee }: AccelerationRow): number => bid + base_fee + vsize_fee;

/**
 * Returns the next state of an acceleration that miners have, or undefined when it stays. It is pure: applying it and
 * observing again leads to the final state, in whatever order blocks and restarts come.
 */
export function nextState(row: AccelerationRow, seen: Observation): Transition | undefined {
  switch (seen.location.in) {
    case 'unknown':
      return undefined;
    case 'mempool':
      return inMempool(row, seen);
    case 'nowhere':
      return failing(row, seen.height, seen.height, 'replaced or evicted', unmined);
    case 'block':
      return inBlock(row, seen, seen.location);
  }
}

function inMempool(row: AccelerationRow, { nowSeconds }: Observation): Transition | undefined {
  if (row.expires <= nowSeconds) return { status: 'failed', event: 'expired', set: unmined, settle: 0 };
  if (row.status === 'accelerating' || row.status === 'requested') return undefined;
  return { status: 'accelerating', event: 'in the mempool again', set: { ...unmined, failed_height: null } };
}

/** Not accelerated any more since a height: refunded after some blocks, which a reorg may disconnect. */
function failing(
  row: AccelerationRow,
  since: number,
  height: number,
  event: string,
  set: Transition['set'],
): Transition | undefined {
  const isSame = row.status === 'failed_provisional' && row.block_hash === (set.block_hash ?? null);
  // a lower height than before: the chain was reorganized
  if (!isSame || (row.failed_height ?? since) > height)
    return { status: 'failed_provisional', event, set: { ...set, failed_height: since } };
  if (height < (row.failed_height ?? since) + refundBlocks) return undefined;
  return { status: 'failed', event: 'refunded', set: {}, settle: 0 };
}

function inBlock(
  row: AccelerationRow,
  { height, mined, miningPoolIds }: Observation,
  block: { height: number; hash: string },
): Transition | undefined {
  if (mined === undefined) return undefined;
  const place = { block_hash: block.hash, block_height: block.height, mined_by: mined.miningPoolId };
  const isParticipant = miningPoolIds.length === 0 || miningPoolIds.includes(mined.miningPoolId);
  if (!isParticipant)
    return failing(row, block.height, height, 'mined by another mining pool', { ...place, bid_boost: null });
  if (row.status !== 'completed_provisional' || row.block_hash !== block.hash) {
    const set = { ...place, bid_boost: neededBoost(row.bid, mined), failed_height: null };
    return { status: 'completed_provisional', event: 'mined', set };
  }
  if (height - block.height + 1 < finalConfirmations) return undefined;
  const charge = (row.bid_boost ?? 0) + row.base_fee + row.vsize_fee;
  return { status: 'completed', event: 'charged', set: {}, settle: charge };
}
