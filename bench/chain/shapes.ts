/** A row of a table of chances: this share of all draws lies between `least` and `most`, both possible. */
interface Band {
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/** Inputs of an everyday transaction, 2.6 on average: most have one or two, some gather hundreds. */
export const inputBands: readonly Band[] = [
  { share: 0.623, least: 1, most: 1 },
  { share: 0.24, least: 2, most: 2 },
  { share: 0.1, least: 3, most: 6 },
  { share: 0.035, least: 7, most: 30 },
  { share: 0.002, least: 60, most: 300 },
];

/** Outputs of one, 2.9 on average: payment and change, some payouts to many. */
export const outputBands: readonly Band[] = [
  { share: 0.1575, least: 1, most: 1 },
  { share: 0.66, least: 2, most: 2 },
  { share: 0.13, least: 3, most: 6 },
  { share: 0.05, least: 7, most: 19 },
  { share: 0.0025, least: 50, most: 150 },
];

export function drawFrom(bands: readonly Band[], random: () => number): number {
  let at = random();
  for (const { share, least, most } of bands) {
    if (at < share) return least + Math.floor((at / share) * (most - least + 1));
    at -= share;
  }
  return bands[0]!.least;
}

export type BlockKind = 'empty' | 'small' | 'normal' | 'full' | 'heavy';

/** Weight at which blocks of a kind are closed. A transaction of the mix has 2.9 weight units a byte, so `full` ones are of
 *  1.4 MB; `heavy` ones are nearly all witness and come close to four. */
const blockBands: Readonly<Record<BlockKind, Band>> = {
  empty: { share: 0.015, least: 0, most: 0 },
  small: { share: 0.07, least: 20_000, most: 900_000 },
  normal: { share: 0.7, least: 2_400_000, most: 3_900_000 },
  full: { share: 0.2, least: 3_997_000, most: 3_997_000 },
  heavy: { share: 0.015, least: 3_997_000, most: 3_997_000 },
};

export function drawBlock(random: () => number): { kind: BlockKind; weight: number } {
  const place = random();
  const within = random();
  let at = place;
  for (const kind of ['empty', 'small', 'full', 'heavy'] as const) {
    const { share, least, most } = blockBands[kind];
    if (at < share) return { kind, weight: Math.floor(least + within * (most - least)) };
    at -= share;
  }
  const { least, most } = blockBands.normal;
  return { kind: 'normal', weight: Math.floor(least + within * (most - least)) };
}
