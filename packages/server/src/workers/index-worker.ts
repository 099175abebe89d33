import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { createFollower, openIndex } from '@glassblock/index';
import { createBlockSource, createNodeClient } from '@glassblock/node';
import { CodedError, isCoded, networks } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore, serveEngine } from '@glassblock/store';
import type { FromIndexWorker, IndexWorkerData, ToWorker } from './messages.ts';
import { chainSourceOf } from './node-sources.ts';

const pollMs = 1_000;
const slowestPollMs = 15_000;

const data = workerData as IndexWorkerData;
const parent = parentPort!;
const tell = (message: FromIndexWorker) => parent.postMessage(message);

const stop = new AbortController();
let wake: () => void = () => undefined;
parent.on('message', (message: ToWorker) => {
  if (message.type === 'stop') stop.abort();
  wake();
});

/** Waits, or less when woken. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });

async function main(): Promise<void> {
  const engine =
    data.directory === undefined
      ? openMemoryEngine()
      : await openLevelEngine({
          directory: data.directory,
          cacheBytes: data.cacheBytes,
          writeBufferBytes: data.writeBufferBytes,
        });
  const store = await openStore(engine);
  const client = createNodeClient({ ...data.node, connections: 6 });
  try {
    const prefixer = await openIndex(store, data.network, randomBytes(16));
    if (data.enginePort !== undefined) serveEngine(engine, data.enginePort);
    let nodeHeight: number | null = null;
    const base = chainSourceOf(client, createBlockSource(client, true), networks[data.network]);
    const source = {
      ...base,
      async tip() {
        const tip = await base.tip();
        nodeHeight = tip.height;
        return tip;
      },
    };
    const progress = (synced: boolean) =>
      tell({ type: 'progress', height: follower.tip?.height ?? null, nodeHeight, synced });
    let lastProgress = 0;
    const follower = await createFollower({
      store,
      prefixer,
      source,
      onFacts(facts) {
        tell({ type: 'facts', facts });
        if (Date.now() - lastProgress > 250) {
          lastProgress = Date.now();
          progress(false);
        }
      },
    });
    tell({ type: 'opened' });
    progress(false);
    let failures = 0;
    while (!stop.signal.aborted) {
      let wait = pollMs;
      try {
        await follower.catchUp(stop.signal);
        progress(!stop.signal.aborted);
        failures = 0;
      } catch (error) {
        if (!isCoded(error)) throw error;
        tell({ type: 'trouble', code: error.code, message: error.message, expected: error.code.startsWith('node.') });
        failures++;
        wait = Math.min(slowestPollMs, 250 * 2 ** Math.min(failures, 8));
      }
      if (!stop.signal.aborted) await pause(wait);
    }
  } finally {
    await client.close();
    await store.close();
    data.enginePort?.close();
  }
}

main()
  .catch((error: unknown) => {
    const coded = error instanceof CodedError ? error : undefined;
    if (coded === undefined) throw error;
    tell({ type: 'refused', code: coded.code, message: coded.message });
  })
  .finally(() => parent.close());
