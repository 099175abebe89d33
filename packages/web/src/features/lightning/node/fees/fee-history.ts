/** A policy of one side of a channel. */
export interface FeeChange {
  /** Unix seconds. */
  time: number;
  /** Of the channel. */
  id: string | number;
  fee_rate: number;
  is_disabled: boolean;
}

/** The median fee rate at each time of a change. */
export interface FeeSteps {
  /** Unix seconds, ascending. */
  times: number[];
  /** Undefined while no channel with a known policy is enabled. */
  medians: (number | undefined)[];
}

/**
 * Returns the median of the fee rates that are in force, at each time at which one of them changed. Disabled channels do
 * not count.
 * @param changes in any order
 */
export function feeSteps(changes: readonly FeeChange[]): FeeSteps {
  const inForce = new Map<string | number, number>();
  const steps: FeeSteps = { times: [], medians: [] };
  for (const { time, id, fee_rate, is_disabled } of changes.toSorted((a, b) => a.time - b.time)) {
    if (is_disabled) inForce.delete(id);
    else inForce.set(id, fee_rate);
    const median = medianOf([...inForce.values()]);
    if (steps.times.at(-1) === time) steps.medians[steps.medians.length - 1] = median;
    else {
      steps.times.push(time);
      steps.medians.push(median);
    }
  }
  return steps;
}

/** Returns the steps of several series at the times of all of them, and at the end. @param until Unix seconds */
export function alignSteps(
  series: readonly FeeSteps[],
  until: number,
): { times: number[]; values: (number | undefined)[][] } {
  const changes = series.flatMap((each) => each.times);
  const end = changes.length === 0 || changes.some((time) => time >= until) ? [] : [until];
  const times = [...new Set([...changes, ...end])].sort((a, b) => a - b);
  const values = series.map((each) => {
    let at = -1;
    return times.map((time) => {
      while ((each.times[at + 1] ?? Number.POSITIVE_INFINITY) <= time) at++;
      return each.medians[at];
    });
  });
  return { times, values };
}

function medianOf(values: number[]): number | undefined {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle] : values.length === 0 ? undefined : meanOf(values, middle);
}

const meanOf = (values: readonly number[], middle: number) => ((values[middle - 1] ?? 0) + (values[middle] ?? 0)) / 2;
