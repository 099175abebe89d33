import type { TxOutput } from '@glassblock/primitives';

/** An unspent output. */
export interface Utxo extends TxOutput {
  readonly height: number;
  readonly coinbase: boolean;
}
