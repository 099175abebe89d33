import { type MessagePort, Worker } from 'node:worker_threads';
import type { SharedTask, ThreadTask, ToIndexWorker, ToMempoolWorker } from './messages.ts';
import type { SharedThread } from './shared-thread.ts';

/** A small young generation costs little time here and keeps memory low. */
const youngMb = 16;
/** Connecting a block holds thousands of rows: with less room they would be copied. */
const indexYoungMb = 48;

/** Files of the threads: whole, so that a bundle finds them. */
const entries: Record<ThreadTask['file'], URL> = {
  'index-worker.ts': new URL('./workers/index-worker.ts', import.meta.url),
  'address-worker.ts': new URL('./workers/address-worker.ts', import.meta.url),
  'mempool-worker.ts': new URL('./workers/mempool-worker.ts', import.meta.url),
};

/** Messages from and to the worker in a thread. */
export interface ThreadPort<From> {
  on(event: 'message', listener: (message: From) => void): unknown;
  postMessage(message: unknown, transfers?: readonly MessagePort[]): void;
}

/** The worker threads of one network. */
export interface NetworkThreads {
  start<From>(task: ThreadTask, transfers: readonly MessagePort[]): ThreadPort<From>;
  /** From now on they may end. */
  stopping(): void;
  /** Resolves when all have ended. */
  ended(): Promise<void>;
}

/**
 * @param onFatal called when one ends unexpectedly
 * @param shared runs the index and the address book; absent: in threads of their own
 */
export function createNetworkThreads(
  network: string,
  onFatal: (error: unknown) => void,
  shared?: SharedThread,
): NetworkThreads {
  const exits: Promise<unknown>[] = [];
  let isStopping = false;
  const startWorker = ({ file, data }: ThreadTask, transfers: readonly MessagePort[]) => {
    const worker = new Worker(entries[file], {
      workerData: data,
      transferList: [...transfers],
      resourceLimits: { maxYoungGenerationSizeMb: file === 'index-worker.ts' ? indexYoungMb : youngMb },
      name: `${network} ${file.replace('.ts', '')}`,
    });
    let isReported = false;
    worker.on('error', (error) => {
      isReported = true;
      onFatal(error);
    });
    exits.push(new Promise((resolve) => worker.once('exit', resolve)));
    worker.on('exit', (code) => {
      if (!isStopping && !isReported && code !== 0) onFatal(new Error(`${file} of ${network} ended with ${code}`));
    });
    return worker;
  };
  const startShared = (thread: SharedThread, task: SharedTask, transfers: readonly MessagePort[]) => {
    const port = thread.start(task, transfers);
    exits.push(new Promise((resolve) => port.once('close', resolve)));
    return port;
  };
  return {
    start: (task, transfers) =>
      shared === undefined || task.file === 'mempool-worker.ts'
        ? startWorker(task, transfers)
        : startShared(shared, task, transfers),
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
  worker: Pick<ThreadPort<never>, 'postMessage'>,
  message: ToIndexWorker | ToMempoolWorker,
  transfers: readonly MessagePort[] = [],
): void {
  worker.postMessage(message, transfers);
}
