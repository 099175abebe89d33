import { listToEnd, RowBytes, RowReader, record, varint } from '@glassblock/primitives/records';

/** Number of consecutive transactions of a block in one cell. */
export const cellTxs = 8;

const size = varint;

/** Total bytes of every `cellTxs` transactions of a block. */
export const cellsRow = record({ sizes: listToEnd(size) });

const scratch = new RowBytes();

/**
 * Encodes the cells of a block.
 * @param txAt offsets of its transactions, and the end of the last one
 */
export function encodeCells(txAt: Uint32Array): Uint8Array {
  const row = scratch.clear();
  const txCount = txAt.length - 1;
  for (let t = 0; t < txCount; t += cellTxs) size.write(row, txAt[Math.min(t + cellTxs, txCount)]! - txAt[t]!);
  return row.copy();
}

/**
 * Returns offset and size of the cell of a position, relative to the block's first transaction; undefined after the
 * last one.
 */
export function cellIn(row: Uint8Array, position: number): { offset: number; size: number } | undefined {
  const reader = new RowReader(row);
  let offset = 0;
  for (let left = Math.floor(position / cellTxs); !reader.isDone; left--) {
    const bytes = size.read(reader);
    if (left === 0) return { offset, size: bytes };
    offset += bytes;
  }
  return undefined;
}
