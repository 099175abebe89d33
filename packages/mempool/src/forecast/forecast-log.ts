import { join } from 'node:path';
import { type CalibrationWindow, createCalibration } from './calibration.ts';
import {
  blockBytes,
  decodeBlock,
  decodeForecast,
  encodeBlock,
  encodeForecast,
  forecastBytes,
  type StoredForecast,
  type StoredForecastBlock,
} from './forecast-bytes.ts';
import { openRecordFile } from './record-file.ts';

/** Forecasts of the last month and the blocks since: the input of all scores. */
export interface ForecastLog {
  /** @throws errors of the file system */
  addForecast(forecast: StoredForecast): Promise<void>;
  /**
   * Sets the block at its height; blocks above it are removed as stale.
   * @throws errors of the file system
   */
  addBlock(block: StoredForecastBlock): Promise<void>;
  newestBlock(): StoredForecastBlock | undefined;
  blockAt(height: number): StoredForecastBlock | undefined;
  /** @param now Unix seconds */
  calibration(now: number): Promise<CalibrationWindow[]>;
}

/** A month of forecasts, one a minute and one after each block, plus a day for the longest target. */
const maxForecasts = 50_000;
const maxBlocks = 20_000;

/**
 * Opens the forecast log.
 * @param directory created when missing; undefined: in memory
 * @param onDamaged called with a description of the lost data when a read finds damaged rows; may repeat itself
 */
export async function openForecastLog(
  directory: string | undefined,
  onDamaged?: (loss: string) => void,
): Promise<ForecastLog> {
  const fileOf = (name: string) => (directory === undefined ? undefined : join(directory, name));
  const damage = onDamaged === undefined ? {} : { onDamaged };
  const forecasts = await openRecordFile(fileOf('forecasts.rows'), {
    width: forecastBytes,
    max: maxForecasts,
    ...damage,
  });
  const rows = await openRecordFile(fileOf('blocks.rows'), { width: blockBytes, max: maxBlocks, ...damage });
  /** By height, ascending. */
  const blocks: StoredForecastBlock[] = [];
  for await (const piece of rows.pieces()) for (const row of piece) put(decodeBlock(row));

  function put(block: StoredForecastBlock): void {
    while (blocks.length > 0 && blocks.at(-1)!.height >= block.height) blocks.pop();
    blocks.push(block);
    if (blocks.length > maxBlocks) blocks.shift();
  }

  function blockAt(height: number): StoredForecastBlock | undefined {
    // heights have no gaps except for downtime
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (blocks[middle]!.height < height) low = middle + 1;
      else high = middle;
    }
    return blocks[low]?.height === height ? blocks[low] : undefined;
  }

  return {
    addForecast: (forecast) => forecasts.append(encodeForecast(forecast)),
    async addBlock(block) {
      const row = encodeBlock(block);
      await rows.append(row);
      put(decodeBlock(row));
    },
    newestBlock: () => blocks.at(-1),
    blockAt,
    async calibration(now) {
      const calibration = createCalibration(blockAt, now);
      for await (const piece of forecasts.pieces()) {
        for (const row of piece) calibration.take(decodeForecast(row));
      }
      return calibration.windows();
    },
  };
}
