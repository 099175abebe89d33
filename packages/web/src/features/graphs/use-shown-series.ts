import { useMemo } from 'react';
import type { StoredFormat } from '../../data/device-storage.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import type { MiningSeries } from './mining-series/mining-series.ts';

/** Returns an id that is unique among the series of a chart. */
export const seriesId = ({ key, miningPool }: MiningSeries): string =>
  miningPool === undefined ? key : `mining-pool ${miningPool}`;

/**
 * Returns which series of a chart are shown, from browser storage; known only after the first paint.
 * @param stored storage key; undefined: not stored
 */
export function useShownSeries(
  series: readonly MiningSeries[],
  stored: string | undefined,
): [readonly MiningSeries[], (series: MiningSeries) => void] {
  const [chosen, setChosen] = useStored(stored, shownById);
  const shown = useMemo(() => series.filter((one) => isShown(one, chosen)), [series, chosen]);
  return [
    shown,
    (one) => {
      setChosen({ ...chosen, [seriesId(one)]: !isShown(one, chosen) });
    },
  ];
}

const isShown = (one: MiningSeries, chosen: Readonly<Record<string, boolean>>): boolean =>
  chosen[seriesId(one)] ?? !one.isOff;

const onlyBooleans = (entries: object): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(entries)
      .slice(0, 200)
      .filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );

const shownById: StoredFormat<Readonly<Record<string, boolean>>> = {
  initial: {},
  parse(text) {
    try {
      const entries: unknown = JSON.parse(text);
      return typeof entries === 'object' && entries !== null ? onlyBooleans(entries) : undefined;
    } catch {
      return undefined;
    }
  },
  encode: (shown) => JSON.stringify(shown),
};
