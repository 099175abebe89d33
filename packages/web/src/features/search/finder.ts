import { addressBeginning, findAddressesByPrefix, narrowed } from '../../data/search/find-addresses.ts';
import { lightningSearchPath } from '../../data/search/lightning-search.ts';
import { matchingMiningPools } from '../../data/search/matching-mining-pools.ts';
import { recognise } from '../../data/search/recognise.ts';
import texts from '../../messages/en.json?found';
import { foundRows } from './rows.ts';

/** The search code, loaded when a user starts typing. */
export const finder = {
  addressBeginning,
  findAddressesByPrefix,
  narrowed,
  matchingMiningPools,
  lightningSearchPath,
  recognise,
  foundRows,
  texts,
};

/** The search code, see `finder`. */
export type Finder = typeof finder;
