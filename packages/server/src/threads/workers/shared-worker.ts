import { parentPort } from 'node:worker_threads';
import type { ToSharedWorker } from '../messages.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';
import { runAddressBook } from './run-address-book.ts';
import { runIndex } from './run-index.ts';

/** Thread of the indexes and address books of several small chains. It ends by a message after the last of them. */

/** Between two trims of this thread's heap: each block fills its young generation again. */
const trimIntervalMs = 600_000;
/** Processor time of thirty blocks, or of a reorg of twenty. */
const maxUntrimmedMs = 2_000;

const parent = parentPort!;
parent.on('message', (message: ToSharedWorker) => {
  if (message === 'end') return parent.close();
  const { port } = message;
  const run = message.file === 'index-worker.ts' ? runIndex(message.data, port) : runAddressBook(message.data, port);
  run.catch((error: unknown) => {
    throw error;
  });
});
trimHeapWhenIdle({ minIntervalMs: trimIntervalMs, maxUsedMs: maxUntrimmedMs });
