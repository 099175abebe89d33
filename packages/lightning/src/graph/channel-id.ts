/** A short channel id: block height in 24 bits, position of the transaction in 24 bits, output index in 16 bits (BOLT 7). */
export type ChannelId = bigint;

/** The output that a short channel id names. */
export interface ChannelPosition {
  height: number;
  position: number;
  vout: number;
}

const maxPosition = 0xffffff;
const maxVout = 0xffff;
const maxId = 0xffff_ffff_ffff_ffffn;

/** Returns the id of an output; undefined when a part does not fit. */
export function channelIdOf({ height, position, vout }: ChannelPosition): ChannelId | undefined {
  const fits = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max;
  if (!fits(height, maxPosition) || !fits(position, maxPosition) || !fits(vout, maxVout)) return undefined;
  return (BigInt(height) << 40n) | (BigInt(position) << 16n) | BigInt(vout);
}

/** Returns the output that an id names. */
export function positionOfChannel(id: ChannelId): ChannelPosition {
  return { height: Number(id >> 40n), position: Number((id >> 16n) & 0xffffffn), vout: Number(id & 0xffffn) };
}

/** Returns an id as `HEIGHTxPOSITIONxVOUT`. */
export function shortIdOf(id: ChannelId): string {
  const { height, position, vout } = positionOfChannel(id);
  return `${height}x${position}x${vout}`;
}

/** Parses `HEIGHTxPOSITIONxVOUT`; returns undefined for anything else. */
export function parseShortId(text: string): ChannelId | undefined {
  const match = /^(\d{1,8})x(\d{1,8})x(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  return channelIdOf({ height: Number(match[1]), position: Number(match[2]), vout: Number(match[3]) });
}

/** Parses an id in decimal; returns undefined for anything else. */
export function parseChannelId(text: string): ChannelId | undefined {
  if (!/^\d{1,20}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id <= maxId ? id : undefined;
}

/** A range of ids, both ends included. */
export interface ChannelIdRange {
  first: ChannelId;
  last: ChannelId;
}

/** Returns the numbers up to `max` whose decimal text starts with `digits`, as ranges. An empty text means all. */
function rangesOfDigits(digits: string, max: bigint): [bigint, bigint][] {
  if (digits === '') return [[0n, max]];
  if (digits.length > 20 || (digits.length > 1 && digits.startsWith('0'))) return [];
  const ranges: [bigint, bigint][] = [];
  const start = BigInt(digits);
  for (let scale = 1n; start * scale <= max; scale *= 10n) {
    const last = (start + 1n) * scale - 1n;
    ranges.push([start * scale, last > max ? max : last]);
    if (start === 0n) break;
  }
  return ranges;
}

/**
 * Returns the ids whose decimal text or short id starts with a text, as at most 28 ranges; none unless the text has only
 * digits and `x`.
 */
export function channelIdRanges(text: string): ChannelIdRange[] {
  const match = /^(\d{1,20})(?:x(\d{0,8})(?:x(\d{0,5}))?)?$/.exec(text);
  if (match === null) return [];
  const [, height = '', position, vout] = match;
  const numbers = position === undefined ? rangesOfDigits(height, maxId) : [];
  return [...numbers, ...shortIdRanges(height, position, vout)].map(([first, last]) => ({ first, last }));
}

function shortIdRanges(height: string, position: string | undefined, vout: string | undefined): [bigint, bigint][] {
  const heights = rangesOfDigits(height, BigInt(maxPosition));
  if (position === undefined) return heights.map(([first, last]) => [first << 40n, ((last + 1n) << 40n) - 1n]);
  const block = heights[0];
  if (block === undefined || block[0] !== block[1]) return [];
  const base = block[0] << 40n;
  const positions = rangesOfDigits(position, BigInt(maxPosition));
  if (vout === undefined)
    return positions.map(([first, last]) => [base + (first << 16n), base + ((last + 1n) << 16n) - 1n]);
  const tx = positions[0];
  if (position === '' || tx === undefined || tx[0] !== tx[1]) return [];
  const start = base + (tx[0] << 16n);
  return rangesOfDigits(vout, BigInt(maxVout)).map(([first, last]) => [start + first, start + last]);
}
