import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { SharedTask, ToSharedWorker } from './messages.ts';

const youngMb = 16;

/** A thread for the indexes and address books of several small chains: a thread for each of them costs 20 MB more. */
export interface SharedThread {
  /** Starts an index or an address book; returns its parent port, which is closed when it has ended. */
  start(task: SharedTask, transfers: readonly MessagePort[]): MessagePort;
  /** Resolves when the thread has ended, which it does when all that it runs has ended; another start opens a new one. */
  ended(): Promise<void>;
}

/**
 * Returns a thread that starts with the first index or address book.
 * @param onFatal called when it ends unexpectedly
 */
export function createSharedThread(name: string, onFatal: (error: unknown) => void): SharedThread {
  let running: { worker: Worker; taskCount: number } | undefined;
  const exits = new Set<Promise<void>>();
  const open = () => {
    const worker = new Worker(new URL('./workers/shared-worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
      name,
    });
    const opened = { worker, taskCount: 0 };
    worker.on('error', onFatal);
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        if (running === opened) running = undefined;
        exits.delete(exit);
        resolve();
        if (code !== 0) onFatal(new Error(`${name} ended with ${code}`));
      });
    });
    exits.add(exit);
    return opened;
  };
  return {
    start(task, transfers) {
      running ??= open();
      const used = running;
      const { port1, port2 } = new MessageChannel();
      used.worker.postMessage({ ...task, port: port2 } satisfies ToSharedWorker, [port2, ...transfers]);
      used.taskCount++;
      port1.once('close', () => {
        used.taskCount--;
        if (used.taskCount > 0 || running !== used) return;
        // a task that starts from now on has a new thread: this one might end before it reads the message
        running = undefined;
        used.worker.postMessage('end' satisfies ToSharedWorker);
      });
      return port1;
    },
    async ended() {
      await Promise.all(exits);
    },
  };
}
