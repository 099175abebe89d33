import type { Chain } from './wallet-source.ts';

/** Consecutive unused addresses that end a chain. Source: BIP 44 */
export const gapLimit = 20;
/** Maximum number of lookups per scan. */
export const maxLookups = 2_000;

/** Progress of a scan. */
export interface Progress {
  /** By chain: indexes that were looked up. */
  asked: readonly ReadonlySet<number>[];
  /** By chain: last used index; -1: none. */
  lastUsed: readonly number[];
}

/** Returns the progress before the first lookup. */
export const noProgress = (chains: readonly Chain[]): Progress => ({
  asked: chains.map(() => new Set<number>()),
  lastUsed: chains.map(() => -1),
});

/** Position of an address. */
export interface Spot {
  chain: number;
  index: number;
}

/** Returns the addresses to look up next, in any order: up to the gap limit after the last used one. */
export function openSpots(chains: readonly Chain[], { asked, lastUsed }: Progress): Spot[] {
  let left = maxLookups - asked.reduce((sum, each) => sum + each.size, 0);
  const spots: Spot[] = [];
  chains.forEach(({ length }, chain) => {
    const end = length ?? (lastUsed[chain] ?? -1) + 1 + gapLimit;
    for (let index = 0; index < end && left > 0; index++) {
      if (asked[chain]?.has(index)) continue;
      spots.push({ chain, index });
      left--;
    }
  });
  return spots;
}

/** Returns the progress after a lookup. */
export function withLookup(progress: Progress, { chain, index }: Spot, isUsed: boolean): Progress {
  return {
    asked: progress.asked.map((each, place) => (place === chain ? new Set(each).add(index) : each)),
    lastUsed: progress.lastUsed.map((last, place) => (place === chain && isUsed ? Math.max(last, index) : last)),
  };
}

/** Returns the first address after the last used one of a chain, once it is known to be unused. */
export function nextUnused(chains: readonly Chain[], progress: Progress): Spot | undefined {
  const receiving = chains.flatMap(({ isReceiving, length }, chain) =>
    isReceiving && length === undefined ? [{ chain, last: progress.lastUsed[chain] ?? -1 }] : [],
  );
  const used = receiving.filter(({ last }) => last >= 0);
  // for an unused wallet with several script types the next address is unknown
  const best =
    used.length > 0
      ? used.reduce((a, b) => (b.last > a.last ? b : a))
      : receiving.length === 1
        ? receiving[0]
        : undefined;
  if (best === undefined) return undefined;
  const index = best.last + 1;
  return progress.asked[best.chain]?.has(index) ? { chain: best.chain, index } : undefined;
}
