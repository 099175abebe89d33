import { type BlockRow, FactColumns } from '@glassblock/index';
import { ByteWriter, type Height, readHeader, type Weight } from '@glassblock/primitives';

/**
 * A block for the columns; defaults: ten minutes after the previous one, mainnet's minimum difficulty, only a coinbase.
 */
export interface MadeBlock {
  time?: number;
  bits?: number;
  miningPool?: number;
  txCount?: number;
  size?: number;
  weight?: number;
  totalFees?: number;
  reward?: number;
  rates?: number[];
}

const seven = [0, 0, 0, 0, 0, 0, 0];

function rowOf(made: MadeBlock, height: number, time: number): BlockRow {
  const bytes = new ByteWriter(80)
    .bytes(new Uint8Array(68))
    .u32(time)
    .u32(made.bits ?? 0x1d00ffff)
    .u32(height)
    .finish();
  return {
    height: height as Height,
    header: readHeader(bytes),
    size: made.size ?? 300,
    weight: (made.weight ?? 1_200) as Weight,
    txCount: made.txCount ?? 1,
    medianTime: time,
    figures: {
      totalFees: made.totalFees ?? 0,
      reward: made.reward ?? 50e8,
      medianFee: 0,
      feeRange: made.rates ?? seven,
      feePercentiles: seven,
      inputs: 1,
      outputs: 1,
      totalOut: 0,
      txSize: 0,
      txWeight: 0,
      segwitTxs: 0,
      segwitSize: 0,
      segwitWeight: 0,
      coinbaseScript: new Uint8Array(0),
      payoutScripts: [],
    },
  };
}

/**
 * Columns of a synthetic chain.
 * @param start time of the first block, Unix seconds
 */
export function madeColumns(blocks: readonly MadeBlock[], start = 1_600_000_000, segmentBlocks = 64): FactColumns {
  const columns = new FactColumns(segmentBlocks);
  extendColumns(columns, blocks, start);
  return columns;
}

/**
 * Appends blocks.
 * @param start time of the first of them, Unix seconds
 */
export function extendColumns(columns: FactColumns, blocks: readonly MadeBlock[], start: number): void {
  let time = start - 600;
  for (const made of blocks) {
    time = made.time ?? time + 600;
    columns.append(rowOf(made, columns.count, time), made.miningPool ?? 0, '0000000000000000');
  }
}
