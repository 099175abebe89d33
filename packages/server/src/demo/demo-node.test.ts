import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { stopDemoNode } from './demo-node.ts';

test('ends the simulated node while it publishes, without terminating its thread', async () => {
  const workerData = { profile: 'core31', seed: 14, live: true, blocks: 8, mempoolSize: 60, txPerSecond: 2_000 };
  const worker = new Worker(new URL(import.meta.resolve('@glassblock/devnode/worker')), { workerData });
  await once(worker, 'message');
  // a terminated thread ends with 1, and about every sixth time the process with it
  const exit = once(worker, 'exit');
  await stopDemoNode(worker);
  expect(await exit).toEqual([0]);
  await stopDemoNode(worker);
});
