/** Content of a chart, independent of any library: the static and the interactive chart are made from it. */

/** A theme colour: the name of a custom property, or a mix of two, 0 to 1. */
export type ThemeColour = `--${string}` | readonly [from: `--${string}`, to: `--${string}`, share: number];

/** Position (ms since 1970, or percent) and value; null in a gap. Sorted by position. */
export type PlanPoint = readonly [place: number, value: number | null];

/** An axis of values. */
export interface PlanAxis {
  words(value: number): string;
  /** Fixed end of the axis. */
  min?: number;
  max?: number;
  isLog?: boolean;
  /** Starts near the lowest value, not at zero. */
  isClose?: boolean;
  /** Approximate number of parts; 5 unless given. */
  parts?: number;
  /** Its labels need more space. */
  isWide?: boolean;
}

/** A line of a chart. */
export interface PlanLine {
  name: string;
  points: readonly PlanPoint[];
  colour: ThemeColour;
  /** Line width, px; 0: none. */
  width: number;
  /** Line opacity, 0 to 1. */
  opacity?: number;
  /** Opacity of the area below, 0 to 1; undefined: not filled. */
  fill?: number;
  /** Each value holds up to the next position. */
  isStep?: boolean;
  isDashed?: boolean;
  /** Uses the right axis. */
  isRight?: boolean;
  /** Label at its end. */
  words?: string;
}

/** Content of a chart. */
export interface ChartPlan {
  along: 'time' | 'percent';
  left?: PlanAxis;
  right?: PlanAxis;
  /** The first one is at the back. */
  lines: readonly PlanLine[];
  /** A range slider below, where there is space. */
  hasSlider?: boolean;
}

/** Below this width, CSS px, there is less space around the chart, and no slider. */
export const narrowBelow = 560;

/**
 * Returns a dashed horizontal line at a value.
 * @param places first and last position
 */
export const levelLine = (value: number, places: readonly [number, number], colour: ThemeColour): PlanLine => ({
  name: '',
  points: places.map((place) => [place, value]),
  colour,
  width: 1,
  isDashed: true,
});

const feeSteps = 10;

/**
 * Returns the colour of the fee ramp, low to high.
 * @param share 0 to 1
 */
export function feeColour(share: number): ThemeColour {
  const at = Math.max(0, Math.min(1, share)) * (feeSteps - 1);
  const low = Math.floor(at);
  return low === at ? `--fee-${low}` : [`--fee-${low}`, `--fee-${low + 1}`, at - low];
}

/** Returns the colour as CSS. */
export const cssColour = (colour: ThemeColour): string =>
  typeof colour === 'string'
    ? `var(${colour})`
    : `color-mix(in srgb, var(${colour[0]}), var(${colour[1]}) ${Math.round(colour[2] * 100)}%)`;

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

/**
 * Returns the colour value for a canvas.
 * @param read reads a custom property; #rrggbb where colours are mixed
 */
export function plainColour(colour: ThemeColour, read: (name: string) => string): string {
  if (typeof colour === 'string') return read(colour);
  const [from, to] = [channels(read(colour[0])), channels(read(colour[1]))];
  return `rgb(${from.map((value, i) => Math.round(value + ((to[i] ?? value) - value) * colour[2])).join(', ')})`;
}
