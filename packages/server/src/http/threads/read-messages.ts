import type { MessagePort } from 'node:worker_threads';
import type { ReadNetworkData } from '../../network/read-access.ts';
import type { SurrogateHeader } from '../answers/surrogate-keys.ts';
import type { SharedCountsMemory } from '../requests/shared-counts.ts';

/** Start data of a read thread. */
export interface ReadWorkerData {
  /** Number of the thread; the main thread is 0. */
  thread: number;
  /** Where the main thread listens. */
  address: { host: string; port: number };
  basePath: string;
  networks: readonly (ReadNetworkData & { path: string })[];
  /** Path segments of all networks that have sockets. */
  socketPaths: readonly string[];
  trustedProxies: readonly string[];
  requestsPerMinute: number;
  /** Header of the keys for a CDN; undefined: none. */
  surrogateHeader: SurrogateHeader | undefined;
  addressLimits: { sockets: number; eventStreams: number };
  counts: SharedCountsMemory;
  /** For streams to the HTTP server of the main thread. */
  streamsPort: MessagePort;
}

/** Message to a read thread. */
export type ToReadWorker =
  /** The index of a network may be opened; it must be closed. */
  { type: 'open'; network: string } | { type: 'close'; network: string } | { type: 'stop' };

/** An answered request, for the metrics. */
export type ObservedRequest = [route: string, status: number, seconds: number];

/** Message from a read thread. */
export type FromReadWorker =
  | { type: 'listening' }
  /** The index of a network is open: the thread answers for it. */
  | { type: 'opened'; network: string }
  /** The index of a network is closed. */
  | { type: 'closed'; network: string }
  | { type: 'observed'; requests: readonly ObservedRequest[] }
  /** It has failed, and ends. */
  | { type: 'failed'; message: string };
