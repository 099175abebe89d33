import { type MessagePort, Worker } from 'node:worker_threads';
import type { ToIndexWorker, ToMempoolWorker } from './messages.ts';

/** A small young generation costs little time here and keeps memory low. */
const youngMb = 16;
/** Connecting a block holds thousands of rows: with less room they would be copied. */
const indexYoungMb = 48;

/** The worker threads of one network. */
export interface NetworkThreads {
  /** @param file of the worker, in `workers` */
  start(file: string, data: object, transfers: readonly MessagePort[]): Worker;
  /** From now on they may end. */
  stopping(): void;
  /** Resolves when all have ended. */
  ended(): Promise<void>;
}

/** @param onFatal called when one ends unexpectedly */
export function createNetworkThreads(network: string, onFatal: (error: unknown) => void): NetworkThreads {
  const exits: Promise<unknown>[] = [];
  let isStopping = false;
  return {
    start(file, data, transfers) {
      const worker = new Worker(new URL(`./workers/${file}`, import.meta.url), {
        workerData: data,
        transferList: [...transfers],
        resourceLimits: { maxYoungGenerationSizeMb: file === 'index-worker.ts' ? indexYoungMb : youngMb },
        name: `${network} ${file.replace('.ts', '')}`,
      });
      worker.on('error', onFatal);
      exits.push(new Promise((resolve) => worker.once('exit', resolve)));
      worker.on('exit', (code) => {
        if (!isStopping && code !== 0) onFatal(new Error(`${file} of ${network} ended with ${code}`));
      });
      return worker;
    },
    stopping() {
      isStopping = true;
    },
    async ended() {
      await Promise.all(exits);
    },
  };
}

/** Sends a message to a worker. */
export function post(
  worker: Worker,
  message: ToIndexWorker | ToMempoolWorker,
  transfers: readonly MessagePort[] = [],
): void {
  worker.postMessage(message, transfers);
}
