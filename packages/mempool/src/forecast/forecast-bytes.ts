import { array, bytes, type Field, mapped, record, u32 } from '@glassblock/primitives/records';
import { closedBlock } from './entry-rate.ts';
import { type ForecastRates, forecastProbabilities, forecastTargets } from './forecast.ts';

/** What is kept of a forecast, to score it later. */
export interface KeptForecast {
  /** Seconds since 1970. */
  time: number;
  /** Height of the tip that it was made on: its first block is the next one. */
  height: number;
  /** sat/vB that the node asked at least. */
  minimumRate: number;
  rates: ForecastRates;
}

/** What is kept of a block. */
export interface KeptBlock {
  height: number;
  /** Seconds since 1970, as its header says. */
  time: number;
  /** The first eight bytes of its hash in internal order, which no work has made equal. */
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

/** The rate that let a transaction enter a block; all bits are set where nothing could enter. */
const entryRate = mapped(
  u32,
  (rate: number) => (rate === closedBlock ? closed : Math.min(closed - 1, Math.round(rate * 1_000))),
  (stored) => (stored === closed ? closedBlock : stored / 1_000),
);

/** A row of the file of forecasts. */
export const forecastRow = record({
  time: u32,
  height: u32,
  minimumRate: milliRate,
  /** By target, and in each by probability. */
  rates: array(forecastTargets.length, array(forecastProbabilities.length, milliRate)) as Field<ForecastRates>,
});
export const forecastBytes = forecastRow.minBytes;

export const blockIdBytes = 8;

/** A row of the file of blocks. */
export const forecastBlockRow = record({
  height: u32,
  time: u32,
  /** The beginning of the hash, internal order. */
  id: bytes(blockIdBytes),
  entry: entryRate,
});
export const blockBytes = forecastBlockRow.minBytes;

/** Encodes a forecast. */
export const encodeForecast = (forecast: KeptForecast): Uint8Array => forecastRow.encode(forecast);

/** Decodes a forecast. */
export const decodeForecast = (row: Uint8Array): KeptForecast => forecastRow.decode(row);

/** Encodes a block; of its id the first `blockIdBytes` count. */
export const encodeBlock = (block: KeptBlock): Uint8Array =>
  forecastBlockRow.encode({ ...block, id: block.id.subarray(0, blockIdBytes) });

/** Decodes a block. */
export const decodeBlock = (row: Uint8Array): KeptBlock => forecastBlockRow.decode(row);
