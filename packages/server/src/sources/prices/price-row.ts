import { isCurrency, isSane } from './currencies.ts';

/** Prices of a bitcoin at a time, by currency; unknown ones are absent. */
export interface PriceRow {
  /** Seconds since 1970. */
  time: number;
  prices: Readonly<Record<string, number>>;
}

const header = (codes: readonly string[]) => ['time', ...codes].join(',');

/** Returns rows as CSV with a header; unknown prices are empty. */
export function priceCsv(rows: readonly PriceRow[]): string {
  const codes = [...new Set(rows.flatMap(({ prices }) => Object.keys(prices)))];
  const lines = rows.map(({ time, prices }) => [time, ...codes.map((code) => prices[code] ?? '')].join(','));
  return [header(codes), ...lines, ''].join('\n');
}

/** A parsed price file: rows oldest first, and unusable lines. */
export interface PriceFile {
  rows: PriceRow[];
  /** `line 7: ..`, at most a few. */
  faults: string[];
}

const maxFaults = 5;

/**
 * Parses CSV whose header names the columns: `time`, or `date`, and currency codes. A time is in Unix seconds or a day
 * such as 2024-04-20, which counts from its end: the price of a day is its closing price. Empty prices, 0 and -1 are
 * unknown.
 */
export function parsePriceCsv(text: string): PriceFile {
  const lines = text.replace(/^\u{feff}/u, '').split(/\r?\n/);
  const names = lines[0]!.split(/[,;]/).map((name) => name.trim());
  const faults: string[] = [];
  const fault = (line: number, what: string) => {
    if (faults.length < maxFaults) faults.push(`line ${line}: ${what}`);
  };
  if (names[0] !== 'time' && names[0] !== 'date') {
    fault(1, 'the first column is not "time" or "date"');
    return { rows: [], faults };
  }
  const codes = names.slice(1);
  for (const code of codes) if (!isCurrency(code)) fault(1, `"${code.slice(0, 20)}" is not a known currency`);
  const byTime = new Map<number, PriceRow>();
  lines.forEach((line, i) => {
    if (i === 0 || line.trim() === '') return;
    const cells = line.split(/[,;]/).map((cell) => cell.trim());
    const time = timeOf(cells[0] ?? '');
    if (time === undefined) {
      fault(i + 1, `"${cells[0]?.slice(0, 20)}" is not a time`);
      return;
    }
    const prices: Record<string, number> = {};
    codes.forEach((code, column) => {
      const cell = cells[column + 1] ?? '';
      if (!isCurrency(code) || cell === '' || Number(cell) === 0 || Number(cell) === -1) return;
      if (isSane(code, Number(cell))) prices[code] = Number(cell);
      else fault(i + 1, `"${cell.slice(0, 20)}" is not a price in ${code}`);
    });
    if (Object.keys(prices).length > 0) byTime.set(time, { time, prices: { ...byTime.get(time)?.prices, ...prices } });
  });
  return { rows: [...byTime.values()].sort((a, b) => a.time - b.time), faults };
}

const latest = 0xffffffff;
const daySeconds = 86_400;

function timeOf(text: string): number | undefined {
  if (/^\d{1,10}$/.test(text)) return Number(text) <= latest ? Number(text) : undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`) / 1000;
  return Number.isNaN(time) ? undefined : time + daySeconds;
}

/** Newest rows that are stored, as many as 90 days have hours; of days before them only the last one. */
const wholeCount = 90 * 24;

/**
 * Returns at most one row per old day. Rows are counted: by time, a clock that is ahead for an hour would make all rows old.
 * @param rows oldest first
 */
export function thinned(rows: readonly PriceRow[]): PriceRow[] {
  const dayOf = ({ time }: PriceRow) => Math.floor(time / daySeconds);
  return rows.filter((row, i) => {
    const next = rows[i + 1];
    return i >= rows.length - wholeCount || next === undefined || dayOf(next) !== dayOf(row);
  });
}
