/** A date with an optional time. */
export interface DateText {
  /** UTC, as `2024-01-31 12:30:00`. */
  value: string;
  /** Unix seconds. */
  time: number;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(?<name>(?:${months.join('|')})[a-z]*)\\.?`;
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?';

const dates = [
  '(?<year>\\d{4})(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})',
  '(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})',
  // the order of day and month depends on the country: see `slashed`
  '(?<first>\\d{1,2})(?<mark>[-/])(?<second>\\d{1,2})\\k<mark>(?<year>\\d{4})',
  `${weekday}(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]+${month}[\\s,-]+(?<year>\\d{4})`,
  `${weekday}${month}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})`,
];
const clock =
  '(?:(?:T|,?\\s+(?:at\\s+)?)(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)(?::(?<seconds>[0-5]\\d)(?:[.,]\\d{1,9})?)?(?:\\s*(?<half>[ap])\\.?m\\.?)?)?';
/** Browsers write `GMT+0100 (Central European Standard Time)`. */
const zone =
  '(?:Z|\\s*(?:UTC|GMT)?(?:\\s*(?<sign>[+-])(?<zoneHour>[01]\\d):?(?<zoneMinute>[0-5]\\d)?(?:\\s*\\([\\w\\s]+\\))?)?)';
const forms = dates.map((date) => new RegExp(`^${date}${clock}${zone}$`, 'i'));

/**
 * Parses a date in one of the usual notations, with an optional time and zone (UTC without one). Returns undefined for
 * another text, an impossible date, and a date with slashes or dashes that is another day in another country.
 */
export function readDate(text: string): DateText | undefined {
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return undefined;
  const [day, monthNumber] = dayAndMonth(found);
  const { year = '', half, minute = '0', seconds = '0', sign, zoneHour = '0', zoneMinute = '0' } = found;
  if (sign !== undefined && found['hour'] === undefined) return undefined;
  const hour = hourOf(found['hour'] ?? '0', half);
  if (hour === undefined) return undefined;
  const midnight = `${year}-${two(monthNumber)}-${two(day)}T00:00:00.000Z`;
  const ms = Date.parse(midnight);
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== midnight) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(zoneHour) * 3_600 + Number(zoneMinute) * 60);
  const time = ms / 1_000 + hour * 3_600 + Number(minute) * 60 + Number(seconds) - offset;
  return { value: new Date(time * 1_000).toISOString().slice(0, 19).replace('T', ' '), time };
}

/** Returns the hour of a day; undefined for one that a clock of twelve hours does not have. */
function hourOf(hour: string, half: string | undefined): number | undefined {
  if (half === undefined) return Number(hour);
  if (Number(hour) < 1 || Number(hour) > 12) return undefined;
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function dayAndMonth({ day, month, name, first, second }: Record<string, string | undefined>): [string, string] {
  if (first !== undefined && second !== undefined) return slashed(first, second);
  const number = name === undefined ? month : String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  return [day ?? '', number ?? ''];
}

/** Day and month of a date with slashes or dashes, in the only possible order; empty when there are two. */
function slashed(first: string, second: string): [string, string] {
  if (first === second || Number(first) > 12) return [first, second];
  return Number(second) > 12 ? [second, first] : ['', ''];
}

const two = (digits: string) => digits.padStart(2, '0');
