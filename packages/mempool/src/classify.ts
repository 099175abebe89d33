import { classify as classifyBy, type Transaction, type TxOutput } from '@glassblock/primitives';

export { flag } from '@glassblock/primitives';

/** Flags that follow from a pool transaction and what it spends, by today's rules, which all networks share: so the name of
 *  the network makes no difference here.   @returns sum of `flag` values, without the behaviour flags */
export function classify(tx: Transaction, prevouts: readonly TxOutput[]): number {
  return classifyBy(tx, prevouts, { network: 'mainnet' });
}
