import { difficulty } from '../format/amount.ts';
import { fiat, isCurrency } from '../format/fiat.ts';
import { hashrate } from '../format/hashrate.ts';
import type { ChartOption } from './echarts.ts';
import { type ChartColours, levelLine, timeChart } from './look.ts';
import type { MiningData, MiningSeries, SeriesColour, SeriesUnit } from './mining-series.ts';
import { asBars, levelTops, stackTops } from './mining-sums.ts';

/** The colour itself. */
export function colourOf(colours: ChartColours, name: SeriesColour): string {
  if (name.startsWith('fee')) return colours.fees[Number(name.slice(3))] ?? colours.ink;
  if (name.startsWith('pool')) return colours.pools[Number(name.slice(4))] ?? colours.quiet;
  if (name === 'none') return colours.pools.at(-1) ?? colours.quiet;
  return colours[name as 'accent' | 'warn' | 'info' | 'ok' | 'bad' | 'ink' | 'accelerated'];
}

const short = (value: number): string =>
  Math.abs(value) >= 10_000
    ? difficulty(value)
    : value.toLocaleString('en', { maximumSignificantDigits: 4, maximumFractionDigits: 8 });

/** Words of an axis; units that do not scale stand in the legend, once. */
function axisText(unit: SeriesUnit, perVbyte: number): (value: number) => string {
  if (unit === 'H/s')
    return (value) => {
      const figure = hashrate(value);
      return value === 0 ? '0' : `${figure.value} ${figure.unit}`;
    };
  if (unit === 'difficulty') return (value) => (value === 0 ? '0' : difficulty(value));
  if (unit === '%') return (value) => `${short(value)} %`;
  if (isCurrency(unit)) return (value) => fiat(value, unit, true).value;
  if (unit === 'sat/vB') return (value) => short(value * perVbyte);
  return short;
}

/** Values that do not go down to nothing are drawn from near their least: rates of the network, and rewards. */
const startsAbove = new Set<MiningSeries['key']>(['hashrate', 'mean', 'difficulty', 'rewards', 'rewardsMoney']);

/**
 * The picture of the series that are shown.
 * @param names  what each is called
 * @param perVbyte  what a rate in sat/vB is shown times: a quarter for those who count weight
 */
export function miningOption(
  data: MiningData,
  shown: readonly MiningSeries[],
  names: ReadonlyMap<MiningSeries, string>,
  perVbyte: number,
  colours: ChartColours,
  isNarrow: boolean,
): ChartOption {
  const base = timeChart(colours, isNarrow);
  const times = data.points.map(({ time }) => time * 1000);
  const usual = base['yAxis'] as { axisLabel: object };
  const sides = [shown.filter(({ right }) => !right), shown.filter(({ right }) => right)] as const;
  const isWide = (side: readonly MiningSeries[]) => side.some(({ unit }) => unit === 'H/s' || unit === 'difficulty');
  const room = (side: readonly MiningSeries[]) => (side.length === 0 ? 16 : isWide(side) ? 78 : 56);
  const axis = (side: readonly MiningSeries[], isRight: boolean) => ({
    ...usual,
    position: isRight ? 'right' : 'left',
    show: side.length > 0,
    scale: side.length > 0 && side.every(({ key }) => startsAbove.has(key)),
    ...(isRight && { splitLine: { show: false }, alignTicks: true }),
    ...(side.length > 0 && side.every(({ unit, look }) => unit === '%' && look !== 'line') && { max: 100 }),
    axisLabel: { ...usual.axisLabel, formatter: axisText(side[0]?.unit ?? 'BTC', perVbyte) },
  });
  return {
    ...base,
    grid: {
      left: room(sides[0]),
      right: sides[1].length === 0 ? 16 : room(sides[1]),
      top: 16,
      bottom: isNarrow ? 28 : 62,
    },
    dataZoom: [...((base['dataZoom'] as object[] | undefined) ?? []), ...(isNarrow ? [] : [slider(colours)])],
    yAxis: [axis(sides[0], false), axis(sides[1], true)],
    series: [
      ...drawnOf(shown).map(({ series, values, colour = series.colour }) => ({
        ...lookOf(series, colourOf(colours, colour), times.length > manyPoints ? 1 : 2, colour === 'ok'),
        name: names.get(series) ?? series.key,
        yAxisIndex: series.right ? 1 : 0,
        data: isPile(series) ? asBars(times, values) : times.map((time, place) => [time, values[place] ?? null]),
      })),
      ...shown.filter(({ key }) => key === 'size').flatMap((series) => oneMegabyte(series, times, colours)),
    ],
  };
}

