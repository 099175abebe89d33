import type { Slices } from '../slices.ts';
import type { FederationAudit } from './federation-audit.ts';

/** A change of the supply: a peg-in (above 0), or a peg-out or burn (below 0). */
export interface SupplyChange {
  readonly amountSats: bigint;
  /** Block of the side chain. */
  readonly height: number;
  /** Of that block, Unix seconds. */
  readonly time: number;
}

/** Both chains at one time: the newest block of each that changed a figure. */
export interface DeficitPoint {
  readonly height: number;
  readonly parentHeight: number;
  readonly time: number;
}

/** A period in which the federation held less than the supply. */
export interface DeficitPeriod {
  readonly start: DeficitPoint;
  /** Undefined while the period lasts. */
  readonly end: DeficitPoint | undefined;
  /** Largest difference in the period, and when it was reached first. */
  readonly largestSats: bigint;
  readonly largestAt: DeficitPoint;
}

interface Change {
  readonly time: number;
  readonly height: number;
  readonly isParent: boolean;
  /** Added to the reserves on the parent chain, to the supply on the side chain. */
  readonly sats: bigint;
}

/**
 * Returns the periods in which the reserves were below the supply, oldest first. Blocks of both chains are ordered by
 * the times of their headers; changes of one time count together, so that a block is never half applied.
 */
export async function deficitHistory(
  audit: FederationAudit,
  supply: readonly SupplyChange[],
  slices: Slices,
): Promise<DeficitPeriod[]> {
  const unsorted: Change[] = supply.map(({ amountSats, height, time }) => {
    return { time, height, isParent: false, sats: amountSats };
  });
  await slices.each(audit.holdings, ({ output, timelock, spender, expiredAt }) => {
    const sats = BigInt(output.valueSats);
    unsorted.push({ time: output.time, height: output.height, isParent: true, sats });
    if (expiredAt !== undefined) {
      unsorted.push({ time: expiredAt, height: output.height + timelock!, isParent: true, sats: -sats });
    } else if (spender !== undefined) {
      unsorted.push({ time: spender.time, height: spender.height, isParent: true, sats: -sats });
    }
  });
  const changes = await slices.sort(unsorted, (a, b) => a.time - b.time);
  const periods: DeficitPeriod[] = [];
  let open: DeficitPeriod | undefined;
  let [held, owed, height, parentHeight] = [0n, 0n, 0, 0];
  await slices.each(changes, (change, i) => {
    if (change.isParent) {
      held += change.sats;
      parentHeight = Math.max(parentHeight, change.height);
    } else {
      owed += change.sats;
      height = Math.max(height, change.height);
    }
    if (changes[i + 1]?.time === change.time) return;
    const deficit = owed - held;
    const at = { height, parentHeight, time: change.time };
    if (deficit > 0n && deficit > (open?.largestSats ?? 0n)) {
      open = { start: open?.start ?? at, end: undefined, largestSats: deficit, largestAt: at };
    } else if (deficit <= 0n && open !== undefined) {
      periods.push({ ...open, end: at });
      open = undefined;
    }
  });
  return open === undefined ? periods : [...periods, open];
}
