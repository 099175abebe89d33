/** Input of the layout: transaction, size, fee rate. */
export interface SquareInput {
  txid: string;
  vsize: number;
  rate: number;
}

/** A placed square, in grid cells; row 0 is the bottom. */
export interface Square {
  txid: string;
  column: number;
  row: number;
  side: number;
  rate: number;
}

/** Positions of all squares. */
export interface Layout {
  columns: number;
  /** Number of used rows; at least the number of columns. */
  rows: number;
  squares: ReadonlyMap<string, Square>;
}

/** Maximum side of a square, and of the grid of one block about its columns; limited by the visible size on a phone. */
export const maxSide = 88;
const blockVsize = 1_000_000;
/** Vbytes per cell, such that a full block has about `maxSide` columns. */
const vbytesPerCell = (blockVsize / (maxSide * maxSide)) * 1.16;
/** Minimum number of grid columns: squares of short lists stay small. */
const minColumns = 48;

/**
 * Returns the side of a square in cells.
 * @param vsize vB
 */
export const sideOf = (vsize: number): number =>
  Math.min(
    maxSide,
    Math.max(1, Math.round(Math.sqrt(Math.max(0, Number.isFinite(vsize) ? vsize : 0) / vbytesPerCell))),
  );

/** Occupied cells; grows upwards. */
class Ground {
  private readonly columns: number;
  private readonly rows: Uint8Array[] = [];
  /** By side: lowest row in which a square of that side may fit. */
  private readonly from = new Map<number, number>();

  constructor(columns: number) {
    this.columns = columns;
  }

  private row(index: number): Uint8Array {
    while (this.rows.length <= index) this.rows.push(new Uint8Array(this.columns));
    return this.rows[index] as Uint8Array;
  }

  take(square: Square): void {
    for (let row = square.row; row < square.row + square.side; row++) {
      this.row(row).fill(1, square.column, square.column + square.side);
    }
  }

  /** Returns the lowest, then leftmost free position for a side. */
  place(side: number): { column: number; row: number } {
    for (let row = this.from.get(side) ?? 0; ; row++) {
      const column = this.columnIn(row, side);
      if (column >= 0) return { column, row };
      this.from.set(side, row + 1);
    }
  }

  private columnIn(row: number, side: number): number {
    let column = 0;
    while (column + side <= this.columns) {
      const blocked = this.blockedIn(row, column, side);
      if (blocked < 0) return column;
      column = blocked + 1;
    }
    return -1;
  }

  /** Returns the rightmost occupied column; -1 when all cells are free. */
  private blockedIn(row: number, column: number, side: number): number {
    let last = -1;
    for (let above = row; above < row + side; above++) {
      const taken = this.row(above).lastIndexOf(1, column + side - 1);
      if (taken >= column && taken > last) last = taken;
    }
    return last;
  }
}

/** Maximum height, as a share of the columns, up to which squares keep their positions. */
const looseAbove = 1.06;

/**
 * Lays out squares by fee rate, highest at the bottom. Squares of the previous layout keep their positions; a full
 * layout happens only when gaps have made it too high. Pure: the same input gives the same layout.
 */
export function layOut(inputs: readonly SquareInput[], before: Layout | undefined): Layout {
  const sorted = [...inputs].sort((a, b) => b.rate - a.rate || (a.txid < b.txid ? -1 : 1));
  if (before !== undefined && before.squares.size > 0) {
    const stored = pile(sorted, before.squares, before.columns);
    if (stored.rows <= Math.ceil(before.columns * looseAbove)) return stored;
  }
  return pile(sorted, new Map(), columnsFor(sorted));
}

/**
 * Returns the number of columns of a square grid that all squares fill as far as they fill a block: most transactions
 * are larger or smaller than their whole cells, by how much depends on the list.
 */
function columnsFor(inputs: readonly SquareInput[]): number {
  let cells = 0;
  let vsize = 0;
  let largest = 0;
  for (const input of inputs) {
    const side = sideOf(input.vsize);
    cells += side * side;
    largest = Math.max(largest, side);
    if (Number.isFinite(input.vsize)) vsize += Math.max(0, input.vsize);
  }
  const fullness = Math.min(1, vsize / blockVsize);
  const needed = fullness === 0 ? 0 : Math.ceil(Math.sqrt((cells * 1.015) / fullness));
  return Math.max(minColumns, largest, needed);
}

function pile(sorted: readonly SquareInput[], old: ReadonlyMap<string, Square>, columns: number): Layout {
  const ground = new Ground(columns);
  const squares = new Map<string, Square>();
  let top = 0;
  const put = (square: Square) => {
    ground.take(square);
    squares.set(square.txid, square);
    top = Math.max(top, square.row + square.side);
  };
  for (const { txid, rate } of sorted) {
    const place = old.get(txid);
    if (place) put({ ...place, rate });
  }
  for (const { txid, vsize, rate } of sorted) {
    if (squares.has(txid)) continue;
    const side = sideOf(vsize);
    put({ txid, rate, side, ...ground.place(side) });
  }
  return { columns, rows: Math.max(columns, top), squares };
}

/**
 * Returns the square at a point.
 * @param x
 * @param y shares of the picture, 0 to 1, from its top left corner
 */
export function squareAt(layout: Layout, x: number, y: number): Square | undefined {
  const column = x * layout.rows;
  const row = (1 - y) * layout.rows;
  for (const square of layout.squares.values()) {
    if (
      column >= square.column &&
      column < square.column + square.side &&
      row >= square.row &&
      row < square.row + square.side
    )
      return square;
  }
  return undefined;
}

/** Returns the nearest square in a direction, for the arrow keys. */
export function squareBeside(
  layout: Layout,
  from: Square,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown',
): Square {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key] as [
    number,
    number,
  ];
  let best = from;
  let bestScore = Number.POSITIVE_INFINITY;
  const middle = (square: Square): [number, number] => [square.column + square.side / 2, square.row + square.side / 2];
  const [x, y] = middle(from);
  for (const square of layout.squares.values()) {
    const [sx, sy] = middle(square);
    const along = (sx - x) * dx + (sy - y) * dy;
    if (square.txid === from.txid || along <= 0) continue;
    const across = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    const score = along + 2.5 * across;
    if (score < bestScore) {
      bestScore = score;
      best = square;
    }
  }
  return best;
}
