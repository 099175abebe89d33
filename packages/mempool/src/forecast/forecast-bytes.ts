import { array, bytes, type Field, mapped, record, u32 } from '@glassblock/primitives/records';
import { closedBlock } from './entry-rate.ts';
import { type ForecastRates, forecastProbabilities, forecastTargets } from './forecast.ts';

/** A stored forecast, scored later. */
export interface StoredForecast {
  /** Unix seconds. */
  time: number;
  /** Height of the tip at that time: its first block is the next one. */
  height: number;
  /** Minimum fee rate of the node, sat/vB. */
  minFeeRate: number;
  rates: ForecastRates;
}

/** A stored block. */
export interface StoredForecastBlock {
  height: number;
  /** Time of its header, Unix seconds. */
  time: number;
  /** First eight bytes of its hash, internal order: not among the zeros of proof of work. */
  id: Uint8Array;
  /** sat/vB (`entryRate`). */
  entry: number;
}

const closed = 0xffffffff;

/** A fee rate, stored in thousandths of a sat/vB. */
const milliRate = mapped(
  u32,
  (rate: number) => Math.min(closed - 1, Math.round(rate * 1_000)),
  (stored) => stored / 1_000,
);

/** Minimum fee rate that entered a block; all bits set if nothing could enter. */
const entryRate = mapped(
  u32,
  (rate: number) => (rate === closedBlock ? closed : Math.min(closed - 1, Math.round(rate * 1_000))),
  (stored) => (stored === closed ? closedBlock : stored / 1_000),
);

/** A row of the file of forecasts. */
export const forecastRow = record({
  time: u32,
  height: u32,
  minFeeRate: milliRate,
  /** By target, then by probability. */
  rates: array(forecastTargets.length, array(forecastProbabilities.length, milliRate)) as Field<ForecastRates>,
});
/** Bytes of a forecast row. */
export const forecastBytes = forecastRow.minBytes;

/** Bytes of a block id. */
export const blockIdBytes = 8;

/** A row of the file of blocks. */
export const forecastBlockRow = record({
  height: u32,
  time: u32,
  /** Prefix of the hash, internal order. */
  id: bytes(blockIdBytes),
  entry: entryRate,
});
/** Bytes of a block row. */
export const blockBytes = forecastBlockRow.minBytes;

/** Encodes a forecast. */
export const encodeForecast = (forecast: StoredForecast): Uint8Array => forecastRow.encode(forecast);

/** Decodes a forecast. */
export const decodeForecast = (row: Uint8Array): StoredForecast => forecastRow.decode(row);

/** Encodes a block; its id is cut to `blockIdBytes`. */
export const encodeBlock = (block: StoredForecastBlock): Uint8Array =>
  forecastBlockRow.encode({ ...block, id: block.id.subarray(0, blockIdBytes) });

/** Decodes a block. */
export const decodeBlock = (row: Uint8Array): StoredForecastBlock => forecastBlockRow.decode(row);
