import type { PlanPoint } from './plan.ts';
import { heightOn, type Scale } from './scale.ts';

/** Coordinates of the drawing, which is stretched to its container. */
export const canvas = { width: 2_000, height: 1_000 } as const;

/** Options of a path. */
export interface OutlineOptions {
  /** First and last x value. */
  span: readonly [number, number];
  scale: Scale;
  /** Above this many points they are thinned to about as many. */
  max: number;
  isStep?: boolean | undefined;
  /** Close the path below the line. */
  isClosed?: boolean;
}

type Spot = readonly [x: number, y: number];

/**
 * Returns the SVG path of points, interrupted at gaps. When there are too many, only the first, lowest, highest and
 * last point of each narrow column are drawn.
 */
export function outline(points: readonly PlanPoint[], options: OutlineOptions): string {
  const { span, scale, max, isClosed = false } = options;
  const wide = span[1] - span[0] || 1;
  const y = (value: number) => Math.round(canvas.height * (1 - clamp(heightOn(scale, value))));
  const spot = (place: number, value: number): Spot => [
    Math.round((canvas.width * (place - span[0])) / wide),
    y(value),
  ];
  const ground = scale.isLog ? canvas.height : y(Math.max(scale.min, Math.min(scale.max, 0)));
  const column = Math.max(1, Math.ceil((canvas.width * 4) / max));
  const isMuch = points.length > max;
  return pieces(points, spot)
    .map((piece) => path(isMuch ? thin(piece, column) : piece, options.isStep ?? false, isClosed ? ground : undefined))
    .join('');
}

/** Slightly more than visible, so that lines leave the picture at its edge. */
const clamp = (share: number): number => Math.max(-0.1, Math.min(1.1, share));

function pieces(points: readonly PlanPoint[], spot: (place: number, value: number) => Spot): Spot[][] {
  const all: Spot[][] = [[]];
  for (const [place, value] of points) {
    if (value === null) all.push([]);
    else all.at(-1)?.push(spot(place, value));
  }
  return all.filter((piece) => piece.length > 1);
}

function thin(piece: readonly Spot[], column: number): readonly Spot[] {
  const stored: Spot[] = [];
  for (let from = 0; from < piece.length; ) {
    const at = Math.floor(piece[from]![0] / column);
    let [to, low, high] = [from, from, from];
    for (; to < piece.length && Math.floor(piece[to]![0] / column) === at; to++) {
      if (piece[to]![1] < piece[high]![1]) high = to;
      if (piece[to]![1] > piece[low]![1]) low = to;
    }
    const places = new Set([from, Math.min(low, high), Math.max(low, high), to - 1]);
    for (const place of places) stored.push(piece[place]!);
    from = to;
  }
  return stored;
}

function path(piece: readonly Spot[], isStep: boolean, ground: number | undefined): string {
  const [first] = piece;
  if (first === undefined) return '';
  let [x, y] = first;
  let drawn = `M${x} ${y}`;
  for (const [at, [toX, toY]] of piece.entries()) {
    // only the end of a level section counts
    if (toY === y && piece[at + 1]?.[1] === y) continue;
    const [dx, dy] = [toX - x, toY - y];
    if (dx !== 0 && dy !== 0 && !isStep) drawn += `l${dx}${dy < 0 ? '' : ' '}${dy}`;
    else drawn += `${dx === 0 ? '' : `h${dx}`}${dy === 0 ? '' : `v${dy}`}`;
    [x, y] = [toX, toY];
  }
  return ground === undefined ? drawn : `${drawn}V${ground}H${first[0]}Z`;
}
