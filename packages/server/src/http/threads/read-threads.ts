import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../../metrics.ts';
import type { IndexReader } from '../../network/chain/index/index-readers.ts';
import type { ReadAccess } from '../../network/read-access.ts';
import type { SharedCounts } from '../requests/shared-counts.ts';
import { createPortStreams } from './port-streams.ts';
import type { FromReadWorker, ReadWorkerData, ToReadWorker } from './read-messages.ts';

/** The threads that answer requests besides the main thread. */
export interface ReadThreads {
  /** Resolves when all accept connections, or have failed to. */
  readonly listening: Promise<void>;
  /** Worker threads that run now, by number. */
  readonly workers: ReadonlyMap<number, Worker>;
  stop(): Promise<void>;
}

/** Options of read threads. */
export interface ReadThreadsOptions
  extends Omit<ReadWorkerData, 'thread' | 'address' | 'networks' | 'streamsPort' | 'counts'> {
  count: number;
  /** The main thread's server, which listens with `reusePort`. */
  app: FastifyInstance;
  networks: readonly { name: string; path: string; reading: ReadAccess }[];
  memory: ReadWorkerData['counts'];
  counts: SharedCounts;
  metrics: Metrics;
  log: Logger;
}

/** A small young generation costs little time here and keeps memory low. */
const youngMb = 16;
/** A thread that ends is replaced after this time, doubled each time until one has run for a minute. */
const minRestartMs = 200;
const maxRestartMs = 60_000;
const stopMs = 5_000;

/**
 * Returns the number of read threads to start, and logs why it is lower than configured.
 * @param hasIndexFiles whether they can open an index
 */
export async function usableReadThreads(wanted: number, hasIndexFiles: boolean, log: Logger): Promise<number> {
  if (wanted === 0) return 0;
  const report = (line: string) => log.info({ event: 'start-report' }, line);
  if (!hasIndexFiles) {
    report('requests are answered by one thread: no index is in a data directory');
    return 0;
  }
  if (!(await hasReusePort())) {
    report('requests are answered by one thread: this system cannot share a port among threads');
    return 0;
  }
  report(`blocks, transactions and addresses are answered by ${wanted} more threads`);
  return wanted;
}

/** Returns whether several threads can listen on one port of this system. */
async function hasReusePort(): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ host: '127.0.0.1', port: 0, reusePort: true });
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/**
 * Makes sure that no other process listens on a port: with `reusePort` both would get a part of the connections.
 * @throws {Error} of `listen`
 */
export async function checkPortIsFree(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Starts read threads and replaces those that end. */
export function startReadThreads(options: ReadThreadsOptions): ReadThreads {
  const { count, log } = options;
  const workers = new Map<number, Worker>();
  const restarts = new Map<number, NodeJS.Timeout>();
  const exits = new Set<Promise<unknown>>();
  let isStopping = false;

  function start(thread: number, restartMs: number): Promise<void> {
    const startedMs = performance.now();
    const { worker, listening, ended } = startReadThread(options, thread);
    workers.set(thread, worker);
    exits.add(ended);
    void ended.then((reason) => {
      exits.delete(ended);
      workers.delete(thread);
      if (isStopping) return;
      log.error({ event: 'read-thread-ended', thread, reason }, 'a read thread has ended and is replaced');
      const wasStable = performance.now() - startedMs > maxRestartMs;
      const delayMs = wasStable ? minRestartMs : restartMs;
      const restart = () => void start(thread, Math.min(maxRestartMs, delayMs * 2));
      restarts.set(thread, setTimeout(restart, delayMs));
    });
    return listening;
  }

  const started = Array.from({ length: count }, (_, i) => start(i + 1, minRestartMs));
  return {
    listening: Promise.all(started).then(() => undefined),
    workers,
    async stop() {
      isStopping = true;
      for (const timer of restarts.values()) clearTimeout(timer);
      for (const worker of workers.values()) worker.postMessage({ type: 'stop' } satisfies ToReadWorker);
      const timer = setTimeout(() => {
        for (const worker of workers.values()) void worker.terminate();
      }, stopMs);
      await Promise.all(exits);
      clearTimeout(timer);
    },
  };
}

/** Returns where an app listens. */
function addressOf({ server }: FastifyInstance): ReadWorkerData['address'] {
  const { address: host, port } = server.address() as AddressInfo;
  return { host, port };
}

/** A thread that was started. */
interface StartedThread {
  worker: Worker;
  /** Resolves when it accepts connections or has ended. */
  listening: Promise<void>;
  /** Resolves when it has ended, with the reason. */
  ended: Promise<string>;
}

function startReadThread(options: ReadThreadsOptions, thread: number): StartedThread {
  const { app, networks, memory, counts, metrics, log, basePath, socketPaths } = options;
  const channel = new MessageChannel();
  const streams = createPortStreams(channel.port1, (stream) => app.server.emit('connection', stream));
  const data: ReadWorkerData = {
    thread,
    address: addressOf(app),
    basePath,
    networks: networks.map(({ path, reading }) => ({ ...reading.threadData(), path })),
    socketPaths,
    trustedProxies: options.trustedProxies,
    requestsPerMinute: options.requestsPerMinute,
    addressLimits: options.addressLimits,
    surrogateHeader: options.surrogateHeader,
    counts: memory,
    streamsPort: channel.port2,
  };
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: data,
    transferList: [channel.port2, ...data.networks.map(({ mempool }) => mempool.viewPort)],
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    name: `read ${thread}`,
  });
  const post = (message: ToReadWorker) => worker.postMessage(message);
  const { promise: listening, resolve: listened } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  let reason = 'it ended';
  const closings = new Map<string, () => void>();
  const removals = networks.map(({ name, reading }) => {
    const reader: IndexReader = {
      open: () => post({ type: 'open', network: name }),
      async close() {
        const closed = new Promise<void>((resolve) => closings.set(name, resolve));
        post({ type: 'close', network: name });
        await Promise.race([closed, ended]);
      },
    };
    return reading.readers.add(reader);
  });
  worker.on('message', (message: FromReadWorker) => {
    switch (message.type) {
      case 'listening':
        log.debug({ event: 'read-thread-listening', thread });
        listened();
        break;
      case 'opened':
        log.debug({ event: 'read-thread-opened', thread, network: message.network });
        break;
      case 'closed':
        closings.get(message.network)?.();
        break;
      case 'observed':
        for (const [route, status, seconds] of message.requests) metrics.observeRequest(route, status, seconds);
        break;
      case 'failed':
        reason = message.message;
        void worker.terminate();
    }
  });
  worker.on('error', (error) => {
    reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  });
  worker.once('exit', () => {
    for (const remove of removals) remove();
    counts.clearThread(thread);
    streams.close();
    listened();
    end(reason);
  });
  return { worker, listening, ended };
}
