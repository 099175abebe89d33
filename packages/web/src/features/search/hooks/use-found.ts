import { useMemo } from 'react';
import { useLive } from '../../../context/live.ts';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { useText } from '../../../messages/use-text.ts';
import type { SearchRow } from '../rows.ts';
import { addressSearchScope } from '../search-scope.ts';
import { useAddresses } from './use-addresses.ts';
import { useFinder } from './use-finder.ts';
import { useLightningSearch } from './use-lightning-search.ts';
import { useMiningPoolSearch } from './use-mining-pool-search.ts';

/** Results for a typed text. */
export interface Found {
  rows: readonly SearchRow[];
  /** Message when there are no rows; undefined while a request is pending. */
  sentence: string | undefined;
}

/**
 * Returns results for a typed text: its form on this network, then on others, then matching addresses, and the names of
 * mining pools and Lightning nodes and channels.
 */
export function useFound(typed: string): Found {
  const { network, prefix, label } = usePlace();
  const { rootNetwork, networks, addressSearch } = useSite();
  const tip = useLive((state) => state.blocks[0]?.height);
  const finder = useFinder(typed !== '');
  const text = useText(finder?.texts);
  const guesses = useMemo(() => finder?.recognise(typed, network, tip) ?? [], [finder, typed, network, tip]);
  const { typedPrefix, addresses, isAsked: isRequested } = useAddresses(finder, typed);
  const miningPools = useMiningPoolSearch(finder, typed);
  const lightning = useLightningSearch(finder, typed);
  if (finder === undefined) return { rows: [], sentence: undefined };
  const place = { prefix, label, rootNetwork, networks, addressSearch };
  const nothing =
    typedPrefix === undefined
      ? text('search.unclear')
      : text('search.prefix.none', { where: addressSearchScope(addressSearch) });
  return {
    rows: finder.foundRows({ typed, guesses, typedPrefix, addresses, miningPools, lightning }, place, text),
    sentence: isRequested ? undefined : nothing,
  };
}
