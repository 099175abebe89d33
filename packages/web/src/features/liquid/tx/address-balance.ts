import type { LiquidUtxo } from '@glassblock/contract/liquid';

/** Sums of unspent outputs by asset. */
export interface Balance {
  amounts: readonly { asset: string; value: number }[];
  /** Some outputs are confidential: the sums are not the balance. */
  hasConfidential: boolean;
}

/** Sums unspent outputs by asset, in the order in which the assets first occur. */
export function balanceOf(utxos: readonly Pick<LiquidUtxo, 'value' | 'asset'>[]): Balance {
  const sums = new Map<string, number>();
  let hasConfidential = false;
  for (const { value, asset } of utxos) {
    if (value === undefined || asset === undefined) hasConfidential = true;
    else sums.set(asset, (sums.get(asset) ?? 0) + value);
  }
  return { amounts: [...sums].map(([asset, value]) => ({ asset, value })), hasConfidential };
}
