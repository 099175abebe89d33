/** A row of a distribution: this share of all values is uniform in [min, max]. */
interface Band {
  readonly share: number;
  readonly min: number;
  readonly max: number;
}

/** Inputs of an average transaction, 2.6 on average: most have one or two, consolidations have hundreds. */
export const inputBands: readonly Band[] = [
  { share: 0.623, min: 1, max: 1 },
  { share: 0.24, min: 2, max: 2 },
  { share: 0.1, min: 3, max: 6 },
  { share: 0.035, min: 7, max: 30 },
  { share: 0.002, min: 60, max: 300 },
];

/** Outputs of an average transaction, 2.9 on average: payment and change, and some batch payouts. */
export const outputBands: readonly Band[] = [
  { share: 0.1575, min: 1, max: 1 },
  { share: 0.66, min: 2, max: 2 },
  { share: 0.13, min: 3, max: 6 },
  { share: 0.05, min: 7, max: 19 },
  { share: 0.0025, min: 50, max: 150 },
];

/** Returns a random value of a distribution. */
export function drawFrom(bands: readonly Band[], random: () => number): number {
  let at = random();
  for (const { share, min, max } of bands) {
    if (at < share) return min + Math.floor((at / share) * (max - min + 1));
    at -= share;
  }
  return bands[0]!.min;
}

/** Kind of a block by its weight. */
export type BlockKind = 'empty' | 'small' | 'normal' | 'full' | 'heavy';

/**
 * Weight at which blocks of each kind are closed. An average transaction has 2.9 weight units per byte, so `full`
 * blocks have 1.4 MB; `heavy` blocks are nearly all witness data and have almost 4 MB.
 */
const blockBands: Readonly<Record<BlockKind, Band>> = {
  empty: { share: 0.015, min: 0, max: 0 },
  small: { share: 0.07, min: 20_000, max: 900_000 },
  normal: { share: 0.7, min: 2_400_000, max: 3_900_000 },
  full: { share: 0.2, min: 3_997_000, max: 3_997_000 },
  heavy: { share: 0.015, min: 3_997_000, max: 3_997_000 },
};

/** Returns a random block kind and its weight limit. */
export function drawBlock(random: () => number): { kind: BlockKind; weight: number } {
  const place = random();
  const within = random();
  let at = place;
  for (const kind of ['empty', 'small', 'full', 'heavy'] as const) {
    const { share, min, max } = blockBands[kind];
    if (at < share) return { kind, weight: Math.floor(min + within * (max - min)) };
    at -= share;
  }
  const { min, max } = blockBands.normal;
  return { kind: 'normal', weight: Math.floor(min + within * (max - min)) };
}
