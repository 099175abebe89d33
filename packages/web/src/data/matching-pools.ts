import type { PoolName } from '@glassblock/contract';

/** Rows of a search. (screens-core 2.4) */
const mostRows = 10;

/** Pools whose names hold a typed text, those that begin with it first. @param pools  in the server's order */
export function matchingPools(pools: readonly PoolName[], typed: string): PoolName[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const found = pools.filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }: PoolName) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, mostRows);
}
