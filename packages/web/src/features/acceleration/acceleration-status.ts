import type { AccelerationRecord } from '@glassblock/contract';

/** Statuses of finished requests, as the source names them. */
export const settledStatuses = ['completed_provisional', 'completed', 'failed_provisional', 'failed'] as const;
/** Statuses that lists include; unpaid requests are not listed. */
export const listedStatuses = ['accelerating', ...settledStatuses] as const;

/** The outcome of a request. */
export interface AccelerationStatus {
  name: 'pending' | 'completed' | 'mined' | 'canceled' | 'failed';
  /** Color of the badge. */
  tone: 'ok' | 'warn' | 'bad';
  /** The source may still change it. */
  isProvisional: boolean;
}

/** Returns the status to show; undefined for an unknown status. */
export function statusOf(
  record: Pick<AccelerationRecord, 'status' | 'pools' | 'minedByPoolUniqueId' | 'canceled'>,
): AccelerationStatus | undefined {
  const { status, pools: miningPools, minedByPoolUniqueId: miner, canceled } = record;
  const isProvisional = status.endsWith('_provisional');
  switch (isProvisional ? status.slice(0, -'_provisional'.length) : status) {
    case 'accelerating':
      return isProvisional ? undefined : { name: 'pending', tone: 'warn', isProvisional };
    case 'completed':
      // mining pools that do not take part also mine accelerated transactions
      return {
        name: miner !== undefined && miningPools?.includes(miner) ? 'completed' : 'mined',
        tone: 'ok',
        isProvisional,
      };
    case 'failed':
      return { name: canceled ? 'canceled' : 'failed', tone: 'bad', isProvisional };
    default:
      return undefined;
  }
}
