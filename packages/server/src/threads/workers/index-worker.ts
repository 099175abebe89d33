import { parentPort, workerData } from 'node:worker_threads';
import type { IndexWorkerData } from '../messages.ts';
import { reportUncaught } from '../thread-error.ts';
import { trimHeapWhenIdle } from './heap-trim.ts';
import { runIndex } from './run-index.ts';

/** Thread of an index. */

/** Connecting a block fills the young generation again, which would grow each time: trimmed rarely after the start. */
const trimIntervalMs = 600_000;
/** Processor time of thirty blocks, or of a reorg of twenty. */
const maxUntrimmedMs = 2_000;

trimHeapWhenIdle({ minIntervalMs: trimIntervalMs, maxUsedMs: maxUntrimmedMs });
reportUncaught(parentPort!);
void runIndex(workerData as IndexWorkerData, parentPort!);
