import type { LiquidTx } from '@glassblock/contract/liquid';

/** Returns true for the input of an ordinary coinbase, and of a transaction that only claims or issues. */
export const isConfidential = ({ vout }: LiquidTx): boolean =>
  vout.some(({ value, asset }) => value === undefined || asset === undefined);

/**
 * Returns the sum of the outputs of the pegged asset, without the fee; undefined when some output is confidential.
 * @param native its id
 */
export function nativeTotal(tx: LiquidTx, native: string): number | undefined {
  if (isConfidential(tx)) return undefined;
  return tx.vout
    .filter(({ asset, scriptpubkey_type: type }) => asset === native && type !== 'fee')
    .reduce((sum, { value = 0 }) => sum + value, 0);
}
