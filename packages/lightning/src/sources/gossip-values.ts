import { minUpdateTime } from '../graph/gossip.ts';
import { parseSocket } from '../graph/sockets.ts';

/* Values of announcements. Peers choose them, so sizes are bounded. */

const maxAliasLength = 64;
/** Characters of a longer alias that are read. */
const maxReadLength = 1_024;
/** Characters that change or hide the text around them, and invisible fillers. */
const invisible = /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu;
/** More combining marks than a letter has in any language: they would cover adjacent lines. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;
const maxSockets = 24;
const maxRecords = 32;
const maxRecordDigits = 4_096;
const maxU64 = 2 ** 64;

/** Returns a text or a number as text; an empty one for anything else, also for objects with a `toString` of their own. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Returns a value as an object; an empty one for anything else. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Returns a text without control characters, invisible characters and stacked combining marks, cut to 64 characters. */
export function aliasOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return (
    value
      .slice(0, maxReadLength)
      .replace(invisible, '')
      .replace(stackedMarks, '$1')
      .slice(0, maxAliasLength)
      // half of a character at the end
      .replace(/[\ud800-\udbff]$/, '')
      .trim()
  );
}

/** Parses `#rrggbb` or `rrggbb`; black for anything else. */
export function colorOf(value: unknown): number {
  const match = /^#?([0-9a-f]{6})$/i.exec(typeof value === 'string' ? value : '');
  return match === null ? 0 : Number.parseInt(match[1]!, 16);
}

/** Parses a whole number below 2^64 from a number or a decimal text; 0 for anything else. Above 2^53 it is rounded. */
export function amountOf(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number < maxU64 ? Math.floor(number) : 0;
}

/** Parses a number below 2^32; the maximum for larger ones. */
export const u32Of = (value: unknown): number => Math.min(amountOf(value), 0xffffffff);

/** Parses a number below 2^16; the maximum for larger ones. */
export const u16Of = (value: unknown): number => Math.min(amountOf(value), 0xffff);

/** Returns an update time; 1 where it is missing or too old to be one, so that it is older than every other. */
export function updateTimeOf(value: unknown): number {
  const time = u32Of(value);
  return time < minUpdateTime ? 1 : time;
}

/** Returns the valid addresses of an announcement, each once. */
export function socketsOf(texts: readonly unknown[]): string[] {
  const sockets = new Set<string>();
  for (const text of texts.slice(0, maxSockets)) {
    const socket = typeof text === 'string' ? parseSocket(text) : undefined;
    if (socket !== undefined) sockets.add(socket.text);
  }
  return [...sockets];
}

/** Returns the members of an object; none for anything else. */
export const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** Returns the elements of an array; none for anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the records of an announcement: type to payload in hex.
 * @param toHex decodes a payload; undefined when malformed
 */
export function recordsOf(value: unknown, toHex: (payload: unknown) => string | undefined): Record<string, string> {
  const records: Record<string, string> = {};
  for (const [type, payload] of membersOf(value).slice(0, maxRecords)) {
    const hex = toHex(payload);
    if (/^\d{1,20}$/.test(type) && hex !== undefined && hex.length <= maxRecordDigits) records[type] = hex;
  }
  return records;
}
