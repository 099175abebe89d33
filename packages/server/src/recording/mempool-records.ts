import { join } from 'node:path';
import { type MempoolSample, openSamples, openSummaries, type Samples, type Summaries } from '@glassblock/mempool';
import type { Logger } from 'pino';
import type { ChainContext } from '../network/chain/chain-context.ts';
import type { MempoolContext } from '../network/mempool-context.ts';
import { forecastSourceOf } from './forecast-source.ts';
import { type Forecasts, openForecasting, startForecasting } from './forecasting.ts';
import { startSampling } from './sampling.ts';
import type { StorageLosses } from './storage-losses.ts';

/** Records of a mempool over time: samples, summaries, forecasts. */
export interface MempoolRecords {
  readonly samples: Samples;
  readonly summaries: Summaries;
  readonly forecasts: Forecasts;
  /**
   * Starts recording.
   * @returns a function that stops it
   */
  start(context: ChainContext & MempoolContext, onSample: (sample: MempoolSample) => void): () => Promise<void>;
}

/** Their directories below a network's. */
export const mempoolRecordParts = ['samples', 'summaries', 'forecasts'] as const;

/**
 * Opens the records.
 * @param directory of the network; undefined: in memory
 */
export async function openMempoolRecords(
  directory: string | undefined,
  retentionDays: number,
  losses: StorageLosses,
  log: Logger,
): Promise<MempoolRecords> {
  const [samplesAt, summariesAt, forecastsAt] = mempoolRecordParts.map((part) =>
    directory === undefined ? undefined : join(directory, part),
  );
  const samples = await openSamples(samplesAt, (loss) => losses.report('samples', loss));
  const summaries = await openSummaries({
    directory: summariesAt,
    retentionDays,
    onDamaged: (loss) => losses.report('summaries', loss),
  });
  const forecasting = await openForecasting(
    forecastsAt,
    () => Date.now() / 1000,
    (loss) => losses.report('forecasts', loss),
  );
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
  };
}
