import {
  type CalibrationWindow,
  createForecaster,
  type Forecaster,
  type ForecastInputs,
  type ForecastLog,
  openForecastLog,
  type StoredForecast,
} from '@glassblock/mempool/forecast';
import { equalBytes } from '@glassblock/primitives';

/** A forecast with details of its input. */
export interface MadeForecast extends StoredForecast {
  /** Seconds of the last day in which inflow was measured. */
  measuredSeconds: number;
  /** Mean block interval used. */
  blockSeconds: number;
}

/** Forecasts of one network. */
export interface Forecasts {
  /** Returns the newest one; undefined when there was none in the last ten minutes. */
  current(): MadeForecast | undefined;
  calibration(): Promise<CalibrationWindow[]>;
}

/** A block of the best chain. */
export interface ForecastBlock {
  height: number;
  /** First eight bytes of the hash. */
  id: Uint8Array;
  /** Header time, Unix seconds. */
  time: number;
}

/** Input and scoring data of forecasts. */
export interface ForecastSource {
  /** Undefined while the mempool is out of sync. */
  inputs(): Promise<ForecastInputs | undefined>;
  /** Returns the tip; undefined while unknown. */
  tip(): Promise<ForecastBlock | undefined>;
  blockAt(height: number): Promise<ForecastBlock | undefined>;
  /**
   * Returns the lowest fee rate that entered a block (`entryRate`); undefined when its transactions are not available.
   * @param waitingWeight WU of the mempool just before it, where known
   */
  entryRate(block: ForecastBlock, waitingWeight: number | undefined): Promise<number | undefined>;
}

/** Makes and stores forecasts, and records the entry rate of each block. Uses no timers. */
export interface Forecasting extends Forecasts {
  /** The mempool has connected a block: the next forecast waits until the index has too. */
  blockSeen(): void;
  /**
   * Follows the chain and makes a forecast when due. Not reentrant.
   * @param signal ends it after the current block; the next step continues from there
   * @returns time of the next call, Unix seconds
   * @throws errors of the source and of the file system
   */
  step(source: ForecastSource, signal?: AbortSignal): Promise<number>;
}

/** Options of forecasting. */
export interface ForecastingOptions {
  log: ForecastLog;
  forecaster: Forecaster;
  /** Seconds since 1970. */
  now(): number;
}

/**
 * Opens the forecasts.
 * @param directory undefined: in memory
 * @param onDamaged called with a description of the lost data when a file is damaged, as the end of a sentence
 */
export async function openForecasting(
  directory: string | undefined,
  now: () => number,
  onDamaged?: (loss: string) => void,
): Promise<Forecasting> {
  return createForecasting({ log: await openForecastLog(directory, onDamaged), forecaster: createForecaster(), now });
}

const everySeconds = 60;
/** Mempool and index connect a block at different times; a forecast in between would count it twice or not at all. */
const settleSeconds = 5;
const retrySeconds = 5;
const staleSeconds = 600;
/** Maximum blocks whose entry rates are computed after downtime: those that forecasts wait for. */
const maxMissed = 144;
/** Number of blocks for the mean interval, minimum number, and maximum ratio. */
const intervalBlocks = 144;
const minBlocks = 12;
const otherPace = 4;
const defaultSeconds = 600;
const longestMean = 7_200;

