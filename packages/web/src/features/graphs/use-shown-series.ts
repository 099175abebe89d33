import { useEffect, useMemo, useState } from 'react';
import type { MiningSeries } from './mining-series/mining-series.ts';

/** Returns an id that is unique among the series of a chart. */
export const seriesId = ({ key, miningPool }: MiningSeries): string =>
  miningPool === undefined ? key : `pool ${miningPool}`;

/**
 * Returns which series of a chart are shown, from browser storage; known only after the first paint.
 * @param stored storage key; undefined: not stored
 */
export function useShownSeries(
  series: readonly MiningSeries[],
  stored: string | undefined,
): [readonly MiningSeries[], (series: MiningSeries) => void] {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  useEffect(() => {
    if (stored === undefined) return;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(stored) ?? '{}');
      if (typeof kept === 'object' && kept !== null) setChosen(onlyTruths(kept));
    } catch {
      // storage may be disabled or hold invalid data: the defaults apply
    }
  }, [stored]);
  const shown = useMemo(() => series.filter((one) => isShown(one, chosen)), [series, chosen]);
  return [
    shown,
    (one) => {
      const next = { ...chosen, [seriesId(one)]: !isShown(one, chosen) };
      setChosen(next);
      try {
        if (stored !== undefined) localStorage.setItem(stored, JSON.stringify(next));
      } catch {
        // storage may be disabled
      }
    },
  ];
}

const isShown = (one: MiningSeries, chosen: Readonly<Record<string, boolean>>): boolean =>
  chosen[seriesId(one)] ?? !one.isOff;

const onlyTruths = (kept: object): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(kept)
      .slice(0, 200)
      .filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );
