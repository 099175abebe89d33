import { join } from 'node:path';
import { openSamples, openSummaries, type PoolSample, type Samples, type Summaries } from '@glassblock/mempool';
import type { Logger } from 'pino';
import { forecastSourceOf } from './forecast-source.ts';
import { type Forecasts, openForecasting, startForecasting } from './forecasting.ts';
import type { NetworkContext } from './network-context.ts';
import { startSampling } from './sampling.ts';

/** What is kept of a pool over time: samples, summaries, forecasts. */
export interface PoolRecords {
  readonly samples: Samples;
  readonly summaries: Summaries;
  readonly forecasts: Forecasts;
  /** Adds to them from now on. @returns what ends it */
  start(context: NetworkContext, onSample: (sample: PoolSample) => void): () => Promise<void>;
}

/** Their directories in that of a network. */
export const poolRecordParts = ['samples', 'summaries', 'forecasts'] as const;

/** @param directory  of the network; undefined: in memory */
export async function openPoolRecords(
  directory: string | undefined,
  keptDays: number,
  log: Logger,
): Promise<PoolRecords> {
  const [samplesAt, summariesAt, forecastsAt] = poolRecordParts.map((part) =>
    directory === undefined ? undefined : join(directory, part),
  );
  const samples = await openSamples(samplesAt);
  const summaries = await openSummaries({ directory: summariesAt, keptDays });
  const forecasting = await openForecasting(forecastsAt, () => Date.now() / 1000);
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
        onTrouble: missing('sample', 'a sample is missing'),
      });
      const endForecasting = startForecasting({
        forecasting,
        source: forecastSourceOf(context, () => context.pool.forecastInputs()),
        onBlock: (listener) => context.onFrame(({ afterBlock }) => (afterBlock ? listener() : undefined)),
        onTrouble: missing('forecast', 'a forecast is missing'),
      });
      return async () => {
        endSampling();
        await endForecasting();
      };
    },
  };
}
