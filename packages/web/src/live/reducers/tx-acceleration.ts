import type { AccelerationRecord, CpfpInfo, MiningPoolsRanking, Tx } from '@glassblock/contract';
import { type AccelerationStatus, statusOf } from '../../features/acceleration/acceleration-status.ts';
import type { TrackedTx } from '../live-state.ts';

/** What is paid for a transaction beside its fee, and how that went. Whatever is not told, or senseless, is absent. */
export interface TxAcceleration {
  /** `settling`: it was accelerated when it was mined, and nobody has told yet what came of it. */
  state: AccelerationStatus['name'] | 'settling';
  /** When it was asked for, Unix seconds. */
  at?: number;
  /** Sats beside the fee: offered while it waits, paid once it is mined. */
  sats?: number;
  /** sat/vB with those. */
  rate?: number;
  /** Unique ids of the mining pools that take part, each once. */
  miningPools: readonly number[];
}

/** A mining pool that mined within the last week, and the part of its blocks that it mined, 0..1. */
export interface MiningPool {
  id: number;
  name: string;
  slug: string;
  share: number;
}

/** All there can be, sats. */
const allSats = 21e14;
/** Seconds since 1970 that fit in the four bytes of a block's time. */
const lastTime = 0xffff_ffff;
/** sat/vB that no sum of money pays for. */
const maxRate = 1e9;
/** More mining pools than there are. */
const maxMiningPools = 200;

const within = (value: number | undefined, max: number): number | undefined =>
  value !== undefined && value > 0 && value <= max ? value : undefined;
const idsOf = (ids: readonly number[] | undefined): number[] =>
  [...new Set(ids)].filter((id) => Number.isInteger(id) && id >= 0).slice(0, maxMiningPools);

/** The acceleration with what makes sense of its figures. */
function sensible(
  state: TxAcceleration['state'],
  said: {
    at?: number | undefined;
    sats?: number | undefined;
    rate?: number | undefined;
    miningPools?: readonly number[];
  },
): TxAcceleration {
  const at = within(said.at, lastTime);
  const sats = within(said.sats, allSats);
  const rate = within(said.rate, maxRate);
  return {
    state,
    ...(at !== undefined && { at }),
    ...(sats !== undefined && { sats }),
    ...(rate !== undefined && { rate }),
    miningPools: idsOf(said.miningPools),
  };
}

/** What is known of the acceleration of a transaction. Pure. @returns undefined when it is not accelerated */
export function accelerationOf(
  loaded: { cpfp?: CpfpInfo; request?: AccelerationRecord } | undefined,
  news: TrackedTx | undefined,
  status: Tx['status'],
): TxAcceleration | undefined {
  if (status.confirmed && loaded?.request) return settled(loaded.request);
  const cpfp = news?.cpfp ?? loaded?.cpfp;
  // the place is told with every change of the mining pool, so it knows best
  const isOn = news?.position
    ? news.position.accelerated === true
    : (news?.tx?.acceleration ?? cpfp?.acceleration) === true;
  if (!isOn) return undefined;
  // the first place that is told says that it is accelerated, but not by whom
  const published = [news?.position, news?.cpfp, news?.tx, loaded?.cpfp].find(
    (one) => one?.acceleratedBy !== undefined,
  );
  const miningPools = published?.acceleratedBy ?? [];
  // what was offered is not what is paid in the end
  if (status.confirmed) return sensible('settling', { at: published?.acceleratedAt, miningPools });
  const rate = cpfp?.acceleration === true ? cpfp.effectiveFeePerVsize : undefined;
  return sensible('pending', { at: published?.acceleratedAt, sats: published?.feeDelta, rate, miningPools });
}

function settled(request: AccelerationRecord): TxAcceleration | undefined {
  const status = statusOf(request);
  if (status === undefined) return undefined;
  const { added: at, effectiveFee, effectiveVsize, minedByPoolUniqueId: miner, pools: miningPools = [] } = request;
  // Who takes no part is not paid.
  const isOutside = status.name === 'mined' && miner !== undefined && request.pools !== undefined;
  if (status.name === 'canceled' || status.name === 'failed' || isOutside)
    return sensible(status.name, { at, miningPools });
  const sats = request.bidBoost ?? request.boostCost;
  const whole = effectiveVsize > 0 && sats !== undefined ? (effectiveFee + sats) / effectiveVsize : undefined;
  return sensible(status.name, { at, sats, rate: request.boostRate ?? whole, miningPools });
}

/** Whether more than its fee is, or was, paid for it. */
export const isPaid = (acceleration: TxAcceleration | undefined): boolean =>
  acceleration !== undefined &&
  (acceleration.state === 'pending' ||
    acceleration.state === 'settling' ||
    acceleration.state === 'completed' ||
    (acceleration.state === 'mined' && acceleration.sats !== undefined));

/** The request that counts of those for a transaction, newest first: one that was fulfilled, else the last. */
export const effectiveRequest = (requests: readonly AccelerationRecord[]): AccelerationRecord | undefined =>
  requests.find(({ status }) => status.startsWith('completed')) ?? requests[0];

/** The mining pools that mined within the week of a ranking, the largest first. */
export const miningPoolsOf = ({ pools: miningPools, blockCount }: MiningPoolsRanking): MiningPool[] =>
  miningPools
    .filter((miningPool) => miningPool.blockCount > 0 && miningPool.blockCount <= blockCount)
    .map(({ poolUniqueId: id, name, slug, blockCount: blocks }) => ({ id, name, slug, share: blocks / blockCount }))
    .sort((a, b) => b.share - a.share);

/** Of the mining pools that mined within a week those that accelerate a transaction now. */
export const acceleratingMiningPools = (of: {
  acceleration?: TxAcceleration;
  miningPools?: readonly MiningPool[];
}): readonly MiningPool[] => (of.miningPools ?? []).filter(({ id }) => of.acceleration?.miningPools.includes(id));

/** Part of the blocks of a week that some mining pools mined, 0..1. */
export const shareOf = (miningPools: readonly MiningPool[]): number =>
  Math.min(
    1,
    miningPools.reduce((sum, { share }) => sum + share, 0),
  );

/**
 * Blocks until it is mined, on average: each block may be one of a mining pool that accelerates it, and from the place on that its
 * own fee has, any block will do.
 * @param share  of the blocks that such mining pools find, 0 < share <= 1
 * @param first  block in the queue that it stands in with what is paid for it, from 0
 * @param own  the one that it would stand in without; undefined: too far away to count on
 */
export function blocksToWait(share: number, first: number, own: number | undefined): number {
  const between = own === undefined ? Number.POSITIVE_INFINITY : Math.max(0, own - first);
  return first + (1 - (1 - Math.min(1, share)) ** (between + 1)) / Math.min(1, share);
}
