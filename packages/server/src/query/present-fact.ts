import type { Fact } from '@glassblock/journal';
import { displayHash } from '@glassblock/primitives';

/** A fact as clients read it: hashes in display order, times in seconds since 1970, fees in sats. */
export function presentFact(fact: Fact): Record<string, unknown> {
  const { type, ...rest } = fact;
  return {
    type,
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, value instanceof Uint8Array ? displayHash(value) : value]),
    ),
  };
}
