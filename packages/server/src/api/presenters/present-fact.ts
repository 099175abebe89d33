import type { Fact } from '@glassblock/journal';
import { displayHash, toHex } from '@glassblock/primitives';

/** Hashes in display order, public keys as they are, 64-bit numbers as texts. */
function presentValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Uint8Array)) return value;
  return value.length === 32 ? displayHash(value) : toHex(value);
}

/** Converts a fact to its wire form: hashes in display order, outpoints as `txid:index`, Unix seconds, amounts in sats. */
export function presentFact(fact: Fact): Record<string, unknown> {
  const { type, ...rest } = 'of' in fact ? { ...fact, of: `${displayHash(fact.of.txid)}:${fact.of.index}` } : fact;
  return {
    type,
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, presentValue(value)])),
  };
}
