import { createHash } from 'node:crypto';

/** Returns the milliseconds of 20,000 SHA-256 of 32 bytes: the speed of the machine at this moment. */
export function calibrate(): number {
  const began = performance.now();
  let digest: Uint8Array = new Uint8Array(32);
  for (let i = 0; i < 20_000; i++) digest = createHash('sha256').update(digest).digest();
  return performance.now() - began;
}

/** Returns the upper median of a non-empty list. */
export const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;
