import type { Vin } from '@glassblock/contract';
import { fromHex } from '@glassblock/primitives';
import { hashTypeOf } from './signatures.ts';

/** What a witness item is there for. */
export interface WitnessItem {
  hex: string;
  role: 'signature' | 'key' | 'script' | 'control' | 'annex' | 'empty' | 'data';
  /** Of a signature. */
  hashType?: string;
}

/** Items this long are neither a signature nor a key; they are not turned into bytes. */
const longestLooked = 200;

function plainItem(hex: string, isSchnorr: boolean): WitnessItem {
  if (hex === '') return { hex, role: 'empty' };
  if (hex.length > longestLooked) return { hex, role: 'data' };
  const hashType = hashTypeOf(fromHex(hex), isSchnorr);
  if (hashType !== undefined) return { hex, role: 'signature', hashType };
  return { hex, role: /^(0[23].{64}|04.{128})$/.test(hex) ? 'key' : 'data' };
}

/** The witness of an input, each item with what it is there for as far as the spent output tells. */
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
