import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { BulkTask, BulkTaskRunner } from '@glassblock/index';
import type { BulkWorkerData } from './messages.ts';
import { callerOf } from './port-calls.ts';

/** Threads of the initial index build. */
export interface BulkWorkers {
  readonly workers: BulkTaskRunner[];
  close(): Promise<void>;
}

const youngMb = 32;

/** @param onUnexpectedError called when a thread dies */
export function startBulkWorkers(
  count: number,
  data: Omit<BulkWorkerData, 'tasks' | 'fence'>,
  onUnexpectedError: (error: unknown) => void,
): BulkWorkers {
  const fence = new SharedArrayBuffer(4);
  const started = Array.from({ length: count }, (_, i) => {
    const channel = new MessageChannel();
    const workerData: BulkWorkerData = { ...data, fence, tasks: channel.port2 };
    const worker = new Worker(new URL('./workers/bulk-worker.ts', import.meta.url), {
      workerData,
      transferList: [channel.port2],
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
      name: `${data.network} build ${i}`,
    });
    worker.on('error', onUnexpectedError);
    const { work } = callerOf<{ work: BulkTaskRunner }>(channel.port1, ['work']);
    return { worker, runTask: (task: BulkTask) => work(task) };
  });
  return {
    workers: started.map(({ runTask }) => runTask),
    async close() {
      await Promise.all(
        started.map(async ({ worker }) => {
          const ended = once(worker, 'exit');
          worker.postMessage('end');
          await ended;
        }),
      );
    },
  };
}
