import { compactSizeAt, compactSizeWidth, trailing, truncated } from '../bytes/byte-reader.ts';
import { CodedError } from '../errors.ts';
import { requireBitcoin } from '../format.ts';
import { readTransaction, type Transaction } from '../tx/transaction.ts';
import type { BlockHash, Format, Weight } from '../units.ts';
import { type Header, headerSize, readHeader } from './header.ts';

/** A block as a view of the bytes it was read from. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly format: Format;
  readonly header: Header;
  /** In block order, the coinbase first. */
  readonly txs: Transaction[];
  readonly txCount: number;
  /** Bytes with witness. */
  readonly size: number;
  /** Bytes without witness. */
  readonly strippedSize: number;
  readonly weight: Weight;
  /** Internal order. */
  readonly hash: BlockHash;
}

// Version, one input, no output, lock time.
const minTransaction = 51;

/**
 * Reads a serialized block, which must be all of `bytes`; they are referenced, not copied. Only the structure is
 * checked: for merkle root and proof of work see `blockMerkleRoot` and `targetOf`.
 * @throws {CodedError} primitives.no-transactions, .trailing-bytes, and as readTransaction
 */
export function readBlock(bytes: Uint8Array, format: Format = 'bitcoin'): Block {
  requireBitcoin(format);
  const header = readHeader(bytes);
  const countWidth = compactSizeWidth(bytes, headerSize);
  const txCount = compactSizeAt(bytes, headerSize, countWidth);
  let at = headerSize + countWidth;
  if (txCount === 0) throw new CodedError('primitives.no-transactions', 'a block without transactions');
  if (txCount * minTransaction > bytes.length - at) throw truncated(at);

  const txs: Transaction[] = [];
  let strippedSize = at;
  for (let i = 0; i < txCount; i++) {
    const tx = readTransaction(bytes, at, format);
    txs.push(tx);
    strippedSize += tx.strippedSize;
    at = tx.end;
  }
  if (at !== bytes.length) throw trailing(at, bytes.length);
  const size = bytes.length;
  return {
    bytes,
    format,
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
