const daySeconds = 86_400;
/** Days of a chart. */
const maxDays = 3_660;

/**
 * Repeats rows for the days between them and after the last one.
 * @param rows oldest first, each at the start of a day (UTC)
 * @param until Unix seconds
 */
export function everyDay<T extends { added: number }>(rows: readonly T[], until: number): T[] {
  const [first] = rows;
  if (first === undefined) return [];
  const last = Math.max(until, rows.at(-1)?.added ?? 0);
  const days: T[] = [];
  let at = 0;
  for (let time = first.added; time <= last && days.length < maxDays; time += daySeconds) {
    while ((rows[at + 1]?.added ?? Number.POSITIVE_INFINITY) <= time) at++;
    days.push({ ...(rows[at] ?? first), added: time });
  }
  return days;
}
