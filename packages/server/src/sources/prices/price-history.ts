import type { PriceBook } from './price-book.ts';
import { type PriceRow, thinned } from './price-row.ts';

/** The history of a price book: fetched rows, and those of the operator's file, which take precedence. */
export interface PriceHistory {
  /** Returns the fetched rows, oldest first. */
  fetched(): readonly PriceRow[];
  /** Adds fetched rows; of two with one time the earlier added stays. */
  addFetched(rows: readonly PriceRow[]): void;
  /** Replaces the rows of the operator's file; undefined leaves them. */
  setOfFile(rows: readonly PriceRow[] | undefined): void;
}

/** Creates the history and shows it in the book. */
export function createPriceHistory(options: {
  book: PriceBook;
  fetched: readonly PriceRow[];
  ofFile: readonly PriceRow[];
}): PriceHistory {
  const { book } = options;
  let { fetched, ofFile } = options;

  /** @param preferred rows that replace others of the same time */
  function merged(rows: readonly PriceRow[], preferred: readonly PriceRow[]): PriceRow[] {
    const byTime = new Map([...rows, ...preferred].map((row) => [row.time, row]));
    const sorted = [...byTime.values()].sort((a, b) => a.time - b.time);
    return thinned(sorted);
  }

  const show = () => book.setHistory(merged(fetched, ofFile));
  show();
  return {
    fetched: () => fetched,
    addFetched(rows) {
      fetched = merged(rows, fetched);
      show();
    },
    setOfFile(rows) {
      ofFile = rows ?? ofFile;
      show();
    },
  };
}
