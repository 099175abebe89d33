import type { AccelerationRecord, AccelerationTotal, MinedAcceleration } from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';
import type { MiningPoolFinder } from '../../mining-pools/mining-pools.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { AccelerationContext } from '../../sources/accelerations/acceleration-context.ts';
import type { AccelerationQuery } from '../../sources/accelerations/acceleration-source.ts';
import type { Accelerations } from '../../sources/accelerations/accelerations.ts';
import { miningPoolOfSlug } from '../mining/mining-pool-answers.ts';

/**
 * Returns the accelerations.
 * @throws {CodedError} v1.accelerations-off
 */
export function accelerationsOf({ accelerations }: AccelerationContext): Accelerations {
  if (accelerations === undefined) throw new CodedError('v1.accelerations-off', 'there is no acceleration source');
  return accelerations;
}

/** Rows of a page of another services backend. */
const usualPageLength = 50;
const maxRecords = 1_000;
/** Statuses of mined accelerations. */
const minedStatuses = 'completed,completed_provisional';

/**
 * Returns all pages of mined accelerations, newest first, up to 1,000.
 * @throws {CodedError} v1.accelerations-off, v1.accelerations-active
 */
export async function minedAccelerations(
  context: NetworkInfo & AccelerationContext,
  query: AccelerationQuery,
): Promise<MinedAcceleration[]> {
  const { source } = accelerationsOf(context);
  const { maxPageLength: pageLength = usualPageLength } = source;
  const records: AccelerationRecord[] = [];
  for (let page = 1; page <= maxRecords / pageLength; page++) {
    const { value, headers } = await source.history({
      ...query,
      status: minedStatuses,
      page,
      pageLength,
    });
    records.push(...value);
    const total = Number(headers['x-total-count'] ?? Number.NaN);
    if (value.length < pageLength || records.length >= total) break;
  }
  return records
    .flatMap((record) => minedAcceleration(record, context.miningPools))
    .sort((a, b) => b.height - a.height);
}

function minedAcceleration(record: AccelerationRecord, pools: MiningPoolFinder): MinedAcceleration[] {
  const { txid, blockHeight: height, added, effectiveFee, effectiveVsize } = record;
  if (height === undefined) return [];
  const { id, slug, name } = pools.byId(record.minedByPoolUniqueId ?? 0);
  const cost = record.boostCost ?? record.bidBoost ?? 0;
  const rate = record.boostRate ?? (effectiveVsize > 0 ? (effectiveFee + cost) / effectiveVsize : 0);
  return [
    {
      txid,
      height,
      added,
      pool: { id, slug, name },
      effective_vsize: effectiveVsize,
      effective_fee: effectiveFee,
      boost_rate: rate,
      boost_cost: cost,
    },
  ];
}

/**
 * Returns the totals of an interval; of one mining pool when `slug` is given.
 * @throws {CodedError} v1.accelerations-off, v1.pool, v1.accelerations-active
 */
export async function accelerationTotal(
  context: NetworkInfo & AccelerationContext,
  { slug, interval }: { slug: string | undefined; interval: string | undefined },
): Promise<AccelerationTotal> {
  const { source } = accelerationsOf(context);
  const poolUniqueId = slug === undefined ? undefined : miningPoolOfSlug(context.miningPools, slug).id;
  const stats = await source.stats({ poolUniqueId, timeframe: interval });
  const cost = Math.round(stats.totalBidBoost);
  return { cost: cost === 0 ? 0 : String(cost), count: stats.totalCompleted ?? stats.totalRequested };
}
