import { parentPort } from 'node:worker_threads';
import type { ToSharedWorker } from '../messages.ts';
import { indexTrim, trimHeapWhenIdle } from './heap-trim.ts';
import { runAddressBook } from './run-address-book.ts';
import { runIndex } from './run-index.ts';

/** Thread of the indexes and address books of several small chains. It ends by a message after the last of them. */

const parent = parentPort!;
parent.on('message', (message: ToSharedWorker) => {
  if (message === 'end') return parent.close();
  const { port } = message;
  const run = message.file === 'index-worker.ts' ? runIndex(message.data, port) : runAddressBook(message.data, port);
  run.catch((error: unknown) => {
    throw error;
  });
});
trimHeapWhenIdle(indexTrim);
