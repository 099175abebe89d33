import { type ChartPlan, levelLine, type PlanAxis, type PlanLine, type ThemeColour } from '../../../charts/plan.ts';
import { difficulty } from '../../../format/amount.ts';
import { fiat, isCurrency } from '../../../format/fiat.ts';
import { hashrate } from '../../../format/hashrate.ts';
import type { MiningData, MiningSeries, SeriesColour, SeriesUnit } from './mining-series.ts';
import { asBars, levelTops, stackTops } from './mining-sums.ts';

/** Returns the theme color of a series color. */
function colourOf(name: SeriesColour): ThemeColour {
  if (name.startsWith('fee')) return `--fee-${name.slice(3)}`;
  if (name.startsWith('category')) return `--category-${name.slice(8)}`;
  if (name === 'none') return '--category-none';
  if (name === 'accelerated') return '--picture-accelerated';
  return name === 'ink' ? '--ink-1' : `--${name}`;
}

const short = (value: number): string =>
  Math.abs(value) >= 10_000
    ? difficulty(value)
    : value.toLocaleString('en', { maximumSignificantDigits: 4, maximumFractionDigits: 8 });

/** Returns the formatter of an axis; units without a scale are in the legend only. */
function axisText(unit: SeriesUnit, perVbyte: number): (value: number) => string {
  if (unit === 'H/s')
    return (value) => {
      const figure = hashrate(value);
      return value === 0 ? '0' : `${figure.value} ${figure.unit}`;
    };
  if (unit === 'difficulty') return (value) => (value === 0 ? '0' : difficulty(value));
  if (unit === '%') return (value) => `${short(value)} %`;
  if (isCurrency(unit)) return (value) => (value === 0 ? '0' : fiat(value, unit, true).value);
  if (unit === 'sat/vB') return (value) => short(value * perVbyte);
  return short;
}

/** Series whose axis starts near the minimum instead of zero: network fee rates and rewards. */
const startsAbove = new Set<MiningSeries['key']>([
  'hashrate',
  'mean',
  'difficulty',
  'rewards',
  'rewardsMoney',
  'price',
]);

/**
 * Returns the chart plan of the shown series.
 * @param names label of each series
 * @param perVbyte factor for fee rates in sat/vB: 0.25 for sat/WU
 */
export function miningPlan(
  data: MiningData,
  shown: readonly MiningSeries[],
  names: ReadonlyMap<MiningSeries, string>,
  perVbyte: number,
): ChartPlan {
  const times = data.points.map(({ time }) => time * 1000);
  const [left, right] = [false, true].map((isRight) =>
    axisOf(
      shown.filter((series) => (series.right ?? false) === isRight),
      perVbyte,
    ),
  );
  const lines = drawnOf(shown).map(
    ({ series, values, colour = series.colour }): PlanLine => ({
      ...lookOf(series, times.length > maxThickLinePoints ? 1 : 2, colour === 'ok'),
      name: names.get(series) ?? series.key,
      colour: colourOf(colour),
      isRight: series.right ?? false,
      points: isPile(series) ? asBars(times, values) : times.map((time, place) => [time, values[place] ?? null]),
    }),
  );
  // plain lines of the right axis are drawn behind those of the left axis
  const isBehind = ({ isRight, isStep }: PlanLine) => isRight === true && !isStep;
  const marks = shown.filter(({ key }) => key === 'size').flatMap((series) => oneMegabyte(series, times));
  return {
    along: 'time',
    ...(left && { left }),
    ...(right && { right }),
    lines: [...lines.filter(isBehind), ...lines.filter((line) => !isBehind(line)), ...marks],
  };
}

/** Returns the axis of the series of one side; undefined when there are none. */
function axisOf(side: readonly MiningSeries[], perVbyte: number): PlanAxis | undefined {
  const [first] = side;
  if (first === undefined) return undefined;
  return {
    words: axisText(first.unit, perVbyte),
    isClose: side.every(({ key }) => startsAbove.has(key)),
    isWide: side.some(({ unit }) => unit === 'H/s' || unit === 'difficulty' || isCurrency(unit)),
    ...(side.every(({ unit, look }) => unit === '%' && look !== 'line') && { max: 100 }),
  };
}

const isPile = ({ look }: MiningSeries): boolean => look === 'layer' || look === 'level';

/** A series, or a part of one with its own color. */
interface Drawn {
  series: MiningSeries;
  values: readonly (number | null)[];
  colour?: SeriesColour;
}

/** Colors by minimum health, %. */
const healthSteps = [
  [99, 101, 'ok'],
  [75, 99, 'warn'],
  [0, 75, 'bad'],
] as const;

/** Splits bars by color; each part has gaps where the others have values. */
const byHealth = (series: MiningSeries): Drawn[] =>
  healthSteps.map(([from, to, colour]) => ({
    series,
    colour,
    values: series.values.map((rate) => (rate !== null && rate >= from && rate < to ? rate : null)),
  }));

/**
 * Returns series with their top values. Stacked series are full areas, the highest first: each covers the lower part of
 * the previous one, so that there are no gaps between them.
 */
function drawnOf(shown: readonly MiningSeries[]): Drawn[] {
  const [health] = shown;
  if (health?.key === 'health') return byHealth(health);
  if (!shown.every(isPile)) return shown.map((series) => ({ series, values: series.values }));
  const columns = shown.map(({ values }) => values);
  const tops = shown[0]?.look === 'level' ? levelTops(columns) : stackTops(columns);
  return shown.map((series, place) => ({ series, values: tops[place] ?? [] })).reverse();
}

/** Maximum number of points for thick lines. */
const maxThickLinePoints = 400;

type Look = Pick<PlanLine, 'width' | 'opacity' | 'fill' | 'isStep'>;

function lookOf({ key, look }: MiningSeries, width: number, isGood: boolean): Look {
  if (look === 'hair') return { width: 1, opacity: 0.5 };
  if (look === 'step') return { width: 2, isStep: true };
  if (look === 'area') return { width, fill: 0.13 };
  if (look === 'layer' || look === 'level')
    return { width: 0, fill: (key === 'health' && isGood) || key === 'accelerated' ? 0.4 : 1 };
  return { width };
}

/** Returns the line of the maximum block size before SegWit, for sizes that come near it. */
function oneMegabyte({ values, right }: MiningSeries, times: readonly number[]): PlanLine[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || !values.some((value) => value !== null && value >= 1)) return [];
  return [{ ...levelLine(1, [first, last], '--ink-2'), isRight: right ?? false, words: '1 MB' }];
}
