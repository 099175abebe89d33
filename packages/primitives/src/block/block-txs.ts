import { compactSizeAt, compactSizeWidth, trailing, truncated } from '../bytes/byte-reader.ts';
import { CodedError } from '../errors.ts';

/** A transaction, as far as the sizes of its block depend on it. */
interface ReadTx {
  /** Bytes without witness. */
  readonly strippedSize: number;
  /** Position after the transaction. */
  readonly end: number;
}

/**
 * Reads the transactions of a block, which end with `bytes`.
 * @param start position of their count, after the header
 * @param minTxBytes of the shortest transaction; more transactions than fit are rejected before any is read
 * @returns the transactions, and their bytes without witness, their count included
 * @throws {CodedError} primitives.no-transactions, .truncated, .trailing-bytes, and as `readTx`
 */
export function readBlockTxs<T extends ReadTx>(
  bytes: Uint8Array,
  start: number,
  minTxBytes: number,
  readTx: (bytes: Uint8Array, at: number) => T,
): { txs: T[]; strippedSize: number } {
  const countWidth = compactSizeWidth(bytes, start);
  const txCount = compactSizeAt(bytes, start, countWidth);
  let at = start + countWidth;
  if (txCount === 0) throw new CodedError('primitives.no-transactions', 'a block without transactions');
  if (txCount * minTxBytes > bytes.length - at) throw truncated(at);
  const txs: T[] = [];
  let strippedSize = countWidth;
  for (let i = 0; i < txCount; i++) {
    const tx = readTx(bytes, at);
    txs.push(tx);
    strippedSize += tx.strippedSize;
    at = tx.end;
  }
  if (at !== bytes.length) throw trailing(at, bytes.length);
  return { txs, strippedSize };
}