const isPile = ({ look }: MiningSeries): boolean => look === 'layer' || look === 'level';

/** A series, or a part of one with a colour of its own. */
interface Drawn {
  series: MiningSeries;
  values: readonly (number | null)[];
  colour?: SeriesColour;
}

/** From these rates on, %, the colour is another one. (screens-mining 0) */
const healthSteps = [
  [99, 101, 'ok'],
  [75, 99, 'warn'],
  [0, 75, 'bad'],
] as const;

/** The bars of each colour; where one is the others have a gap. */
const byHealth = (series: MiningSeries): Drawn[] =>
  healthSteps.map(([from, to, colour]) => ({
    series,
    colour,
    values: series.values.map((rate) => (rate !== null && rate >= from && rate < to ? rate : null)),
  }));

/** Series and the heights they reach. Those of a pile are whole areas, the highest first: each hides the foot of the one behind
 *  it, so that no seam shows between them. */
function drawnOf(shown: readonly MiningSeries[]): Drawn[] {
  const [health] = shown;
  if (health?.key === 'health') return byHealth(health);
  if (!shown.every(isPile)) return shown.map((series) => ({ series, values: series.values }));
  const columns = shown.map(({ values }) => values);
  const tops = shown[0]?.look === 'level' ? levelTops(columns) : stackTops(columns);
  return shown.map((series, place) => ({ series, values: tops[place] ?? [] })).reverse();
}

/** From here on a thick line would be a wall. */
const manyPoints = 400;

function lookOf({ key, look, right }: MiningSeries, color: string, width: number, isGood: boolean): object {
  const line = (width: number, more: object = {}) => ({
    type: 'line',
    symbol: 'none',
    silent: true,
    ...more,
    lineStyle: { color, width },
    itemStyle: { color },
  });
  if (look === 'hair') return { ...line(1), lineStyle: { color, width: 1, opacity: 0.5 } };
  if (look === 'step') return line(2, { step: 'end' });
  if (look === 'area') return line(width, { areaStyle: { color, opacity: 0.13 } });
  if (look === 'layer' || look === 'level')
    return line(0, { areaStyle: { color, opacity: (key === 'health' && isGood) || key === 'accelerated' ? 0.4 : 1 } });
  return line(width, right ? { z: 1 } : {});
}

/** What blocks could hold before SegWit. */
/** What blocks could be at most before SegWit, for sizes that come near it. */
function oneMegabyte({ values, right }: MiningSeries, times: readonly number[], colours: ChartColours) {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || !values.some((value) => value !== null && value >= 1)) return [];
  const endLabel = { show: true, formatter: '1 MB', color: colours.quiet, align: 'right', offset: [-4, -9] };
  return [{ ...levelLine(1, [first, last], colours.quiet), yAxisIndex: right ? 1 : 0, endLabel }];
}

const slider = (colours: ChartColours) => ({
  type: 'slider',
  filterMode: 'none',
  height: 18,
  bottom: 8,
  showDetail: false,
  brushSelect: false,
  showDataShadow: false,
  borderColor: colours.line,
  backgroundColor: 'transparent',
  fillerColor: `${colours.accent}22`,
  handleStyle: { color: colours.ground, borderColor: colours.quiet },
  moveHandleSize: 0,
});
