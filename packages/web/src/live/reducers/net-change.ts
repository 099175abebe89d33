import type { ScriptStats, Tx } from '@glassblock/contract';

/** Tests whether an output belongs to an address, or to the script of a public key. */
export type Owns = (output: { scriptpubkey: string; scriptpubkey_address?: string | undefined }) => boolean;

/** Received and spent outputs of an address, count and sats. */
export type Sums = Pick<ScriptStats, 'funded_txo_count' | 'funded_txo_sum' | 'spent_txo_count' | 'spent_txo_sum'>;

/** Returns outputs of a transaction that the address receives and spends. */
export function effectOf(tx: Tx, owns: Owns): Sums {
  const funded = tx.vout.filter(owns);
  const spent = tx.vin.flatMap((input) => (input.prevout && owns(input.prevout) ? [input.prevout] : []));
  const sum = (outputs: readonly { value: number }[]) => outputs.reduce((total, output) => total + output.value, 0);
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
  };
}

/** Returns the net amount of a transaction for the address, sats. */
export function netChange(tx: Tx, owns: Owns): number {
  const effect = effectOf(tx, owns);
  return effect.funded_txo_sum - effect.spent_txo_sum;
}
