import type { BlockExt, BulkBlock } from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';
import type { BlockContext } from './block-context.ts';
import { extendedRange, tipHeightOf } from './blocks.ts';

/** Default maximum of blocks in a bulk answer. */
const defaultMax = 10;

/**
 * Returns blocks from a height up to another one, default the tip.
 * @throws {CodedError} v1.bulk-off, v1.bulk-order, v1.bulk-span with the number allowed
 */
export async function bulkBlocks(context: BlockContext, from: number, to: number | undefined): Promise<BulkBlock[]> {
  const max = context.limits?.blocksBulk ?? defaultMax;
  if (max <= 0) throw new CodedError('v1.bulk-off', 'bulk answers are off');
  const last = to ?? (await tipHeightOf(context, 'v1.difficulty'));
  if (from > last) throw new CodedError('v1.bulk-order', 'the range is descending', { datum: { from, last } });
  if (last - from + 1 > max) throw new CodedError('v1.bulk-span', 'too many blocks', { datum: max });
  return (await extendedRange(context, from, last)).map(presentBulk);
}

function percentiles(values: readonly number[]): BulkBlock['fee_rate_percentiles'] {
  const [min, p10, p25, p50, p75, p90, max] = values as [number, number, number, number, number, number, number];
  return { min, perc_10: p10, perc_25: p25, perc_50: p50, perc_75: p75, perc_90: p90, max };
}

/** Returns a block with all its statistics in one row. */
export function presentBulk(block: BlockExt): BulkBlock {
  const { extras } = block;
  return {
    height: block.height,
    hash: block.id,
    timestamp: block.timestamp,
    median_timestamp: block.mediantime,
    previous_block_hash: block.previousblockhash,
    difficulty: block.difficulty,
    header: extras.header,
    version: block.version,
    bits: block.bits,
    nonce: block.nonce,
    size: block.size,
    weight: block.weight,
    tx_count: block.tx_count,
    merkle_root: block.merkle_root,
    reward: extras.reward,
    total_fee_amt: extras.totalFees,
    avg_fee_amt: extras.avgFee,
    median_fee_amt: extras.medianFeeAmt,
    fee_amt_percentiles: extras.feePercentiles === null ? null : percentiles(extras.feePercentiles),
    avg_fee_rate: extras.avgFeeRate,
    median_fee_rate: extras.medianFee,
    fee_rate_percentiles: percentiles(extras.feeRange),
    total_inputs: extras.totalInputs,
    total_input_amt: extras.totalInputAmt,
    total_outputs: extras.totalOutputs,
    total_output_amt: extras.totalOutputAmt,
    segwit_total_txs: extras.segwitTotalTxs,
    segwit_total_size: extras.segwitTotalSize,
    segwit_total_weight: extras.segwitTotalWeight,
    avg_tx_size: extras.avgTxSize,
    utxoset_change: extras.utxoSetChange,
    utxoset_size: extras.utxoSetSize,
    coinbase_raw: extras.coinbaseRaw,
    coinbase_address: extras.coinbaseAddress,
    coinbase_addresses: extras.coinbaseAddresses,
    coinbase_signature: extras.coinbaseSignature,
    coinbase_signature_ascii: extras.coinbaseSignatureAscii,
    pool_slug: extras.pool.slug,
    pool_id: extras.pool.id,
    orphans: extras.orphans,
  };
}
