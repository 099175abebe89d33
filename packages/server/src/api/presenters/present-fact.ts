import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';

/** Converts a fact to its wire form: hashes in display order, outpoints as `txid:index`, Unix seconds, amounts in sats. */
export function presentFact(fact: Fact): Record<string, unknown> {
  const { type, ...rest } = 'of' in fact ? { ...fact, of: `${displayHash(fact.of.txid)}:${fact.of.index}` } : fact;
  return {
    type,
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, value instanceof Uint8Array ? displayHash(value) : value]),
    ),
  };
}
