import { join } from 'node:path';
import { type PastBlock, writePastForecasts } from './past-forecasts.ts';
import { writePastSamples } from './past-samples.ts';

const seed = 2026;

/**
 * Writes a simulated past of the mempool, with the stores of the explorer: mempool statistics of a week, and forecasts
 * for the newest blocks.
 * @param directory of the network
 * @param blocks newest blocks of the simulated node, oldest first
 * @param now Unix seconds
 */
export async function writePastRecords(directory: string, blocks: readonly PastBlock[], now: number): Promise<void> {
  await Promise.all([
    writePastSamples(join(directory, 'samples'), now, seed),
    writePastForecasts(join(directory, 'forecasts'), blocks, seed),
  ]);
}
