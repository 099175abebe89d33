import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { trimHeapWhenIdle } from '../../threads/workers/heap-trim.ts';
import { windowMs } from '../requests/request-budget.ts';
import { sharedCounts } from '../requests/shared-counts.ts';
import { createForward } from './forward.ts';
import { createPortStreams } from './port-streams.ts';
import type { FromReadWorker, ObservedRequest, ReadWorkerData, ToReadWorker } from './read-messages.ts';
import { createReadNetwork } from './read-network.ts';
import { createReadServer } from './read-server.ts';

/** Between two trims of this thread's heap. */
const trimIntervalMs = 60_000;
/** Interval at which answered requests are reported for the metrics. */
const reportMs = 500;

const data = workerData as ReadWorkerData;
const parent = parentPort!;
const report = (message: FromReadWorker) => parent.postMessage(message);

const networks = new Map(data.networks.map((each) => [each.network as string, createReadNetwork(each)]));
const streams = createPortStreams(data.streamsPort, (stream) => stream.destroy());
let observed: ObservedRequest[] = [];
const app = createReadServer({
  ...data,
  networks: data.networks.map(({ network, path }) => {
    const { context, isReady } = networks.get(network)!;
    return { context, path, isReady };
  }),
  threadCount: data.counts.threadCount,
  counts: sharedCounts(data.counts, data.thread, windowMs),
  forward: createForward(streams),
  onAnswer(route, status, seconds) {
    if (observed.push([route, status, seconds]) === 1) setTimeout(reportObserved, reportMs).unref();
  },
});

function reportObserved(): void {
  report({ type: 'observed', requests: observed });
  observed = [];
}

async function listen(): Promise<void> {
  await app.ready();
  app.server.listen({ ...data.address, reusePort: true });
  await once(app.server, 'listening');
  report({ type: 'listening' });
}

async function end(): Promise<void> {
  const closed = app.close();
  // upgraded connections, which the server does not close
  streams.close();
  await closed;
  for (const network of networks.values()) await network.end();
  parent.close();
}

const failed = (error: unknown) => report({ type: 'failed', message: String(error) });

parent.on('message', (message: ToReadWorker) => {
  switch (message.type) {
    case 'open':
      // until it is open, the main thread answers
      networks
        .get(message.network)!
        .open()
        .then(() => report({ type: 'opened', network: message.network }), failed);
      break;
    case 'close':
      networks
        .get(message.network)!
        .close()
        .then(() => report({ type: 'closed', network: message.network }), failed);
      break;
    case 'stop':
      end().catch(failed);
  }
});

trimHeapWhenIdle({ minIntervalMs: trimIntervalMs });
listen().catch(failed);
