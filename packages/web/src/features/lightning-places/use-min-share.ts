import { useNarrow } from '../../ui/hooks/use-media.ts';

/** Shares below these are merged in a ring, in percent. */
const minShares = {
  providers: { wide: 0.4, narrow: 1 },
  /** Of the dashboard. */
  largestProviders: { wide: 0.75, narrow: 1 },
  countries: { wide: 1, narrow: 2 },
} as const;

/** Returns the smallest share that has a part of its own in a ring, in percent; it is larger on a phone. */
export const useMinShare = (ring: keyof typeof minShares): number => minShares[ring][useNarrow() ? 'narrow' : 'wide'];
