import { join } from 'node:path';
import type { DevnodeReady } from '@glassblock/devnode/worker';
import { type PastBlock, type SimulatedForecast, writePastForecasts } from './past-forecasts.ts';
import { writePastSamples } from './past-samples.ts';

const seed = 2026;

/**
 * Writes a simulated past of the mempool, with the stores of the explorer: mempool statistics of a week, and forecasts
 * for the newest blocks.
 * @param directory of the network
 * @param blocks newest blocks of the simulated node, oldest first
 * @param feeRates of its mempool
 * @param forecasts simulated ones for these blocks
 * @param now Unix seconds
 */
export async function writePastRecords(
  directory: string,
  blocks: readonly PastBlock[],
  feeRates: DevnodeReady['feeRates'],
  forecasts: readonly SimulatedForecast[],
  now: number,
): Promise<void> {
  await Promise.all([
    writePastSamples(join(directory, 'samples'), now, seed, feeRates),
    writePastForecasts(join(directory, 'forecasts'), blocks, forecasts),
  ]);
}
