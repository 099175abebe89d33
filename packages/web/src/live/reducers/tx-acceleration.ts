import type { AccelerationRecord, CpfpInfo, MiningPoolsRanking, Tx } from '@glassblock/contract';
import { type AccelerationStatus, statusOf } from '../../features/acceleration/acceleration-status.ts';
import type { TrackedTx } from '../live-state.ts';

/** The acceleration of a transaction and its result. Unknown and invalid properties are absent. */
export interface TxAcceleration {
  /** `settling`: it was accelerated when it was mined, and the result is not known yet. */
  state: AccelerationStatus['name'] | 'settling';
  /** Time of the request, Unix seconds. */
  at?: number;
  /** Sats in addition to the fee: the bid while unconfirmed, the amount paid once mined. */
  sats?: number;
  /** Effective fee rate with them, sat/vB. */
  rate?: number;
  /** Unique ids of participating mining pools, each once. */
  miningPools: readonly number[];
}

/** A mining pool of the last week, and its share of blocks, 0 to 1. */
export interface MiningPool {
  id: number;
  name: string;
  slug: string;
  share: number;
}

/** Maximum amount of sats. */
const allSats = 21e14;
/** Maximum of a block time, Unix seconds. */
const lastTime = 0xffff_ffff;
/** Maximum plausible fee rate, sat/vB. */
const maxRate = 1e9;
/** Maximum number of mining pools. */
const maxMiningPools = 200;

const within = (value: number | undefined, max: number): number | undefined =>
  value !== undefined && value > 0 && value <= max ? value : undefined;
const idsOf = (ids: readonly number[] | undefined): number[] =>
  [...new Set(ids)].filter((id) => Number.isInteger(id) && id >= 0).slice(0, maxMiningPools);

/** Returns the acceleration with valid properties only. */
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

/**
 * Returns the acceleration of a transaction, as far as known. Pure.
 * @returns undefined when it is not accelerated
 */
export function accelerationOf(
  loaded: { cpfp?: CpfpInfo; request?: AccelerationRecord } | undefined,
  news: TrackedTx | undefined,
  status: Tx['status'],
): TxAcceleration | undefined {
  if (status.confirmed && loaded?.request) return settled(loaded.request);
  const cpfp = news?.cpfp ?? loaded?.cpfp;
  // the position is reported with every mempool change, so it is the newest
  const isOn = news?.position
    ? news.position.accelerated === true
    : (news?.tx?.acceleration ?? cpfp?.acceleration) === true;
  if (!isOn) return undefined;
  // the first position reports the acceleration, but not its mining pools
  const published = [news?.position, news?.cpfp, news?.tx, loaded?.cpfp].find(
    (one) => one?.acceleratedBy !== undefined,
  );
  const miningPools = published?.acceleratedBy ?? [];
  // the bid is not the amount that is finally charged
  if (status.confirmed) return sensible('settling', { at: published?.acceleratedAt, miningPools });
  const rate = cpfp?.acceleration === true ? cpfp.effectiveFeePerVsize : undefined;
  return sensible('pending', { at: published?.acceleratedAt, sats: published?.feeDelta, rate, miningPools });
}

function settled(request: AccelerationRecord): TxAcceleration | undefined {
  const status = statusOf(request);
  if (status === undefined) return undefined;
  const { added: at, effectiveFee, effectiveVsize, minedByPoolUniqueId: miner, pools: miningPools = [] } = request;
  // Mining pools that do not take part are not paid.
  const isOutside = status.name === 'mined' && miner !== undefined && request.pools !== undefined;
  if (status.name === 'canceled' || status.name === 'failed' || isOutside)
    return sensible(status.name, { at, miningPools });
  const sats = request.bidBoost ?? request.boostCost;
  const whole = effectiveVsize > 0 && sats !== undefined ? (effectiveFee + sats) / effectiveVsize : undefined;
  return sensible(status.name, { at, sats, rate: request.boostRate ?? whole, miningPools });
}

/** Returns whether an amount in addition to the fee is or was paid. */
export const isPaid = (acceleration: TxAcceleration | undefined): boolean =>
  acceleration !== undefined &&
  (acceleration.state === 'pending' ||
    acceleration.state === 'settling' ||
    acceleration.state === 'completed' ||
    (acceleration.state === 'mined' && acceleration.sats !== undefined));

/** Returns the relevant request of a transaction from a list, newest first: a fulfilled one, else the last. */
export const effectiveRequest = (requests: readonly AccelerationRecord[]): AccelerationRecord | undefined =>
  requests.find(({ status }) => status.startsWith('completed')) ?? requests[0];

/** Returns the mining pools of a ranking, largest first. */
export const miningPoolsOf = ({ pools: miningPools, blockCount }: MiningPoolsRanking): MiningPool[] =>
  miningPools
    .filter((miningPool) => miningPool.blockCount > 0 && miningPool.blockCount <= blockCount)
    .map(({ poolUniqueId: id, name, slug, blockCount: blocks }) => ({ id, name, slug, share: blocks / blockCount }))
    .sort((a, b) => b.share - a.share);

/** Returns the mining pools of the last week that accelerate a transaction now. */
export const acceleratingMiningPools = (of: {
  acceleration?: TxAcceleration;
  miningPools?: readonly MiningPool[];
}): readonly MiningPool[] => (of.miningPools ?? []).filter(({ id }) => of.acceleration?.miningPools.includes(id));

/** Returns the share of some mining pools in a week's blocks, 0 to 1. */
export const shareOf = (miningPools: readonly MiningPool[]): number =>
  Math.min(
    1,
    miningPools.reduce((sum, { share }) => sum + share, 0),
  );

/**
 * Returns the expected number of blocks until a transaction is mined: each block may be mined by a participating
 * mining pool, and from the position of its own fee on, any block will do.
 * @param share of blocks by participating mining pools, 0 < share <= 1
 * @param first projected block with the acceleration, from 0
 * @param own projected block without it; undefined: too far to count on
 */
export function blocksToWait(share: number, first: number, own: number | undefined): number {
  const between = own === undefined ? Number.POSITIVE_INFINITY : Math.max(0, own - first);
  return first + (1 - (1 - Math.min(1, share)) ** (between + 1)) / Math.min(1, share);
}
