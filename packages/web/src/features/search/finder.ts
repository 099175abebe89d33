import { addressBeginning, findAddressesByPrefix, narrowed } from '../../data/search/find-addresses.ts';
import { matchingMiningPools } from '../../data/search/matching-mining-pools.ts';
import { recognise } from '../../data/search/recognise.ts';
import { foundRows } from './rows.ts';

/** What finds the lines of a search: no page needs it before somebody types. */
export const finder = { addressBeginning, findAddressesByPrefix, narrowed, matchingMiningPools, recognise, foundRows };

export type Finder = typeof finder;
