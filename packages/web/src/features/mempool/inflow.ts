import { type ChartPlan, levelLine, type ThemeColour } from '../../charts/plan.ts';
import { flowStep, flowSteps, fullFlow } from '../../format/rate.ts';
import { type Line, movingMean } from './row-lines.ts';

/** Minimum end of the value axis, as a multiple of the capacity. */
const minMaximumRatio = 1.08;
/** Values below this share of the capacity have an axis of their own, without it: they would be a flat line. */
const minShare = 0.05;

/** Colors by inflow; green while blocks can take all of it. */
const stepColours: readonly ThemeColour[] = [
  '--ok',
  ['--ok', '--warn', 0.55],
  '--warn',
  ['--warn', '--bad', 0.5],
  '--bad',
  ['--bad', '--flow-top', 0.45],
];

/** Splits a line by color steps, cut where it crosses from one to the next. */
export function stretchesByStep(line: Line, capacity: number = fullFlow): Line[] {
  const levels = flowSteps.map((level) => (level * capacity) / fullFlow);
  const parts: Line[] = stepColours.map(() => []);
  const join = (from: readonly [number, number], to: readonly [number, number]) => {
    const part = parts[flowStep((from[1] + to[1]) / 2, capacity)]!;
    const last = part.at(-1);
    if (last === undefined || last[0] !== from[0] || last[1] !== from[1]) {
      if (last !== undefined) part.push([last[0], null]);
      part.push([...from]);
    }
    part.push([...to]);
  };
  for (let at = 1; at < line.length; at++) {
    const [[fromTime, from], [toTime, to]] = [line[at - 1]!, line[at]!];
    if (from === null || to === null) continue;
    const crossed = levels.filter((level) => level > Math.min(from, to) && level < Math.max(from, to));
    if (to < from) crossed.reverse();
    const stops = crossed.map(
      (level) => [fromTime + ((toTime - fromTime) * (level - from)) / (to - from), level] as const,
    );
    const way = [[fromTime, from] as const, ...stops, [toTime, to] as const];
    for (let stop = 1; stop < way.length; stop++) join(way[stop - 1]!, way[stop]!);
  }
  return parts;
}

/** Labels of the inflow chart. */
export interface InflowWords {
  each: string;
  mean: string;
}

/**
 * Returns the plan of the inflow chart: inflow colored by step, its moving mean, and block capacity unless values are much smaller.
 * @param factor 4 for weight
 * @param options.capacity block capacity, vB/s
 * @param options.parts of the value axis, approximately
 */
export function inflowPlan(
  line: Line,
  factor: number,
  words: InflowWords,
  options: { hasSlider: boolean; capacity: number; parts?: number },
): ChartPlan {
  const { hasSlider, capacity, parts } = options;
  const minMaximum = Math.round(capacity * minMaximumRatio);
  const scaled = (points: Line): Line => points.map(([time, value]) => [time, value === null ? null : value * factor]);
  const highest = line.reduce((max, [, value]) => Math.max(max, value ?? 0), 0);
  const hasCapacity = highest === 0 || highest >= capacity * minShare;
  return {
    along: 'time',
    hasSlider,
    left: {
      words: (rate) => rate.toLocaleString('en'),
      ...(hasCapacity && highest <= minMaximum && { max: minMaximum * factor }),
      ...(parts !== undefined && { parts }),
    },
    lines: [
      ...stretchesByStep(line, capacity).flatMap((points, step) =>
        points.length === 0
          ? []
          : [{ name: words.each, points: scaled(points), colour: stepColours[step]!, width: 1, opacity: 0.6 }],
      ),
      {
        name: words.mean,
        points: scaled(movingMean(line, Math.max(3, Math.round(line.length / 24)))),
        colour: '--accent',
        width: 2,
      },
      ...(hasCapacity ? [levelLine(capacity * factor, [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0], '--warn')] : []),
    ],
  };
}
