import { RowBytes, RowReader } from '@glassblock/primitives/records';

/** Transactions of a block whose sizes are told together. */
export const cellTxs = 8;

const scratch = new RowBytes();

/** Bytes of each eight transactions of a block, a varint each. @param txAt  offsets of the transactions and the end */
export function encodeCells(txAt: Uint32Array): Uint8Array {
  const row = scratch.clear();
  const txCount = txAt.length - 1;
  for (let t = 0; t < txCount; t += cellTxs) row.varint(txAt[Math.min(t + cellTxs, txCount)]! - txAt[t]!);
  return row.copy();
}

/** Where the eight that hold a position lie, behind the block's first transaction. */
export function cellIn(value: Uint8Array, position: number): { offset: number; size: number } | undefined {
  const reader = new RowReader(value);
  let offset = 0;
  for (let cell = 0; !reader.isDone; cell++) {
    const size = reader.varint();
    if (cell === Math.floor(position / cellTxs)) return { offset, size };
    offset += size;
  }
  return undefined;
}