/** Creates the forecasting of one network. */
export function createForecasting({ log, forecaster, now }: ForecastingOptions): Forecasting {
  let current: MadeForecast | undefined;
  let blockSeenAt = Number.NEGATIVE_INFINITY;
  /** WU of the mempool at the last forecast. */
  let waitingWeight = 0;

  const fresh = () => (current !== undefined && now() - current.time <= staleSeconds ? current : undefined);
  const isSettled = () => now() >= blockSeenAt + settleSeconds;

  /**
   * Records the blocks since the last step.
   * @returns true when there were any
   */
  async function follow(source: ForecastSource, tip: ForecastBlock, signal?: AbortSignal): Promise<boolean> {
    const heights = await heightsToNote(source, tip);
    for (const height of heights) {
      if (signal?.aborted) break;
      const block = height === tip.height ? tip : await source.blockAt(height);
      if (block === undefined) continue;
      const waited = fresh()?.height === height - 1 ? waitingWeight : undefined;
      const entry = await source.entryRate(block, waited);
      if (entry !== undefined) await log.addBlock({ ...block, entry });
    }
    return heights.length > 0;
  }

  /** Heights above the last recorded block of the best chain; after a long downtime those that forecasts wait for. */
  async function heightsToNote(source: ForecastSource, tip: ForecastBlock): Promise<number[]> {
    const newest = log.newestBlock();
    if (newest === undefined) return [tip.height];
    const first = newest.height - maxMissed;
    let fork = Math.min(newest.height, tip.height);
    for (; fork > first; fork--) {
      const noted = log.blockAt(fork);
      const active = fork === tip.height ? tip : await source.blockAt(fork);
      if (noted !== undefined && active !== undefined && equalBytes(noted.id, active.id)) break;
    }
    const last = Math.min(tip.height, fork + maxMissed);
    const heights = Array.from({ length: last - fork }, (_, i) => fork + 1 + i);
    return last < tip.height ? [...heights, tip.height] : heights;
  }

  async function make(source: ForecastSource, tip: ForecastBlock): Promise<boolean> {
    const blockSeconds = await meanInterval(source, tip);
    const inputs = await source.inputs();
    const after = await source.tip();
    if (inputs === undefined || after === undefined || !equalBytes(after.id, tip.id) || !isSettled()) return false;
    const { mempoolWeights, inflow } = inputs;
    const minFeeRate = Math.round(inputs.minFeeRate * 1_000) / 1_000;
    const rates = forecaster.forecast(inputs, blockSeconds);
    const time = Math.floor(now());
    const { measuredSeconds } = inflow;
    current = { time, height: tip.height, minFeeRate, rates, measuredSeconds, blockSeconds };
    waitingWeight = mempoolWeights.reduce((sum, weight) => sum + weight, 0);
    await log.addForecast(current);
    return true;
  }

  return {
    current: fresh,
    calibration: () => log.calibration(now()),
    blockSeen() {
      blockSeenAt = now();
    },
    async step(source, signal) {
      const tip = await source.tip();
      if (tip === undefined) return now() + retrySeconds;
      const wasFollowing = log.newestBlock() !== undefined;
      if ((await follow(source, tip, signal)) && wasFollowing) blockSeenAt = now();
      if (signal?.aborted) return now();
      const isMade = isSettled() && (await make(source, tip));
      if (!isSettled()) return blockSeenAt + settleSeconds;
      return now() + (isMade ? everySeconds : retrySeconds);
    },
  };
}

/** Mean interval of the last blocks by header time; ten minutes where that is meaningless. */
async function meanInterval(source: ForecastSource, tip: ForecastBlock): Promise<number> {
  const meanOf = async (blocks: number) => {
    const first = blocks <= tip.height ? await source.blockAt(tip.height - blocks) : undefined;
    const mean = first === undefined ? 0 : (tip.time - first.time) / blocks;
    return mean >= 1 && mean <= longestMean ? mean : undefined;
  };
  const long = await meanOf(Math.min(intervalBlocks, tip.height));
  const short = await meanOf(minBlocks);
  if (long === undefined || short === undefined) return defaultSeconds;
  // a deviation this large of a dozen blocks occurs by chance once in a hundred days: the interval has changed
  return Math.max(short / long, long / short) > otherPace ? short : long;
}

/**
 * Runs forecasting by the clock and after each block.
 * @returns a function that stops it after the current block
 */
export function startForecasting(options: {
  forecasting: Forecasting;
  source: ForecastSource;
  /**
   * Subscribes to blocks connected by the mempool.
   * @returns a function that unsubscribes
   */
  onBlock(listener: () => void): () => void;
  /** Called when a step failed: a forecast or an entry rate is missing, and is retried. */
  onError(error: unknown): void;
}): () => Promise<void> {
  const { forecasting, source } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let timer = setTimeout(run, 0);

  function run(): void {
    running ??= stepAndWait();
  }

  async function stepAndWait(): Promise<void> {
    let next = Date.now() / 1000 + everySeconds;
    try {
      next = await forecasting.step(source, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) options.onError(error);
    }
    running = undefined;
    wait(next * 1000 - Date.now());
  }

  function wait(ms: number): void {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(run, Math.max(0, ms));
  }

  const leave = options.onBlock(() => {
    forecasting.blockSeen();
    wait(0);
  });
  return async () => {
    stopping.abort();
    leave();
    clearTimeout(timer);
    await running;
  };
}
