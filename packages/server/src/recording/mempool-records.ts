import { join } from 'node:path';
import type { MempoolSample } from '@glassblock/mempool';
import { createForecaster, type ForecastLog, openForecastLog } from '@glassblock/mempool/forecast';
import type { Logger } from 'pino';
import type { ChainContext } from '../network/chain/chain-context.ts';
import type { MempoolContext } from '../network/mempool-context.ts';
import { forecastSourceOf } from './forecast-source.ts';
import { createForecasting, type Forecasts, startForecasting } from './forecasting.ts';
import { type MinuteRecords, openMinuteRecords } from './minute-records.ts';
import { startSampling } from './sampling.ts';
import type { Share, SharedRecord } from './shared-records.ts';
import type { StorageLosses } from './storage-losses.ts';

/** Records of a mempool over time: samples, summaries, forecasts. */
export interface MempoolRecords extends MinuteRecords {
  readonly forecasts: Forecasts;
  /**
   * Starts recording.
   * @returns a function that stops it
   */
  start(context: ChainContext & MempoolContext, onSample: (sample: MempoolSample) => void): () => Promise<void>;
  /** Stores a record of another process, unless it is known; audits are stored elsewhere. */
  receive(record: SharedRecord): Promise<void>;
}

/** Their directories below a network's. */
export const mempoolRecordParts = ['samples', 'summaries', 'forecasts'] as const;

/**
 * Opens the records.
 * @param directory of the network; undefined: in memory
 * @param share called with each record that is stored, for other processes
 */
export async function openMempoolRecords(
  directory: string | undefined,
  retentionDays: number,
  losses: StorageLosses,
  log: Logger,
  share: Share = () => undefined,
): Promise<MempoolRecords> {
  const minutes = await openMinuteRecords({ directory, retentionDays, losses, share });
  const { samples, summaries } = minutes;
  const forecastsAt = directory === undefined ? undefined : join(directory, 'forecasts');
  const forecastLog = await openForecastLog(forecastsAt, (loss) => losses.report('forecasts', loss));
  const forecasting = createForecasting({
    log: sharedForecasts(forecastLog, share),
    forecaster: createForecaster(),
    now: () => Date.now() / 1000,
  });
  const missing = (event: string, sentence: string) => (error: unknown) =>
    log.warn({ event, error: String(error) }, sentence);
  return {
    samples,
    summaries,
    forecasts: forecasting,
    start(context, onSample) {
      const endSampling = startSampling({
        context,
        samples,
        summaries,
        onSample,
        onError: missing('sample', 'a sample is missing'),
      });
      const endForecasting = startForecasting({
        forecasting,
        source: forecastSourceOf(context, () => context.mempool.forecastInputs()),
        onBlock: (listener) => context.onFrame(({ afterBlock }) => (afterBlock ? listener() : undefined)),
        onError: missing('forecast', 'a forecast is missing'),
      });
      return async () => {
        endSampling();
        await endForecasting();
      };
    },
    async receive(record) {
      await minutes.receive(record);
      if (record.type === 'forecast') await forecastLog.addForecast(record.forecast);
      if (record.type === 'forecast-block') await forecastLog.addBlock(record.block);
    },
  };
}

const sharedForecasts = (log: ForecastLog, share: Share): ForecastLog => ({
  ...log,
  async addForecast(forecast) {
    await log.addForecast(forecast);
    share({ type: 'forecast', forecast });
  },
  async addBlock(block) {
    await log.addBlock(block);
    share({ type: 'forecast-block', block });
  },
});
