import type { CompressedTx } from '@glassblock/contract';
import type { AuditMark } from '../../data/tx/audit-status.ts';
import { matcher, type PictureFilter } from '../filter/filter.ts';
import { colourOf, parseColour, type Rgb, readRamp } from './colour.ts';

/** Red, green, blue and alpha, 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/**
 * Returns the color of a square.
 * @param txid only the fee rate of a removed transaction is known
 */
export type Paint = (txid: string, rate: number) => Rgba;

/** Result of a comparison of two blocks, or of an audit, for a transaction. */
export type PictureMark = 'both' | 'here' | AuditMark;

/** Colors of the theme. */
export interface Palette {
  ramp: readonly Rgb[];
  accelerated: Rgb;
  /** Marks with a color of their own. */
  marks: ReadonlyMap<PictureMark, Rgb>;
  types: readonly Rgb[];
  ground: Rgb;
  ink: Rgb;
}

/** Script types for coloring, by the newest type of a transaction; the last one is for all others. */
export const typeClasses = [
  { name: 'taproot', keys: ['p2tr'] },
  { name: 'segwit', keys: ['p2wpkh', 'p2wsh'] },
  { name: 'scriptHash', keys: ['p2sh'] },
  { name: 'keyHash', keys: ['p2pkh'] },
  { name: 'other', keys: [] },
] as const;

/** Name of a color of marks, after `--picture-`. */
export type MarkColour = 'here' | 'removed' | 'prioritized' | 'deprioritized' | 'conflict' | 'accelerated';

/** Colors of marks. */
export const markColours: Readonly<Partial<Record<PictureMark, MarkColour>>> = {
  here: 'here',
  added: 'here',
  removed: 'removed',
  prioritized: 'prioritized',
  addedPrioritized: 'prioritized',
  deprioritized: 'deprioritized',
  addedDeprioritized: 'deprioritized',
  conflict: 'conflict',
  accelerated: 'accelerated',
};

/** Marks of marginal transactions: a darker color of their fee rate. */
const faded: ReadonlySet<PictureMark> = new Set(['fresh', 'lifted', 'sigop', 'marginal']);
const fadedShare = 0.4;

/**
 * Reads the colors of the theme.
 * @param read returns a custom property of the document
 */
export function readPalette(read: (property: string) => string): Palette {
  return {
    ramp: readRamp(read),
    accelerated: parseColour(read('--picture-accelerated')),
    marks: new Map(
      Object.entries(markColours).map(([mark, name]) => [mark as PictureMark, parseColour(read(`--picture-${name}`))]),
    ),
    types: typeClasses.map((_, place) => parseColour(read(`--type-${place}`))),
    ground: parseColour(read('--picture-ground')),
    ink: parseColour(read('--ink-2')),
  };
}

const classTests = typeClasses.slice(0, -1).map(({ keys }) => matcher({ mode: 'or', keys }));

/**
 * Returns an index in `typeClasses`.
 * @param flagBits sum of flags
 */
export function typeClassOf(flagBits: number): number {
  const place = classTests.findIndex((test) => test(flagBits));
  return place < 0 ? typeClasses.length - 1 : place;
}

const accelerationFlag = 2 ** 19;

/** Returns the flags of a square's transaction; acceleration is a separate property. */
export const flagsOf = (tx: CompressedTx): number =>
  tx[7] === 1 && Math.floor(tx[5] / accelerationFlag) % 2 === 0 ? tx[5] + accelerationFlag : tx[5];

/** Color strength of a transaction that is a day old or older. */
const oldest = 0.34;
const dayMinutes = 1440;

/**
 * Returns the color strength: 1 for transactions of the last minute, decreasing with the logarithm of the age.
 * @param seconds age
 */
export function strengthAt(seconds: number): number {
  const minutes = Math.max(0, seconds / 60);
  return 1 - (1 - oldest) * Math.min(1, Math.log2(1 + minutes) / Math.log2(1 + dayMinutes));
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  [0, 1, 2].map((part) => (from[part] ?? 0) + ((to[part] ?? 0) - (from[part] ?? 0)) * share) as unknown as Rgb;

const dimmed = 0.2;
/** Color strength of filtered transactions in the age mode. */
const faint = 0.1;

/**
 * Creates the coloring of squares. Accelerated transactions and marks have colors of their own; transactions that do
 * not match the filter are dimmed.
 * @param now Unix seconds
 * @param marks of a comparison
 */
export function painter(
  palette: Palette,
  txs: ReadonlyMap<string, CompressedTx>,
  filter: PictureFilter,
  now: number,
  marks?: ReadonlyMap<string, PictureMark>,
): Paint {
  const passes = matcher(filter);
  return (txid, rate) => {
    const tx = txs.get(txid);
    if (tx === undefined) return [...colourOf(palette.ramp, rate), 1];
    const flagBits = flagsOf(tx);
    if (!passes(flagBits))
      return filter.tint === 'age' ? [...palette.ink, faint] : [...colourOf(palette.ramp, rate), dimmed];
    const mark = marks?.get(txid);
    const marked = mark === undefined ? undefined : palette.marks.get(mark);
    if (marked !== undefined) return [...marked, 1];
    if (tx[7] === 1) return [...palette.accelerated, 1];
    if (filter.tint === 'type') return [...(palette.types[typeClassOf(flagBits)] ?? palette.ink), 1];
    if (mark !== undefined && faded.has(mark))
      return [...mix(palette.ground, colourOf(palette.ramp, rate), fadedShare), 1];
    const colour = colourOf(palette.ramp, rate);
    if (filter.tint === 'fee' || tx[6] <= 0) return [...colour, 1];
    return [...mix(palette.ground, colour, strengthAt(now - tx[6])), 1];
  };
}
