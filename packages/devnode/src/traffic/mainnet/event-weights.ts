import type { eventWeights } from '../traffic-events.ts';

/** Events as on mainnet: mostly payments. With the target number of UTXOs their number stays about the same. */
export const mainnetWeights: typeof eventWeights = {
  payment: 100,
  smallBatch: 4,
  batch: 0.08,
  consolidation: 2,
  largeConsolidation: 0.2,
  chain: 3,
  childPaysForParent: 1.5,
  replacement: 2,
  note: 3,
  inscription: 6,
  largeInscription: 0.12,
  anchorPair: 0.5,
};

/** In past blocks with fewer inscriptions: each needs a point multiplication, about a millisecond. */
export const pastWeights: typeof eventWeights = { ...mainnetWeights, inscription: 0.7, largeInscription: 0.1 };
