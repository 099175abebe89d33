import type { Chain } from './wallet-source.ts';

/** Unused addresses in a row after which a chain is taken to be at its end. Source: BIP 44 */
export const gapLimit = 20;
/** Addresses that one scan looks up at most. */
export const maxLookups = 2_000;

/** How far the chains are looked up. */
export interface Progress {
  /** By chain: indexes that were asked for. */
  asked: readonly ReadonlySet<number>[];
  /** By chain: the last one that was ever used; -1: none. */
  lastUsed: readonly number[];
}

export const noProgress = (chains: readonly Chain[]): Progress => ({
  asked: chains.map(() => new Set<number>()),
  lastUsed: chains.map(() => -1),
});

/** An address by its place. */
export interface Spot {
  chain: number;
  index: number;
}

/** Addresses that are to be asked for next, in any order: up to the gap limit behind the last used one. */
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

/** The progress after a lookup. */
export function withLookup(progress: Progress, { chain, index }: Spot, isUsed: boolean): Progress {
  return {
    asked: progress.asked.map((each, place) => (place === chain ? new Set(each).add(index) : each)),
    lastUsed: progress.lastUsed.map((last, place) => (place === chain && isUsed ? Math.max(last, index) : last)),
  };
}

/** The first address behind the last used one of a chain, once it is known to be unused. */
export function nextUnused(chains: readonly Chain[], progress: Progress): Spot | undefined {
  const receiving = chains.flatMap(({ isReceiving, length }, chain) =>
    isReceiving && length === undefined ? [{ chain, last: progress.lastUsed[chain] ?? -1 }] : [],
  );
  const used = receiving.filter(({ last }) => last >= 0);
  // Which kind an untouched wallet of several kinds would use, nobody can say.
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
