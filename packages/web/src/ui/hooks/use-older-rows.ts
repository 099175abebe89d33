import { useState } from 'react';
import { useLocation } from 'react-router';

/** Lists that somebody may come back to; the oldest are forgotten. */
const maxLists = 20;
const lists = new Map<string, readonly unknown[]>();

function keep(key: string, rows: readonly unknown[]): void {
  lists.delete(key);
  lists.set(key, rows);
  const [oldest] = lists.keys();
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
}

/**
 * Rows that were added below the first ones of a page's list. Whoever comes back to this entry of the history finds them
 * again, and with them the place where it was left, unless so much has come since that rows between are missing.
 * @param first  of the page, in the list's order @param idOf  tells rows apart; undefined for what may be
 *   otherwise later: a list with such a row is not kept
 * @returns the rows with the first ones of their time, empty while nothing was added; and what adds further ones
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
