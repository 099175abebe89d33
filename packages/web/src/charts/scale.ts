import { timestamp, type Zone } from '../format/age.ts';
import type { ChartPlan, PlanAxis, PlanLine } from './plan.ts';

/** A value axis: range and ticks. */
export interface Scale {
  min: number;
  max: number;
  /** Tick distance; 1 on a logarithmic axis: a power of ten. */
  step: number;
  /** Ascending. */
  ticks: readonly number[];
  isLog: boolean;
}

/** Approximate number of parts, unless an axis has its own. */
const defaultParts = 5;

/** Tolerance for sums of decimals. */
const slack = 1e-9;
const tidy = (value: number): number => Number(value.toPrecision(12));

/** The first of 1, 2, 2.5, 5, 10, 20 and so on that is not below a value. */
function stepFrom(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * (1 - slack)) ?? 10;
  return tidy(step * power);
}

function ticksOf(min: number, max: number, step: number): number[] {
  const first = Math.ceil(min / step - slack);
  const last = Math.floor(max / step + slack);
  return Array.from({ length: last - first + 1 }, (_, i) => tidy((first + i) * step));
}

/**
 * Returns an axis for values from `low` to `high`, inclusive.
 * @param count required number of parts, to match another axis
 */
export function scaleOf(low: number, high: number, axis: PlanAxis, count?: number): Scale {
  if (axis.isLog) return logScale(low, high);
  // only zeros have no scale: an axis from 0 to 1 would state one
  if (low === 0 && high === 0 && axis.min === undefined && axis.max === undefined)
    return { min: 0, max: 1, step: 1, ticks: [0], isLog: false };
  const [from, to] = bounds(low, high, axis);
  let step = stepFrom((to - from) / (count ?? axis.parts ?? defaultParts));
  const ground = () => axis.min ?? tidy(Math.floor(from / step + slack) * step);
  while (count !== undefined && ground() + count * step < to - slack * step) step = stepFrom(step * 1.01);
  const min = ground();
  const end = count === undefined ? Math.ceil(to / step - slack) * step : min + count * step;
  const max = axis.max ?? tidy(end);
  return { min, max, step, ticks: ticksOf(min, max, step), isLog: false };
}

/** Minimum range of the axis; never empty. */
function bounds(low: number, high: number, { min, max, isClose }: PlanAxis): [number, number] {
  const from = min ?? (isClose ? low : Math.min(0, low));
  const to = max ?? (isClose ? high : Math.max(0, high));
  if (to > from) return [from, to];
  const around = Math.abs(from) / 10 || 1;
  return [isClose && min === undefined ? from - around : from, from + around];
}

function logScale(low: number, high: number): Scale {
  const from = Math.floor(Math.log10(low) + slack);
  const to = Math.max(from + 1, Math.ceil(Math.log10(high) - slack));
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => tidy(10 ** (from + i)));
  return { min: ticks[0]!, max: ticks.at(-1)!, step: 1, ticks, isLog: true };
}

/** Lowest and highest value of lines; undefined without values. */
function reach(lines: readonly PlanLine[]): [number, number] | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { points } of lines) {
    for (const [, value] of points) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** Returns the value axes. The right one has as many parts as the left one, for a common grid. */
export function scalesOf({ left, right, lines }: ChartPlan): { left: Scale | undefined; right: Scale | undefined } {
  const scale = (axis: PlanAxis | undefined, isRight: boolean, count?: number) => {
    if (axis === undefined) return undefined;
    const [low, high] = reach(lines.filter((line) => (line.isRight ?? false) === isRight)) ?? [axis.isLog ? 1 : 0, 1];
    return scaleOf(low, high, axis, count);
  };
  const onLeft = scale(left, false);
  const count = onLeft === undefined || onLeft.isLog ? undefined : onLeft.ticks.length - 1 || undefined;
  return { left: onLeft, right: scale(right, true, count) };
}

/** Returns the first and last position of all lines; undefined without points. */
export function spanOf({ along, lines }: ChartPlan): [number, number] | undefined {
  if (along === 'percent') return [0, 100];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { points } of lines) {
    for (const [place] of points) {
      if (place < first) first = place;
      if (place > last) last = place;
    }
  }
  return first <= last ? [first, last] : undefined;
}

/** Returns the height of a value, 0 to 1 on the axis. */
export function heightOn(scale: Scale, value: number): number {
  const { min, max, isLog } = scale;
  if (!isLog) return (value - min) / (max - min);
  return value <= 0 ? 0 : Math.log10(value / min) / Math.log10(max / min);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400].map((each) => each * minute);
const months = [1, 2, 3, 6, 12, 24, 60, 120] as const;

/** A labelled time. */
export interface TimeTick {
  /** ms since 1970. */
  time: number;
  words: string;
}

/**
 * Returns full hours, days, months or years between two times in a time zone: at most `max`.
 * @param from ms since 1970
 */
export function timeTicks(from: number, to: number, zone: Zone, max: number): TimeTick[] {
  // converts a time to UTC wall-clock time, and back
  const shift = (time: number) => (zone === 'local' ? -new Date(time).getTimezoneOffset() * minute : zone * hour);
  const [first, last] = [from + shift(from), to + shift(to)];
  const back = (wall: number) => wall - shift(wall - shift(wall));
  const step = steps.find((each) => Math.floor(last / each) - Math.ceil(first / each) < max);
  const walls = step === undefined ? monthsBetween(first, last, max) : multiples(first, last, step);
  return walls.map((wall) => ({ time: back(wall), words: wordsAt(wall, step) }));
}

function multiples(first: number, last: number, step: number): number[] {
  const begin = Math.ceil(first / step);
  const count = Math.floor(last / step) - begin + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => (begin + i) * step);
}

function monthsBetween(first: number, last: number, max: number): number[] {
  const monthOf = (wall: number) => new Date(wall).getUTCFullYear() * 12 + new Date(wall).getUTCMonth();
  const [from, to] = [monthOf(first - 1) + 1, monthOf(last)];
  const step = months.find((each) => Math.floor(to / each) - Math.ceil(from / each) < max) ?? 240;
  return multiples(from, to, step).map((at) => Date.UTC(Math.floor(at / 12), at % 12));
}

/**
 * '14:00', '11-22', '2026-11', '2026'; the first of a day or year has the longer form.
 * @param step undefined: months
 */
function wordsAt(wall: number, step: number | undefined): string {
  const [date = '', clock = ''] = timestamp(wall / 1000, 0).split(' ');
  if (step === undefined) return date.endsWith('-01-01') ? date.slice(0, 4) : date.slice(0, 7);
  return step < day && wall % day !== 0 ? clock : date.slice(5);
}
