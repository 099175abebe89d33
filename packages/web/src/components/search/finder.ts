import { addressBeginning, addressesBegun, narrowed } from '../../data/addresses-begun.ts';
import { matchingPools } from '../../data/matching-pools.ts';
import { recognise } from '../../data/recognise.ts';
import { foundRows } from './rows.ts';

/** What finds the lines of a search: no page needs it before somebody types. */
export const finder = { addressBeginning, addressesBegun, narrowed, matchingPools, recognise, foundRows };

export type Finder = typeof finder;
