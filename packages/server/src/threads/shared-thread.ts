import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { SharedTask, ToSharedWorker } from './messages.ts';

const youngMb = 16;

/** A thread for the indexes and address books of several small chains: a thread for each of them costs 20 MB more. */
export interface SharedThread {
  /** Starts an index or an address book; returns its parent port, which is closed when it has ended. */
  start(task: SharedTask, transfers: readonly MessagePort[]): MessagePort;
  /** Resolves when the thread has ended, which it does when all that it runs has ended. */
  ended(): Promise<void>;
}

/**
 * Returns a thread that starts with the first index or address book.
 * @param onFatal called when it ends unexpectedly
 */
export function createSharedThread(name: string, onFatal: (error: unknown) => void): SharedThread {
  let running: { worker: Worker; exit: Promise<void> } | undefined;
  const open = () => {
    const worker = new Worker(new URL('./workers/shared-worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
      name,
    });
    worker.on('error', onFatal);
    worker.on('exit', (code) => {
      running = undefined;
      if (code !== 0) onFatal(new Error(`${name} ended with ${code}`));
    });
    return { worker, exit: new Promise<void>((resolve) => worker.once('exit', () => resolve())) };
  };
  return {
    start(task, transfers) {
      running ??= open();
      const { port1, port2 } = new MessageChannel();
      running.worker.postMessage({ ...task, port: port2 } satisfies ToSharedWorker, [port2, ...transfers]);
      return port1;
    },
    async ended() {
      await running?.exit;
    },
  };
}
