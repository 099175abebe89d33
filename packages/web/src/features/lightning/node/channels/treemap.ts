/** A rectangle of a treemap; all numbers are shares of the whole area's sides, 0 to 1. */
export interface Tile {
  /** Index of the value. */
  at: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Lays out values as rectangles whose areas are in proportion to them, in rows as square as possible.
 * @param values positive, largest first
 * @param ratio width of the area divided by its height
 */
export function treemap(values: readonly number[], ratio: number): Tile[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const tiles: Tile[] = [];
  // in units in which the height of the area is 1
  const free = { x: 0, y: 0, width: ratio, height: 1 };
  const areas = values.map((value) => (value / total) * ratio);
  for (let start = 0; start < areas.length; ) {
    const side = Math.min(free.width, free.height);
    let end = start + 1;
    let sum = areas[start]!;
    while (
      end < areas.length &&
      worst(areas, start, end + 1, sum + areas[end]!, side) <= worst(areas, start, end, sum, side)
    ) {
      sum += areas[end++]!;
    }
    place(tiles, areas, start, end, sum, free, ratio);
    start = end;
  }
  return tiles;
}

/** The largest ratio of the sides of a row's rectangles. */
function worst(areas: readonly number[], start: number, end: number, sum: number, side: number): number {
  const depth = sum / side;
  const ratioOf = (area: number) => Math.max(area / depth / depth, depth / (area / depth));
  return Math.max(ratioOf(areas[start]!), ratioOf(areas[end - 1]!));
}

function place(
  tiles: Tile[],
  areas: readonly number[],
  start: number,
  end: number,
  sum: number,
  free: { x: number; y: number; width: number; height: number },
  ratio: number,
): void {
  const isColumn = free.width >= free.height;
  const depth = sum / (isColumn ? free.height : free.width);
  let offset = 0;
  for (let at = start; at < end; at++) {
    const length = areas[at]! / depth;
    const [x, y] = isColumn ? [free.x, free.y + offset] : [free.x + offset, free.y];
    const [width, height] = isColumn ? [depth, length] : [length, depth];
    tiles.push({ at, x: x / ratio, y, width: width / ratio, height });
    offset += length;
  }
  if (isColumn) {
    free.x += depth;
    free.width -= depth;
  } else {
    free.y += depth;
    free.height -= depth;
  }
}
