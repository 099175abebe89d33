import { useState } from 'react';
import { useLocation } from 'react-router';

/** Maximum number of stored lists; the oldest are evicted. */
const maxLists = 20;
const lists = new Map<string, readonly unknown[]>();

function keep(key: string, rows: readonly unknown[]): void {
  lists.delete(key);
  lists.set(key, rows);
  const [oldest] = lists.keys();
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
}

/**
 * Returns rows that were added below the first ones of a list. Going back in the history restores them and the scroll
 * position, unless so many new rows have arrived that some in between are missing.
 * @param first rows of the page, in list order
 * @param idOf returns a row's id; undefined for rows that may change: a list with such a row is not stored
 * @returns the rows, empty until some were added; and a function that adds further ones
 */
export function useOlderRows<T>(first: readonly T[], idOf: (row: T) => string | undefined) {
  const { key } = useLocation();
  const [older, setOlder] = useState<readonly T[]>(() => {
    const rows = (lists.get(key) ?? []) as readonly T[];
    const ids = new Set(first.map(idOf));
    return rows.some((row) => ids.has(idOf(row))) ? rows : [];
  });
  const add = (rows: readonly T[]) => {
    const all = [...(older.length === 0 ? first : older), ...rows];
    if (all.every((row) => idOf(row) !== undefined)) keep(key, all);
    setOlder(all);
  };
  return { older, add };
}
