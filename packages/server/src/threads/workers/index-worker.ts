import { parentPort, workerData } from 'node:worker_threads';
import type { IndexWorkerData } from '../messages.ts';
import { reportUncaught } from '../thread-error.ts';
import { indexTrim, trimHeapWhenIdle } from './heap-trim.ts';
import { runIndex } from './run-index.ts';

/** Thread of an index. */

trimHeapWhenIdle(indexTrim);
reportUncaught(parentPort!);
void runIndex(workerData as IndexWorkerData, parentPort!);
