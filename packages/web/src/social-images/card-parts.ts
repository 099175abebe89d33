import type { Answer } from '../data/answer.ts';
import type { Figure } from '../format/amount.ts';

/** Network of an image: its label and the prefix of its routes. */
export interface CardPlace {
  label: string;
  prefix: string;
  network: string;
  /** Pegged asset of a Liquid network; undefined for others. */
  liquid?: { asset: string; ticker: string } | undefined;
}

/** Returns a line of a card. */
export const fact = (label: string, figure: Figure | string) =>
  typeof figure === 'string' ? { label, value: figure } : { label, value: figure.value, unit: figure.unit };

/**
 * The body of an answer; undefined when not found.
 * @throws on other errors
 */
export function bodyOf<T>(answer: Answer<T>): T | undefined {
  if (answer.ok) return answer.body;
  if (answer.status === 400 || answer.status === 404) return undefined;
  throw new Error(answer.message);
}

/** Returns both halves of a hash, each on a line. */
export const halves = (hash: string): string[] => [hash.slice(0, 32), hash.slice(32)];

/** Removes characters that are not shown. */
export const printableText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '');

/** Returns an address on one line, a long one on two. */
export function addressLines(address: string): string[] {
  const half = Math.ceil(address.length / 2);
  return address.length <= 44 ? [address] : [address.slice(0, half), address.slice(half)];
}
