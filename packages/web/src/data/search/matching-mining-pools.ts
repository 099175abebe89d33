import type { MiningPoolName } from '@glassblock/contract';

/** Maximum rows of a search. */
const maxRows = 10;

/**
 * Returns mining pools whose names contain a text, those that start with it first.
 * @param miningPools in the server's order
 */
export function matchingMiningPools(miningPools: readonly MiningPoolName[], typed: string): MiningPoolName[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const found = miningPools.filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }: MiningPoolName) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, maxRows);
}
