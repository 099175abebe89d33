import { feeSteps } from '../../format/rate.ts';

/** Red, green and blue, 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Parses '#2b48a6' or '#09f' (minified '#0099ff'); black for anything else. */
export function parseColour(text: string): Rgb {
  const [, given] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (given === undefined) return [0, 0, 0];
  const digits = given.length === 3 ? given.replace(/./g, '$&$&') : given;
  const byte = (place: number) => Number.parseInt(digits.slice(place, place + 2), 16) / 255;
  return [byte(0), byte(2), byte(4)];
}

/**
 * Reads the fee color scale of the theme.
 * @param read returns a custom property of the document
 */
export function readRamp(read: (name: string) => string): readonly Rgb[] {
  return Array.from({ length: feeSteps }, (_, step) => parseColour(read(`--fee-${step}`)));
}

/**
 * Returns the color of a fee rate, interpolated on a logarithmic scale.
 * @param rate sat/vB
 */
export function colourOf(ramp: readonly Rgb[], rate: number): Rgb {
  const place = Math.min(ramp.length - 1, Math.max(0, rampPlace(rate)));
  const low = ramp[Math.floor(place)] ?? ([0, 0, 0] as const);
  const high = ramp[Math.min(ramp.length - 1, Math.floor(place) + 1)] ?? low;
  const share = place - Math.floor(place);
  return [0, 1, 2].map((part) => (low[part] ?? 0) + ((high[part] ?? 0) - (low[part] ?? 0)) * share) as unknown as Rgb;
}

/** Position on the scale: 0.5 sat/vB is the cold end, about 400 the warm one. */
const rampPlace = (rate: number): number => (Number.isFinite(rate) && rate > 0 ? (Math.log2(rate) + 1) / 1.07 : 0);
