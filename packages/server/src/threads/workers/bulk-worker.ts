import { parentPort, workerData } from 'node:worker_threads';
import { createBulkTaskRunner, prefixerOf } from '@glassblock/index';
import { blockFilesPlace, createBlockSource, createNodeClient } from '@glassblock/node';
import { networks } from '@glassblock/primitives';
import { openStore } from '@glassblock/store';
import { openIndexEngine } from '../index-engine.ts';
import type { BulkWorkerData } from '../messages.ts';
import { chainSourceOf } from '../node-sources.ts';
import { answerCalls } from '../port-calls.ts';

const data = workerData as BulkWorkerData;

/** A thread of the initial index build: reads blocks from the node and writes rows into the shared store. */
async function main(): Promise<void> {
  const store = await openStore(await openIndexEngine(data), { isReadOnly: true });
  const prefixer = await prefixerOf(store, data.network);
  if (prefixer === undefined) throw new Error('the store of the build has no identity');
  const client = createNodeClient({ ...data.node, connections: data.connections });
  const network = networks[data.network];
  const blocks = createBlockSource(client, true, blockFilesPlace(data.node, network));
  const source = chainSourceOf(client, blocks, network);
  const runTask = createBulkTaskRunner({ store, prefixer, source, directory: data.bulkDirectory });
  answerCalls(data.tasks, { work: runTask });
  parentPort!.once('message', () => {
    data.tasks.close();
    void Promise.all([client.close(), store.close()]).then(() => parentPort!.close());
  });
}

main().catch((error: unknown) => {
  throw error;
});
