/** A rectangle of a treemap. */
export interface Tile<T> {
  item: T;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Area<T> {
  item: T;
  area: number;
}

/**
 * Lays out rectangles of given sizes, largest first, as square as possible: the squarified treemap of Bruls, Huizing
 * and van Wijk (2000). Items without size are left out.
 */
export function treemap<T>(items: readonly T[], sizeOf: (item: T) => number, width: number, height: number): Tile<T>[] {
  const sized = items.map((item) => ({ item, area: sizeOf(item) })).filter(({ area }) => area > 0);
  const total = sized.reduce((sum, { area }) => sum + area, 0);
  if (total === 0 || width <= 0 || height <= 0) return [];
  const scale = (width * height) / total;
  const queue = sized.map(({ item, area }) => ({ item, area: area * scale })).sort((a, b) => b.area - a.area);
  const tiles: Tile<T>[] = [];
  let x = 0;
  let y = 0;
  let freeWidth = width;
  let freeHeight = height;
  for (let at = 0; at < queue.length; ) {
    const side = Math.min(freeWidth, freeHeight);
    let end = at + 1;
    let sum = queue[at]!.area;
    while (
      end < queue.length &&
      worst(queue, at, end + 1, sum + queue[end]!.area, side) <= worst(queue, at, end, sum, side)
    ) {
      sum += queue[end]!.area;
      end++;
    }
    const depth = sum / side;
    const isColumn = freeHeight <= freeWidth;
    let along = 0;
    for (const { item, area } of queue.slice(at, end)) {
      const length = area / depth;
      tiles.push(
        isColumn
          ? { item, x, y: y + along, width: depth, height: length }
          : { item, x: x + along, y, width: length, height: depth },
      );
      along += length;
    }
    if (isColumn) {
      x += depth;
      freeWidth -= depth;
    } else {
      y += depth;
      freeHeight -= depth;
    }
    at = end;
  }
  return tiles;
}

/** Returns the worst aspect ratio of a row with the items `from` to `to`. */
function worst<T>(queue: readonly Area<T>[], from: number, to: number, sum: number, side: number): number {
  const largest = queue[from]!.area;
  const smallest = queue[to - 1]!.area;
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}
