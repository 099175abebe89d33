import { requireBitcoin } from '../format.ts';
import { readTransaction, type Transaction } from '../tx/transaction.ts';
import type { BlockHash, Format, Weight } from '../units.ts';
import { readBlockTxs } from './block-txs.ts';
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
  const read = readBlockTxs(bytes, headerSize, minTransaction, readTransaction);
  const { txs } = read;
  const strippedSize = headerSize + read.strippedSize;
  const size = bytes.length;
  return {
    bytes,
    format,
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
