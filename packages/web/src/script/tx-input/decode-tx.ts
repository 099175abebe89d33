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

/** The rules of a network by its name; mainnet's for a name nobody knows. */
export const rowOf = (network: string): NetworkRow => rows[network] ?? networks.mainnet;

/** A transaction in the form of the API. The fee is 0 unless every spent output is known. @param prevouts  in input order */
export const txOf = (tx: Transaction, prevouts: readonly (TxOutput | undefined)[], network: NetworkRow): Tx => ({
  ...plainTx(tx, prevouts, network),
  status: { confirmed: false },
});

/** Reads a raw transaction without knowing what it spends. @throws {CodedError} primitives.* */
export const txOfHex = (hex: string, network: string): Tx =>
  txOf(readWholeTransaction(fromHex(hex)), [], rowOf(network));
