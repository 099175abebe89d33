import { MessageChannel } from 'node:worker_threads';
import { bitcoinFormat } from '@glassblock/index';
import { elementsFormat } from '@glassblock/index/elements';
import type { Fact } from '@glassblock/journal';
import { CodedError, isCoded } from '@glassblock/primitives';
import { elementsNetworks } from '@glassblock/primitives/elements';
import { remoteEngine } from '@glassblock/store';
import type { Logger } from 'pino';
import type { IndexProgress } from '../network/chain/index/index-progress.ts';
import type { IndexReaders } from '../network/chain/index/index-readers.ts';
import { createServedIndex, type ServedIndex } from '../network/chain/index/served-index.ts';
import type { FromIndexWorker, IndexWorkerData } from './messages.ts';
import { type NetworkThreads, post, type ThreadPort } from './network-threads.ts';
import { errorOfThread } from './thread-error.ts';
import { createIndexStatus } from './workers/index-status.ts';

/** The index thread of a network, and read access to its rows. */
export interface IndexThread {
  /**
   * Resolves when rows can be read.
   * @rejects {CodedError} index.other-network, index.other-format, store.locked ..
   */
  readonly opened: Promise<void>;
  readonly current: ServedIndex['current'];
  readonly readable: ServedIndex['readable'];
  progress(): IndexProgress;
  /** Closes the rows and stops the thread. */
  close(): Promise<void>;
}

/** Options of the index thread. */
export interface IndexThreadOptions extends Omit<IndexWorkerData, 'enginePort'> {
  threads: NetworkThreads;
  /** Other threads that read its rows. */
  readers?: IndexReaders | undefined;
  log: Logger;
  /** Called when rows can be read, or changed. */
  onReadable(): void;
  /** Called when rows cannot be read until they are verified or built again: block facts are reported again then. */
  onReplaced(): void;
  /** Called when blocks were connected or disconnected. */
  onFacts(facts: readonly Fact[], progress: IndexProgress): void;
  /** Called when the node announced that it connected or disconnected a block. */
  onBlockSeen(): void;
  /** Called with its progress. */
  onProgress(progress: IndexProgress): void;
  /**
   * Called on an error.
   * @param ofNode the node may be away
   * @param code of an error of the index thread
   */
  onError(ofNode: boolean, code?: string): void;
  /** Called on an unexpected error after opening. */
  onFatal(error: unknown): void;
}

/** Formats of blocks by name; reading rows needs no pegged asset. */
const formats = { bitcoin: bitcoinFormat, elements: elementsFormat(elementsNetworks.liquid) };

/** Starts the index thread. */
export function startIndexThread(options: IndexThreadOptions): IndexThread {
  const { threads, readers, log, onReadable, onReplaced, onFacts, onBlockSeen, onProgress, onError, onFatal, ...data } =
    options;
  const { network, format, directory, cluster, cacheBytes, writeBufferBytes, logMemory } = data;
  const memory = directory === undefined && cluster === undefined ? new MessageChannel() : undefined;
  const served = createServedIndex({
    network,
    format: formats[format],
    memory: memory === undefined ? undefined : remoteEngine(memory.port1),
    directory,
    cluster,
    cacheBytes,
    writeBufferBytes,
    logMemory,
    readers,
    onDamaged: ({ message }) => post(worker, { type: 'damaged', message }),
    onBadRow: (error) => badRow.report(error),
  });
  const worker = threads.start<FromIndexWorker>(
    { file: 'index-worker.ts', data: { ...data, enginePort: memory?.port2 } },
    memory === undefined ? [] : [memory.port2],
  );
  const status = createIndexStatus(log);
  const opening = createOpening(onFatal);
  const badRow = createBadRowReport(log, worker);

  /** Serves without the index: mempool and recent blocks stay available. */
  async function standIn(): Promise<void> {
    onReplaced();
    await served.standIn();
    onReadable();
    onError(false);
    opening.succeed();
  }

  worker.on('message', (message) => {
    switch (message.type) {
      case 'opened':
        badRow.reset();
        served.open().then(
          () => {
            onReadable();
            opening.succeed();
          },
          (error: unknown) => {
            // `onDamaged` has notified the thread, which verifies the files
            if (!isCoded(error, 'store.damaged')) opening.fail(error);
          },
        );
        break;
      case 'release':
        served.release().then(() => post(worker, { type: 'gone' }), onFatal);
        break;
      case 'refused':
        opening.fail(new CodedError(message.code, message.message));
        break;
      case 'failed':
        opening.fail(errorOfThread(message.error));
        break;
      case 'verifying':
        status.verifying(message);
        standIn().catch(onFatal);
        break;
      case 'damaged':
        status.damaged(message);
        standIn().then(() => post(worker, { type: 'gone' }), onFatal);
        break;
      case 'bad-row':
        status.reportBadRow(message);
        onError(false);
        break;
      case 'block-seen':
        onBlockSeen();
        break;
      case 'facts':
        served.refresh();
        status.received(message);
        onFacts(message.facts, status.progress());
        break;
      case 'progress':
        served.refresh();
        status.advanced(message);
        onProgress(status.progress());
        break;
      case 'trouble':
        status.stalled(message);
        onError(message.expected, message.code);
        break;
    }
  });

  return {
    opened: opening.opened,
    current: served.current,
    readable: served.readable,
    progress: status.progress,
    async close() {
      // the thread opened LevelDB first and owns its cache: it closes last
      await served.close();
      post(worker, { type: 'stop' });
    },
  };
}

/** Reports the first undecodable row of an opening: any request may read the same row again. */
function createBadRowReport(log: Logger, worker: ThreadPort<FromIndexWorker>) {
  let isReported = false;
  return {
    report(error: CodedError): void {
      if (isReported) return;
      isReported = true;
      const reason = error.cause instanceof Error ? error.cause.stack : String(error.cause);
      log.error({ event: 'index-bad-row', reason }, error.message);
      post(worker, { type: 'bad-row', message: error.message });
    },
    reset(): void {
      isReported = false;
    },
  };
}

/** Resolves or rejects once; later failures are fatal. */
function createOpening(onFatal: (error: unknown) => void) {
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  let isOpened = false;
  return {
    opened,
    succeed() {
      isOpened = true;
      resolve();
    },
    fail(error: unknown) {
      if (isOpened) onFatal(error);
      else reject(error);
    },
  };
}
