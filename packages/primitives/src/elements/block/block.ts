import { compactSizeAt, compactSizeWidth, trailing, truncated } from '../../bytes/byte-reader.ts';
import { CodedError } from '../../errors.ts';
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
  const countAt = header.bytes.length;
  const countWidth = compactSizeWidth(bytes, countAt);
  const txCount = compactSizeAt(bytes, countAt, countWidth);
  let at = countAt + countWidth;
  if (txCount === 0) throw new CodedError('primitives.no-transactions', 'a block without transactions');
  if (txCount * minTransaction > bytes.length - at) throw truncated(at);
  const txs: ElementsTransaction[] = [];
  let strippedSize = header.strippedSize + countWidth;
  for (let i = 0; i < txCount; i++) {
    const tx = readElementsTransaction(bytes, at);
    txs.push(tx);
    strippedSize += tx.strippedSize;
    at = tx.end;
  }
  if (at !== bytes.length) throw trailing(at, bytes.length);
  const size = bytes.length;
  return {
    bytes,
    format: 'elements',
    header,
    txs,
    txCount,
    size,
    strippedSize,
    weight: (3 * strippedSize + size) as Weight,
    get hash() {
      return header.hash;
    },
  };
}
