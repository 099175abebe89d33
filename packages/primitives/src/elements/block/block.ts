import { readBlockTxs } from '../../block/block-txs.ts';
import type { BlockHash, Weight } from '../../units.ts';
import { type ElementsTransaction, readElementsTransaction } from '../tx/transaction.ts';
import { type ElementsHeader, readElementsHeader } from './header.ts';

/** An Elements block as a view of the bytes it was read from. */
export interface ElementsBlock {
  readonly bytes: Uint8Array;
  readonly format: 'elements';
  readonly header: ElementsHeader;
  /** In block order, the coinbase first. */
  readonly txs: ElementsTransaction[];
  readonly txCount: number;
  /** Bytes with witness. */
  readonly size: number;
  /** Bytes without the witness of transactions and of a dynafed header; the solution of a signed header counts. */
  readonly strippedSize: number;
  readonly weight: Weight;
  /** Internal order. */
  readonly hash: BlockHash;
}

// Version, flag, one input, no output, lock time.
const minTransaction = 52;

/**
 * Reads a serialized block, which must be all of `bytes`; they are referenced, not copied. Only the structure is
 * checked, not signatures or the merkle root.
 * @throws {CodedError} primitives.no-transactions, .trailing-bytes, and as readElementsHeader and
 * readElementsTransaction
 */
export function readElementsBlock(bytes: Uint8Array): ElementsBlock {
  const header = readElementsHeader(bytes);
  const read = readBlockTxs(bytes, header.bytes.length, minTransaction, readElementsTransaction);
  const { txs } = read;
  const strippedSize = header.strippedSize + read.strippedSize;
  const size = bytes.length;
  return {
    bytes,
    format: 'elements',
    header,
    txs,
    txCount: txs.length,
    size,
    strippedSize,
    weight: (3 * strippedSize + size) as Weight,
    get hash() {
      return header.hash;
    },
  };
}
