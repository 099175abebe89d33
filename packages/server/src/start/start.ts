import type { BackendInfo } from '@glassblock/contract';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { NetworkConfig } from '../config/network-config.ts';
import { isDemo, maxDemoMemoryBytes } from '../demo/demo-node.ts';
import type { Metrics } from '../metrics.ts';

/** Start parameters of all parts of the program. */
export interface Start {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly backend: BackendInfo;
  /** Steps of stopping; they run in reverse order. */
  readonly endings: (() => Promise<void>)[];
  /** Aborts a start; it then fails between two steps. */
  readonly signal: AbortSignal;
  /** Resolves when the servers listen; never, when the start fails. */
  readonly listening: Promise<void>;
  /** Called on an unrecoverable error. */
  onFatal(error: unknown): void;
}

/** Share of the memory for rendered pages. */
const pageShare = 1 / 16;
const maxPageBytes = 32e6;

/** Returns the bytes for rendered pages that several visitors get. */
export function pageMemoryBytes({ memoryBytes, networks, liquid }: Config): number {
  const isOnlyDemo = liquid.length === 0 && networks.every(isDemo);
  const totalBytes = isOnlyDemo ? Math.min(memoryBytes, maxDemoMemoryBytes) : memoryBytes;
  return Math.floor(Math.min(maxPageBytes, totalBytes * pageShare));
}

/** Returns the bytes for the caches of one network: memory is divided among all. */
export const networkMemoryBytes = ({ memoryBytes, networks, liquid }: Config): number =>
  Math.floor(memoryBytes / (networks.length + liquid.length));

/** Returns the bytes for the caches of a Bitcoin network: less for a demo. */
export function bitcoinMemoryBytes(config: Config, entry: NetworkConfig): number {
  const memoryBytes = networkMemoryBytes(config);
  return isDemo(entry) ? Math.min(memoryBytes, maxDemoMemoryBytes) : memoryBytes;
}

/** Share of a network's memory for each cache of its live feed. */
const liveShare = 1 / 16;
const maxLiveBytes = 32e6;
/** An entry that is larger than its cache is not stored: a standard transaction has at most 400 kB. */
const minLiveBytes = 2e6;

/** Returns the bytes for each cache of a network's live feed. @param memoryBytes of the network */
export const liveCacheBytes = (memoryBytes: number): number =>
  Math.floor(Math.min(maxLiveBytes, Math.max(minLiveBytes, memoryBytes * liveShare)));
