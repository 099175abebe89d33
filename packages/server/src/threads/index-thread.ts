import { MessageChannel } from 'node:worker_threads';
import type { Fact } from '@glassblock/journal';
import { CodedError } from '@glassblock/primitives';
import { remoteEngine } from '@glassblock/store';
import type { Logger } from 'pino';
import { createBuildLog, indexSentence } from '../network/index-progress-text.ts';
import type { IndexProgress } from '../network/network-context.ts';
import { createServedIndex, type ServedIndex } from '../network/served-index.ts';
import type { FromIndexWorker, IndexWorkerData } from './messages.ts';
import { type NetworkThreads, post } from './network-threads.ts';

/** The index thread of a network, and read access to its rows. */
export interface IndexThread {
  /**
   * Resolves when rows can be read.
   * @rejects {CodedError} index.other-network, index.other-format, store.locked ..
   */
  readonly opened: Promise<void>;
  readonly current: ServedIndex['current'];
  /** True when its files are damaged: nothing more is read or written. */
  isDamaged(): boolean;
  progress(): IndexProgress;
  /** The node has a new block. */
  wake(): void;
  /** Closes the rows and stops the thread. */
  close(): Promise<void>;
}

/** Options of the index thread. */
export interface IndexThreadOptions extends Omit<IndexWorkerData, 'enginePort'> {
  threads: NetworkThreads;
  log: Logger;
  /** Called when rows can be read, or changed. */
  onReadable(): void;
  /** Called when blocks were connected or disconnected. */
  onFacts(facts: readonly Fact[], progress: IndexProgress): void;
  /** Called with its progress. */
  onProgress(progress: IndexProgress): void;
  /**
   * Called on an error.
   * @param ofNode the node may be away
   */
  onError(ofNode: boolean): void;
  /** Called on an unexpected error after opening. */
  onFatal(error: unknown): void;
}

/** Starts the index thread. */
export function startIndexThread(options: IndexThreadOptions): IndexThread {
  const { threads, log, onReadable, onFacts, onProgress, onError, onFatal, ...data } = options;
  const { network, directory, cacheBytes, writeBufferBytes } = data;
  const memory = directory === undefined ? new MessageChannel() : undefined;
  const served = createServedIndex({
    network,
    memory: memory === undefined ? undefined : remoteEngine(memory.port1),
    directory,
    cacheBytes,
    writeBufferBytes,
    onDamaged: (error) => void damaged(error.message).catch(onFatal),
  });
  const worker = threads.start(
    'index-worker.ts',
    { ...data, enginePort: memory?.port2 } satisfies IndexWorkerData,
    memory === undefined ? [] : [memory.port2],
  );
  const logBuild = createBuildLog(log);
  let progress: IndexProgress = {
    height: null,
    nodeHeight: null,
    synced: false,
    failure: undefined,
    lacksBlocks: false,
    build: undefined,
  };
  let isDamaged = false;

  /** Mempool and recent blocks stay available. */
  async function damaged(message: string): Promise<void> {
    if (isDamaged) return;
    isDamaged = true;
    log.error({ event: 'index-damaged' }, message);
    const failure = indexSentence({ code: 'store.damaged', message });
    progress = { ...progress, height: null, synced: false, failure, build: undefined };
    post(worker, { type: 'stop' });
    await served.giveUp();
    onReadable();
    onError(false);
  }

  function received(facts: readonly Fact[], nodeHeight: number | null): void {
    const last = facts.at(-1);
    if (last !== undefined && 'height' in last)
      progress = { ...progress, height: last.type === 'block-connected' ? last.height : last.height - 1 };
    progress = { ...progress, nodeHeight: nodeHeight ?? progress.nodeHeight };
    onFacts(facts, progress);
  }

  function stoodStill(message: Extract<FromIndexWorker, { type: 'trouble' }>): void {
    log.warn({ event: 'index-trouble', code: message.code }, message.message);
    if (isDamaged) return;
    const lacksBlocks = message.code === 'node.no-data';
    progress = {
      ...progress,
      synced: false,
      failure: message.expected && !lacksBlocks ? undefined : indexSentence(message),
      lacksBlocks,
    };
    onError(message.expected);
  }

  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  let isOpened = false;
  const open = () => {
    isOpened = true;
    resolve();
  };
  const fail = (error: unknown) => {
    if (isOpened) onFatal(error);
    else reject(error);
  };
  worker.on('message', (message: FromIndexWorker) => {
    switch (message.type) {
      case 'opened':
        served.open().then(() => {
          onReadable();
          open();
        }, fail);
        break;
      case 'let-go':
        served.letGo().then(() => post(worker, { type: 'gone' }), onFatal);
        break;
      case 'refused':
        if (message.code === 'store.damaged') damaged(message.message).then(open, fail);
        else fail(new CodedError(message.code, message.message));
        break;
      case 'facts':
        received(message.facts, message.nodeHeight);
        break;
      case 'progress': {
        if (isDamaged) break;
        const { height, nodeHeight, synced, build } = message;
        progress = { height, nodeHeight, synced, failure: undefined, lacksBlocks: false, build };
        log.debug({ event: 'index-progress', height, nodeHeight, synced });
        if (build !== undefined) logBuild(build);
        onProgress(progress);
        break;
      }
      case 'trouble':
        stoodStill(message);
        break;
    }
  });

  return {
    opened,
    current: served.current,
    isDamaged: () => isDamaged,
    progress: () => progress,
    wake: () => post(worker, { type: 'wake' }),
    async close() {
      // the thread opened LevelDB first and owns its cache: it closes last
      await served.close();
      post(worker, { type: 'stop' });
    },
  };
}
