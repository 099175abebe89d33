import type { StatisticsRow } from '@glassblock/contract';
import { useMemo, useRef } from 'react';
import { useLive } from '../../context/live.ts';
import { withRow } from './row-lines.ts';

/** Length of the window that is updated each minute, seconds. */
const liveSpan = 7_200;

/** Returns loaded rows, with new ones of each minute while `isLive`, newest first. */
export function useMinutes(rows: readonly StatisticsRow[], isLive: boolean): readonly StatisticsRow[] {
  const sample = useLive((state) => state.sample);
  const stored = useRef<{ from: readonly StatisticsRow[]; rows: readonly StatisticsRow[] }>(undefined);
  return useMemo(() => {
    const before = stored.current?.from === rows ? stored.current.rows : rows;
    const next = isLive && sample !== undefined ? withRow(before, sample, liveSpan) : before;
    stored.current = { from: rows, rows: next };
    return next;
  }, [rows, sample, isLive]);
}
