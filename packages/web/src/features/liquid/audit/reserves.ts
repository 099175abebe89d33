import type { AuditStatus, MonthlyAmount, PegTotal } from '@glassblock/contract/liquid';

/** A month's supply and holdings, sats; `holdings` is undefined where the audit has none. */
export interface Month {
  /** Start of the month, Unix seconds. */
  time: number;
  supply: number;
  holdings: number | undefined;
}

/**
 * Returns supply and holdings by month, oldest first. The supply is the running total of the monthly changes; of the
 * newest month both are the current amounts.
 * @param changes of the supply, oldest first
 * @param reserves at the end of each month, oldest first
 */
export function monthsOf(
  changes: readonly MonthlyAmount[],
  reserves: readonly MonthlyAmount[],
  current: Readonly<Record<'supply' | 'reserves', Pick<PegTotal, 'amount'> | undefined>>,
): Month[] {
  const held = new Map(reserves.map(({ date, amount }) => [date, Number(amount)]));
  let supply = 0n;
  const months = changes.map(({ date, amount }): Month => {
    supply += BigInt(amount);
    return { time: Date.parse(date) / 1000, supply: Number(supply), holdings: held.get(date) };
  });
  const newest = months.at(-1);
  if (newest !== undefined && current.supply !== undefined) newest.supply = Number(current.supply.amount);
  if (newest !== undefined && current.reserves !== undefined) newest.holdings = Number(current.reserves.amount);
  return months;
}

/** Share of the supply below which holdings are a deficit. */
const deficitShare = 0.95;
/** Newest months that are counted. */
const countedMonths = 36;

/** Returns true for a month whose holdings are below 95 % of the supply. */
export const isDeficit = ({ supply, holdings }: Month): boolean =>
  holdings !== undefined && holdings < deficitShare * supply;

/** Counts the months whose holdings are below 95 % of the supply, among the newest 36. */
export const deficitCount = (months: readonly Month[]): number => months.slice(-countedMonths).filter(isDeficit).length;

/** Returns the progress of an audit, percent, at most 99.9 until it is complete. */
export const auditPercent = ({ bitcoinHeaders, lastBlockAudit }: AuditStatus): number =>
  Math.min(99.9, bitcoinHeaders > 0 ? (100 * lastBlockAudit) / bitcoinHeaders : 0);

/** Ends of the gauge: share of the supply that is held. */
const gaugeEnds = [0.999, 1.001] as const;

/** Returns the place of the gauge's pointer, 0 (left end) to 1 (right end). */
export function gaugePlace(share: number): number {
  const [low, high] = gaugeEnds;
  return Math.min(1, Math.max(0, (share - low) / (high - low)));
}
