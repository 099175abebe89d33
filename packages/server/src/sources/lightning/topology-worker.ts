/**
 * Reads topology files in a thread of its own: they have gigabytes of JSON. Results go to the main thread by
 * calls, one at a time, so that messages do not pile up.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { importTopology, type TopologyProgress, type TopologyTarget } from '@glassblock/lightning';
import { isCoded } from '@glassblock/primitives';
import { callerOf } from '../../threads/port-calls.ts';
import { topologyDirectory } from './topology-directory.ts';

/** Data of the thread. */
export interface TopologyWorkerData {
  readonly directory: string;
  /** Days since 1970 that have statistics. */
  readonly stored: readonly number[];
  /** Receives the calls of `TopologyTarget`. */
  readonly calls: MessagePort;
}

/** The last message of the thread. */
export type TopologyOutcome = { readonly done: TopologyProgress } | { readonly code: string; readonly message: string };

const { directory, stored, calls } = workerData as TopologyWorkerData;
const target = callerOf<TopologyTarget>(calls, ['add', 'fundings', 'addDay', 'progress']);

async function outcomeOf(): Promise<TopologyOutcome> {
  try {
    return { done: await importTopology(topologyDirectory(directory), new Set(stored), target) };
  } catch (error) {
    if (!isCoded(error)) throw error;
    return { code: error.code, message: error.message };
  }
}

const outcome = await outcomeOf();
parentPort!.postMessage(outcome satisfies TopologyOutcome);
calls.close();
