import { poolColours } from '../components/pool-colour.ts';
import type { ChartOption } from './echarts.ts';

/** Colours of the theme, as a chart needs them: a canvas cannot read custom properties itself. */
export interface ChartColours {
  ink: string;
  quiet: string;
  line: string;
  ground: string;
  accent: string;
  warn: string;
  ok: string;
  bad: string;
  info: string;
  /** Of what was accelerated; empty where the page has no pictures of blocks. */
  accelerated: string;
  /** The fee ramp, cheap to dear. */
  fees: readonly string[];
  /** Colours of pools; the last one is for blocks of none. Empty where the page has no pools. */
  pools: readonly string[];
}

/** Reads the theme that an element is shown in. */
export function coloursOf(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read('--ink-1'),
    quiet: read('--ink-2'),
    line: read('--surface-3'),
    ground: read('--surface-1'),
    accent: read('--accent'),
    warn: read('--warn'),
    ok: read('--ok'),
    bad: read('--bad'),
    info: read('--info'),
    accelerated: read('--picture-accelerated'),
    fees: Array.from({ length: 10 }, (_, step) => read(`--fee-${step}`)),
    pools: [...Array.from({ length: poolColours }, (_, place) => read(`--pool-${place}`)), read('--pool-none')],
  };
}

/** Colour between the stops of a ramp. @param share  0 to 1 @param stops  #rrggbb */
export function rampColour(stops: readonly string[], share: number): string {
  const at = Math.max(0, Math.min(1, share)) * (stops.length - 1);
  const low = Math.floor(at);
  const from = channels(stops[low]!);
  const to = channels(stops[Math.min(low + 1, stops.length - 1)]!);
  const mixed = from.map((value, i) => Math.round(value + (to[i]! - value) * (at - low)));
  return `rgb(${mixed.join(', ')})`;
}

const channels = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** A dashed line across a chart at a value, as one more series. @param times  the first and the last, ms */
export const levelLine = (value: number, times: readonly [number, number], color: string) => ({
  type: 'line',
  symbol: 'none',
  silent: true,
  lineStyle: { color, type: 'dashed', width: 1 },
  data: times.map((time) => [time, value]),
});

/** What all our charts over time share: hair lines, quiet words, a pointer that reads off values, zoom by wheel and fingers. */
export function timeChart(colours: ChartColours, isNarrow: boolean): ChartOption {
  const label = { color: colours.quiet, fontFamily: 'Inter Variable, sans-serif', fontSize: 12 };
  return {
    animation: false,
    backgroundColor: 'transparent',
    grid: { left: isNarrow ? 40 : 56, right: isNarrow ? 8 : 16, top: 16, bottom: 28 },
    axisPointer: { show: true, type: 'line', lineStyle: { color: colours.quiet, width: 1 }, label: { show: false } },
    dataZoom: [{ type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false }],
    xAxis: {
      type: 'time',
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { ...label, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      axisLabel: label,
      splitLine: { lineStyle: { color: colours.line, width: 1 } },
      splitNumber: isNarrow ? 3 : 5,
    },
  };
}
