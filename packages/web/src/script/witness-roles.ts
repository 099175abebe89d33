import type { Vin } from '@glassblock/contract';
import { fromHex } from '@glassblock/primitives';
import { hashTypeOf } from './signatures.ts';

/** A witness item and its role. */
export interface WitnessItem {
  hex: string;
  role: 'signature' | 'key' | 'script' | 'control' | 'annex' | 'empty' | 'data';
  /** Hash type of a signature. */
  hashType?: string;
}

/** Minimum length of items that are neither signature nor key; they are not decoded. */
const longestLooked = 200;

function plainItem(hex: string, isSchnorr: boolean): WitnessItem {
  if (hex === '') return { hex, role: 'empty' };
  if (hex.length > longestLooked) return { hex, role: 'data' };
  const hashType = hashTypeOf(fromHex(hex), isSchnorr);
  if (hashType !== undefined) return { hex, role: 'signature', hashType };
  return { hex, role: /^(0[23].{64}|04.{128})$/.test(hex) ? 'key' : 'data' };
}

/** Returns the witness items of an input with their roles, as far as the prevout determines them. */
export function witnessItems({ witness, prevout, scriptsig }: Vin): WitnessItem[] {
  const items = witness ?? [];
  const type = prevout?.scriptpubkey_type;
  if (type === 'v1_p2tr') return taprootItems(items);
  const isWrappedScript = type === 'p2sh' && scriptsig.startsWith('220020');
  const hasScript = items.length > 0 && (type === 'v0_p2wsh' || isWrappedScript);
  return items.map((hex, place) =>
    hasScript && place === items.length - 1 ? { hex, role: 'script' } : plainItem(hex, false),
  );
}

function taprootItems(items: readonly string[]): WitnessItem[] {
  const hasAnnex = items.length >= 2 && items.at(-1)!.startsWith('50');
  const rest = items.length - (hasAnnex ? 1 : 0);
  return items.map((hex, place) => {
    if (place >= rest) return { hex, role: 'annex' };
    if (rest > 1 && place === rest - 1) return { hex, role: 'control' };
    if (rest > 1 && place === rest - 2) return { hex, role: 'script' };
    return plainItem(hex, true);
  });
}
