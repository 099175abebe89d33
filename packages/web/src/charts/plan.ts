/** What a chart shows, told without any library: the plain drawing and the one that can be zoomed are both made of it. */

/** A colour of the theme: the name of a custom property, or a place on the way from one to another, 0 to 1. */
export type ThemeColour = `--${string}` | readonly [from: `--${string}`, to: `--${string}`, share: number];

/** The place along the chart (ms since 1970, or percent) and the value there; null in a gap. In order of places. */
export type PlanPoint = readonly [place: number, value: number | null];

export interface PlanAxis {
  words(value: number): string;
  /** Where it ends, whatever the values are. */
  min?: number;
  max?: number;
  isLog?: boolean;
  /** It begins near the least value, not at nothing. */
  isClose?: boolean;
  /** Its words need more room than usual. */
  isWide?: boolean;
}

export interface PlanLine {
  name: string;
  points: readonly PlanPoint[];
  colour: ThemeColour;
  /** Of the line, px; 0: there is none. */
  width: number;
  /** Of the line, 0 to 1. */
  opacity?: number;
  /** How opaque what lies below is, 0 to 1; undefined: nothing is filled. */
  fill?: number;
  /** Each value holds up to the next place. */
  isStep?: boolean;
  isDashed?: boolean;
  /** Counted by the axis on the right. */
  isRight?: boolean;
  /** Written above its end. */
  words?: string;
}

export interface ChartPlan {
  along: 'time' | 'percent';
  left?: PlanAxis;
  right?: PlanAxis;
  /** The first one lies at the back. */
  lines: readonly PlanLine[];
  /** A bar below to choose the stretch by, where there is room for it. */
  hasSlider?: boolean;
}

/** Below this width, CSS px, there is less room around the picture, and none for a slider. */
export const narrowBelow = 560;

/** A dashed line across a chart at a value. @param places  the first and the last */
export const levelLine = (value: number, places: readonly [number, number], colour: ThemeColour): PlanLine => ({
  name: '',
  points: places.map((place) => [place, value]),
  colour,
  width: 1,
  isDashed: true,
});

const feeSteps = 10;

/** The fee ramp, cheap to dear. @param share  0 to 1 */
export function feeColour(share: number): ThemeColour {
  const at = Math.max(0, Math.min(1, share)) * (feeSteps - 1);
  const low = Math.floor(at);
  return low === at ? `--fee-${low}` : [`--fee-${low}`, `--fee-${low + 1}`, at - low];
}

/** The colour for a style sheet, or for an attribute of a drawing in the page. */
export const cssColour = (colour: ThemeColour): string =>
  typeof colour === 'string'
    ? `var(${colour})`
    : `color-mix(in srgb, var(${colour[0]}), var(${colour[1]}) ${Math.round(colour[2] * 100)}%)`;

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

/** The colour itself, for a canvas. @param read  value of a custom property; #rrggbb where colours are mixed */
export function plainColour(colour: ThemeColour, read: (name: string) => string): string {
  if (typeof colour === 'string') return read(colour);
  const [from, to] = [channels(read(colour[0])), channels(read(colour[1]))];
  return `rgb(${from.map((value, i) => Math.round(value + ((to[i] ?? value) - value) * colour[2])).join(', ')})`;
}
