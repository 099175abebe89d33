import { addressBeginning, findAddressesByPrefix, narrowed } from '../../data/addresses-begun.ts';
import { matchingMiningPools } from '../../data/matching-pools.ts';
import { recognise } from '../../data/recognise.ts';
import { foundRows } from './rows.ts';

/** What finds the lines of a search: no page needs it before somebody types. */
export const finder = { addressBeginning, findAddressesByPrefix, narrowed, matchingMiningPools, recognise, foundRows };

export type Finder = typeof finder;
