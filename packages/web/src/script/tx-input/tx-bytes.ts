import type { Tx, Vin, Vout } from '@glassblock/contract';
import { ByteWriter, fromHex, hashFromDisplay, readWholeTransaction, type Transaction } from '@glassblock/primitives';

/** Converts a transaction of the API to the codec's form, for serialization. */
export function transactionOf(tx: Pick<Tx, 'version' | 'locktime' | 'vin' | 'vout'>): Transaction {
  const hasWitness = tx.vin.some(({ witness }) => (witness?.length ?? 0) > 0);
  const writer = new ByteWriter(1024).u32(tx.version >>> 0);
  if (hasWitness) writer.u8(0).u8(1);
  writer.compactSize(tx.vin.length);
  for (const input of tx.vin) writeInput(writer, input);
  writer.compactSize(tx.vout.length);
  for (const output of tx.vout) writeOutput(writer, output);
  if (hasWitness) {
    for (const { witness = [] } of tx.vin) {
      writer.compactSize(witness.length);
      for (const item of witness) writer.lengthPrefixed(fromHex(item));
    }
  }
  return readWholeTransaction(writer.u32(tx.locktime).finish());
}

function writeInput(writer: ByteWriter, { txid, vout, scriptsig, sequence }: Vin): void {
  writer.bytes(hashFromDisplay(txid)).u32(vout).lengthPrefixed(fromHex(scriptsig)).u32(sequence);
}

function writeOutput(writer: ByteWriter, { value, scriptpubkey }: Vout): void {
  writer.u64(value).lengthPrefixed(fromHex(scriptpubkey));
}
