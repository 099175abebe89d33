/** A duration as count and unit; the unit is a message id `age.minutes` and so on. */
export interface Span {
  unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'months' | 'years';
  count: number;
}

const steps: readonly (readonly [Span['unit'], number])[] = [
  ['years', 31_557_600],
  ['months', 2_629_800],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
];

/**
 * Returns a duration in its largest unit of at least one, two for hours and days so that '90 minutes' stays exact.
 * Negative and non-finite durations (block times may be two hours ahead) are zero seconds.
 */
export function span(seconds: number): Span {
  const positive = Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
  for (const [unit, size] of steps) {
    if (positive >= size * (unit === 'hours' ? 2 : 1)) return { unit, count: Math.floor(positive / size) };
  }
  return { unit: 'seconds', count: Math.floor(positive) };
}

/**
 * Returns the time since; undefined means 'just now' (less than a minute, or in the future).
 * @param time Unix seconds
 * @param now ms
 */
export function ago(time: number, now: number): Span | undefined {
  const seconds = now / 1000 - time;
  return Number.isFinite(seconds) && seconds >= 60 ? span(seconds) : undefined;
}

/**
 * Returns the time until, at least one minute.
 * @param time ms
 * @param now ms
 */
export function ahead(time: number, now: number): Span {
  const seconds = (time - now) / 1000;
  return span(Math.max(60, Number.isFinite(seconds) ? Math.round(seconds / 60) * 60 : 60));
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Time zone: the visitor's own, or hours east of UTC (0 is UTC). */
export type Zone = 'local' | number;

/**
 * Returns 'UTC', 'UTC+2', 'UTC−5'.
 * @param hours -12 to 14
 */
export const zoneName = (hours: number): string =>
  hours === 0 ? 'UTC' : `UTC${hours < 0 ? '−' : '+'}${Math.abs(hours)}`;

/**
 * Returns '2024-04-20 00:09:27', or a dash for impossible times.
 * @param time Unix seconds
 */
export function timestamp(time: number, zone: Zone, seconds = false): string {
  const date = new Date((zone === 'local' ? time : time + 3600 * zone) * 1000);
  if (Number.isNaN(date.getTime())) return '–';
  const local = zone === 'local';
  const day = `${local ? date.getFullYear() : date.getUTCFullYear()}-${two((local ? date.getMonth() : date.getUTCMonth()) + 1)}-${two(local ? date.getDate() : date.getUTCDate())}`;
  const clock = `${two(local ? date.getHours() : date.getUTCHours())}:${two(local ? date.getMinutes() : date.getUTCMinutes())}`;
  const tail = seconds ? `:${two(local ? date.getSeconds() : date.getUTCSeconds())}` : '';
  return `${day} ${clock}${tail}`;
}

/**
 * Returns the value for `<time dateTime>`; undefined for impossible times.
 * @param time Unix seconds
 */
export function isoTime(time: number): string | undefined {
  const date = new Date(time * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
