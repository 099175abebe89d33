import { type Header, type Height, readHeader, type Weight } from '@glassblock/primitives';
import {
  array,
  bytes,
  compactSize,
  type Field,
  f64be,
  list,
  mapped,
  record,
  sized,
  u32,
  type ValueOf,
} from '@glassblock/primitives/records';

const header = mapped(bytes(80), (value: Header) => value.bytes, readHeader);
const script = sized(compactSize);

/**
 * Statistics of a block that need its previous outputs; amounts in sats, fee rates in sat/vB. Source: RPC
 * getblockstats.
 */
const figures = record({
  /** Fees of all transactions. */
  totalFees: f64be,
  /** Sum of the coinbase outputs. */
  reward: f64be,
  /** Fee rate in the middle of a full block, by weight. */
  medianFee: f64be,
  /** Fee rates: min, 10, 25, 50, 75, 90 percent, max by number of transactions. */
  feeRange: array(7, f64be),
  /** Fees at the same percentiles. */
  feePercentiles: array(7, f64be),
  /** Inputs without the coinbase input. */
  inputs: f64be,
  /** Outputs, including coinbase outputs. */
  outputs: f64be,
  /** Sats of all outputs without the coinbase outputs. */
  totalOut: f64be,
  /** Bytes and weight of all transactions without the coinbase transaction. */
  txSize: f64be,
  txWeight: f64be,
  segwitTxs: f64be,
  segwitSize: f64be,
  segwitWeight: f64be,
  coinbaseScript: script,
  /** Distinct scripts of coinbase outputs with a value, in order, within the limits below. */
  payoutScripts: list(compactSize, script),
});
/** Statistics of a block. */
export type BlockFigures = ValueOf<typeof figures>;

/** Everything that the index stores about a block itself. */
export const blockRow = record({
  header,
  height: u32 as Field<Height>,
  size: u32,
  weight: u32 as Field<Weight>,
  txCount: u32,
  medianTime: u32,
  figures,
});
/** Everything that the index stores about a block itself. */
export type BlockRow = ValueOf<typeof blockRow>;

const maxPayouts = 200;
const maxPayoutBytes = 1_000;

/** Limits number and size of payout scripts, which a miner could make arbitrarily large. */
export function boundedPayouts(scripts: readonly Uint8Array[]): Uint8Array[] {
  return scripts.filter((script) => script.length <= maxPayoutBytes).slice(0, maxPayouts);
}

/** Encodes a block row. */
export const encodeBlockRow = (row: BlockRow): Uint8Array => blockRow.encode(row);

/** Decodes a block row; the result contains no views of the row. */
export const decodeBlockRow = (row: Uint8Array): BlockRow => blockRow.decode(row);
