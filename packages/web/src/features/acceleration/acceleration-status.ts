import type { AccelerationRecord } from '@glassblock/contract';

/** Statuses of the lists, in the words of the source; those that only wait for an answer are in none. */
export const settledStatuses = ['completed_provisional', 'completed', 'failed_provisional', 'failed'] as const;
export const listedStatuses = ['accelerating', ...settledStatuses] as const;

/** How a request went. */
export interface AccelerationStatus {
  name: 'pending' | 'completed' | 'mined' | 'canceled' | 'failed';
  /** Colour of its badge. */
  tone: 'ok' | 'warn' | 'bad';
  /** The source may still change its mind. */
  isProvisional: boolean;
}

/** @returns undefined for words that mean nothing here */
export function statusOf(
  record: Pick<AccelerationRecord, 'status' | 'pools' | 'minedByPoolUniqueId' | 'canceled'>,
): AccelerationStatus | undefined {
  const { status, pools: miningPools, minedByPoolUniqueId: miner, canceled } = record;
  const isProvisional = status.endsWith('_provisional');
  switch (isProvisional ? status.slice(0, -'_provisional'.length) : status) {
    case 'accelerating':
      return isProvisional ? undefined : { name: 'pending', tone: 'warn', isProvisional };
    case 'completed':
      // Pools that take no part mine what others were paid for, too.
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
