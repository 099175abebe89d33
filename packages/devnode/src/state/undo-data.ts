import { readSpentOutputs, writeSpentOutputs } from '@glassblock/primitives';
import type { Utxo } from './utxo.ts';

/** The prevouts of a block, packed: as objects they would take several times the memory of the block. */
export interface UndoData {
  /** The format of REST `spenttxouts`. */
  readonly bytes: Uint8Array;
  /** Height of each prevout, times two, plus one for an output of a coinbase. */
  readonly origins: Uint32Array;
}

/** Packs prevouts by transaction, the coinbase's empty list first. */
export function packUndo(lists: readonly (readonly Utxo[])[]): UndoData {
  const origins = Uint32Array.from(lists.flat(), ({ height, coinbase }) => height * 2 + (coinbase ? 1 : 0));
  return { bytes: writeSpentOutputs(lists), origins };
}

/** Returns the prevouts that `packUndo` packed. */
export function unpackUndo({ bytes, origins }: UndoData): Utxo[][] {
  const spent = readSpentOutputs(bytes);
  let next = 0;
  return Array.from({ length: spent.txCount }, (_, tx) =>
    spent.of(tx).map((output): Utxo => {
      const origin = origins[next++]!;
      return { ...output, height: origin >>> 1, coinbase: origin % 2 === 1 };
    }),
  );
}
