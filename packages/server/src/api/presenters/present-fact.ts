import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';

/** Converts a fact to its wire form: hashes in display order, Unix seconds, fees in sats. */
export function presentFact(fact: Fact): Record<string, unknown> {
  const { type, ...rest } = fact;
  return {
    type,
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, value instanceof Uint8Array ? displayHash(value) : value]),
    ),
  };
}
