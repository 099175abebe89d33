import { classify as classifyBy, type Transaction, type TxOutput } from '@glassblock/primitives';

export { flag } from '@glassblock/primitives';

/**
 * Returns the flags of a mempool transaction by the current rules, which all networks share.
 * @returns sum of `flag` values, without the behaviour flags
 */
export function classify(tx: Transaction, prevouts: readonly TxOutput[]): number {
  return classifyBy(tx, prevouts, { network: 'mainnet' });
}
