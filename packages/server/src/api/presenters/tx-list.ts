import type { Status } from '@glassblock/contract';
import type { NetworkRow, Transaction, TxOutput } from '@glassblock/primitives';
import { TxJsonWriter } from '@glassblock/primitives/tx-json';
import { eachInSlices } from '../../concurrency/slices.ts';
import { EncodedJson } from '../encoded-json.ts';
import { statusText } from './status-text.ts';

/** A transaction before it is presented. */
export interface FoundTx {
  tx: Transaction;
  /** In input order; none for a coinbase. */
  prevouts: readonly TxOutput[];
  status: Status;
}

/** Bytes of the text per byte of a transaction: three of hex and asm of each script, and names. */
const bytesPerByte = 5;
const bytesPerTx = 2_000;

/** Returns the JSON text of a list of transactions in Esplora's form, written in slices. */
export async function txListJson(found: readonly FoundTx[], network: NetworkRow): Promise<EncodedJson> {
  const size = found.reduce((sum, { tx }) => sum + bytesPerByte * tx.size + bytesPerTx, 2);
  const writer = new TxJsonWriter(size);
  writer.ascii('[');
  await eachInSlices(found, ({ tx, prevouts, status }, i) => {
    if (i > 0) writer.ascii(',');
    writer.transaction(tx, prevouts, statusText(status), network);
  });
  writer.ascii(']');
  const { buffer, byteOffset, byteLength } = writer.written();
  return new EncodedJson(Buffer.from(buffer, byteOffset, byteLength));
}
