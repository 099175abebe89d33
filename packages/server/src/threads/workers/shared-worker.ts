import { parentPort } from 'node:worker_threads';
import type { ToSharedWorker } from '../messages.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';
import { runAddressBook } from './run-address-book.ts';
import { runIndex } from './run-index.ts';

/** Thread of the indexes and address books of several small chains. It ends when all of them have ended. */

/** Between two trims of this thread's heap: each block fills its young generation again. */
const trimIntervalMs = 600_000;

const parent = parentPort!;
parent.on('message', (start: ToSharedWorker) => {
  const run =
    start.file === 'index-worker.ts' ? runIndex(start.data, start.port) : runAddressBook(start.data, start.port);
  run.catch((error: unknown) => {
    throw error;
  });
  // from now on the ports of its indexes and address books keep it alive
  parent.unref();
});
trimHeapWhenIdle(trimIntervalMs);
