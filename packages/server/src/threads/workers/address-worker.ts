import { parentPort, workerData } from 'node:worker_threads';
import type { AddressWorkerData } from '../messages.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';
import { runAddressBook } from './run-address-book.ts';

/** Thread of an address book. */

/** Between two trims of this thread's heap: each block fills its young generation again. */
const trimIntervalMs = 600_000;

trimHeapWhenIdle({ minIntervalMs: trimIntervalMs });
runAddressBook(workerData as AddressWorkerData, parentPort!).catch((error: unknown) => {
  throw error;
});
