import type { Height } from '@glassblock/primitives';
import { type BlockColumns, readBlockColumns } from '@glassblock/primitives/columns';
import type { BlockRow } from '../rows/block/block-row.ts';
import { parentsOf } from './block-effects.ts';
import { blockFigures } from './block-figures.ts';

/**
 * Returns the block row of a block.
 * @throws {CodedError} index.bad-block
 */
export function blockRowOf(
  columns: BlockColumns & { parent: Int32Array },
  height: Height,
  medianTime: number,
): BlockRow {
  return {
    height,
    header: columns.header,
    size: columns.bytes.length,
    weight: columns.weight as never,
    txCount: columns.txCount,
    medianTime,
    figures: blockFigures(columns),
  };
}

/**
 * Returns the row of a block that is not in the index, from the node's bytes.
 * @throws {CodedError} index.bad-block, or of the columns
 */
export function describeBlock(block: Uint8Array, spent: Uint8Array, height: Height, medianTime: number): BlockRow {
  const columns = readBlockColumns(block, spent);
  return blockRowOf({ ...columns, parent: parentsOf(columns) }, height, medianTime);
}
