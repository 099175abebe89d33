import { closedBlock } from './entry-rate.ts';
import { type ForecastRates, forecastProbabilities, forecastTargets } from './forecast.ts';

/** A stored forecast, to be scored later. */
export interface StoredForecast {
  /** Seconds since 1970. */
  time: number;
  /** Height of its tip: its first block is the next one. */
  height: number;
  /** Minimum fee rate of the node, sat/vB. */
  minFeeRate: number;
  rates: ForecastRates;
}

/** A stored block of the forecast log. */
export interface StoredForecastBlock {
  height: number;
  /** Header time, Unix seconds. */
  time: number;
  /** The first eight bytes of its hash in internal order. */
  id: Uint8Array;
  /** sat/vB (`entryRate`). */
  entry: number;
}

/**
 * Bytes of a forecast: time, height, minimum and the fee rates, target by target; 32 bits each, little-endian, fee
 * rates in thousandths of a sat/vB.
 */
export const forecastBytes = 4 * (3 + forecastTargets.length * forecastProbabilities.length);
/** Bytes of a block: height and time, eight bytes of its hash, the entry rate; all bits set for `closedBlock`. */
export const blockBytes = 20;
/** Bytes of a block hash that are stored. */
export const blockIdBytes = 8;

const closed = 0xffffffff;
const milli = (rate: number) => Math.min(closed - 1, Math.round(rate * 1_000));

/** Encodes a forecast in `forecastBytes` bytes. */
export function encodeForecast({ time, height, minFeeRate, rates }: StoredForecast): Uint8Array {
  return wordsOf([time, height, milli(minFeeRate), ...rates.flat().map(milli)]);
}

/** Decodes a forecast. */
export function decodeForecast(bytes: Uint8Array): StoredForecast {
  const view = viewOf(bytes);
  const rateAt = (word: number) => view.getUint32(4 * word, true) / 1_000;
  return {
    time: view.getUint32(0, true),
    height: view.getUint32(4, true),
    minFeeRate: rateAt(2),
    rates: forecastTargets.map((_, target) =>
      forecastProbabilities.map((_, i) => rateAt(3 + target * forecastProbabilities.length + i)),
    ),
  };
}

/** Encodes a block in `blockBytes` bytes. */
export function encodeBlock({ height, time, id, entry }: StoredForecastBlock): Uint8Array {
  const bytes = wordsOf([height, time, 0, 0, entry === closedBlock ? closed : milli(entry)]);
  bytes.set(id.subarray(0, blockIdBytes), 8);
  return bytes;
}

/** Decodes a block. */
export function decodeBlock(bytes: Uint8Array): StoredForecastBlock {
  const view = viewOf(bytes);
  const entry = view.getUint32(16, true);
  return {
    height: view.getUint32(0, true),
    time: view.getUint32(4, true),
    id: bytes.slice(8, 16),
    entry: entry === closed ? closedBlock : entry / 1_000,
  };
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function wordsOf(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = viewOf(bytes);
  words.forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  return bytes;
}
