import type { Tx } from '@glassblock/contract';
import {
  fromHex,
  type NetworkRow,
  networks,
  plainTx,
  readWholeTransaction,
  type Transaction,
  type TxOutput,
} from '@glassblock/primitives';

const rows: Readonly<Record<string, NetworkRow>> = networks;

/** Returns the parameters of a network; mainnet's for an unknown name. */
export const rowOf = (network: string): NetworkRow => rows[network] ?? networks.mainnet;

/**
 * Converts a transaction to the API format. The fee is 0 unless all prevouts are known.
 * @param prevouts in input order
 */
export const txOf = (tx: Transaction, prevouts: readonly (TxOutput | undefined)[], network: NetworkRow): Tx => ({
  ...plainTx(tx, prevouts, network),
  status: { confirmed: false },
});

/** Decodes a raw transaction without prevouts. */
export const txOfHex = (hex: string, network: string): Tx =>
  txOf(readWholeTransaction(fromHex(hex)), [], rowOf(network));
