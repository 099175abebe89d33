import type { BackendInfo } from '@glassblock/contract';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics.ts';

/** Start parameters of all parts of the program. */
export interface Start {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly backend: BackendInfo;
  /** Steps of stopping; they run in reverse order. */
  readonly endings: (() => Promise<void>)[];
  /** Called on an unrecoverable error. */
  onFatal(error: unknown): void;
}

/** Returns the bytes for the caches of one network: memory is divided among all. */
export const networkMemoryBytes = ({ memoryBytes, networks, liquid }: Config): number =>
  Math.floor(memoryBytes / (networks.length + liquid.length));
