import type { NodeDay } from '../history.ts';

const daySeconds = 86_400;
/** Twenty-seven years. */
const maxDays = 10_000;

/**
 * Returns the figures of a node on each day, newest first, from the days on which they changed. Days after its last
 * channel has closed are left out.
 * @param changes newest first, each at the start of a day (UTC)
 * @param until Unix seconds in the last day
 */
export function everyNodeDay(changes: readonly NodeDay[], until: number): NodeDay[] {
  const days: NodeDay[] = [];
  let end = Math.floor(until / daySeconds) * daySeconds;
  for (const change of changes) {
    const last = change.channelCount === 0 ? change.time : Math.max(change.time, end);
    for (let time = last; time >= change.time && days.length < maxDays; time -= daySeconds) {
      days.push({ ...change, time });
    }
    end = change.time - daySeconds;
  }
  return days;
}
