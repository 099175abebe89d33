import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import {
  type BulkProgress,
  bucketBits,
  type ChainSource,
  createFollower,
  openIndex,
  type Prefixer,
  updatedTables,
} from '@glassblock/index';
import { createNodeClient, type NodeClient, openSequenceFeed, probeNode } from '@glassblock/node';
import { backOffMs, CodedError, isCoded } from '@glassblock/primitives';
import {
  beginUse,
  damagedFiles,
  type Engine,
  hasEndedCleanly,
  markCleanEnd,
  openStore,
  removeDirectory,
  type Store,
  serveEngine,
  verifyDatabase,
} from '@glassblock/store';
import { diskFault } from '../disk-room.ts';
import { openIndexEngine } from '../index-engine.ts';
import type { FromIndexWorker, IndexWorkerData, ToIndexWorker } from '../messages.ts';
import { awaitNodeFacts, zmqAddressOf } from '../node-facts.ts';
import { threadFailure } from '../thread-error.ts';
import { buildFirst } from './first-build.ts';
import { isPassing, isPossibleDamage } from './index-errors.ts';
import { openWorkerChain, type WorkerChain } from './worker-chain.ts';

const slowestPollMs = 15_000;
/** Free space, in addition to twice its write buffer, required to reopen LevelDB. */
const roomBytes = 16e6;

/** Failures that determine the pause after which a write refused by a cluster is retried. */
const clusterFailures = 4;

interface Opened {
  engine: Engine;
  store: Store;
  prefixer: Prefixer;
}

const verifyReportMs = 1_000;

/** Failed reads although all checksums are right, before the index is rebuilt nevertheless. */
const maxUnexplained = 3;

/** After a start, and once a day: a disk may damage files without a change of their times. */
const patrolEveryMs = 24 * 3_600_000;
/** A table has 2 MB or more: at most about 100 MB/s are read. */
const patrolPauseMs = 20;

/**
 * Builds the index of a chain and follows the chain until stopped by the port, which it closes at the end. It has a thread of
 * its own (`index-worker.ts`), or one that it shares (`shared-worker.ts`).
 * Errors are reported: as `refused` those that name a reason, others as `failed`.
 */
export async function runIndex(data: IndexWorkerData, port: MessagePort): Promise<void> {
  const run = new IndexRun(data, port);
  try {
    await run.run();
  } catch (error) {
    const message: FromIndexWorker = isCoded(error)
      ? { type: 'refused', code: error.code, message: error.message }
      : threadFailure(error);
    port.postMessage(message);
  } finally {
    port.close();
  }
}

class IndexRun {
  private readonly data: IndexWorkerData;
  private readonly port: MessagePort;
  private readonly stop = new AbortController();
  /** Woken while not waiting: a block may have been connected after the request for the node's tip. */
  private isWoken = false;
  private readonly setWoken = () => {
    this.isWoken = true;
  };
  private wake: () => void = this.setWoken;
  private othersRemoved: () => void = () => undefined;
  /** Aborted with store.damaged when a thread finds the files damaged while they are in use. */
  private interrupt = new AbortController();
  /** Number of times the closed files were opened. */
  private openings = 0;
  /** False once a row or file was found damaged: the end of this use is not a clean one. */
  private isSound = true;
  /** The files are verified once per opening because of a row that cannot be decoded: any request may read that row. */
  private isFileCheckDone = false;
  /** Directory of LevelDB, whose files are verified; undefined without. */
  private readonly levelDirectory: string | undefined;
  private nodeHeight: number | null = null;
  private tipHeight: number | null = null;
  private readonly client: NodeClient;
  private readonly chain: WorkerChain;
  private unexplained = 0;
  /** A second rebuild would not help: the fault is in the program or the machine. */
  private isRebuiltUnexplained = false;
  private patrolling: Promise<void> | undefined;
  /** Time of the last verification of the closed index, by `performance.now`. */
  private verifiedMs = Number.NEGATIVE_INFINITY;

  constructor(data: IndexWorkerData, port: MessagePort) {
    this.data = data;
    this.port = port;
    this.levelDirectory = data.cluster === undefined ? data.directory : undefined;
    this.client = createNodeClient({ ...data.node, connections: 6 });
    this.chain = openWorkerChain(data, this.client);
    port.on('message', (message: ToIndexWorker) => {
      switch (message.type) {
        case 'stop':
          this.stop.abort();
          this.othersRemoved();
          break;
        case 'gone':
          this.othersRemoved();
          break;
        case 'damaged':
          this.interrupt.abort(new CodedError('store.damaged', message.message));
          break;
        case 'bad-row':
          void this.verifyInUse(message.message);
      }
      this.wake();
    });
  }

  private report(message: FromIndexWorker): void {
    this.port.postMessage(message);
  }

  /** Resolves when all other threads have closed the index because of this message. */
  private async othersClosed(message: FromIndexWorker): Promise<void> {
    const removed = new Promise<void>((resolve) => {
      this.othersRemoved = resolve;
    });
    this.report(message);
    if (!this.stop.signal.aborted) await removed;
  }

  /** Waits until woken or timed out. */
  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.isWoken = false;
        this.wake = this.setWoken;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wake = done;
      if (this.isWoken) done();
    });
  }

  /**
   * Wakes the thread at each block that the node announces by ZMQ. Without ZMQ, and until the node answers, polling finds
   * them.
   * @returns undefined when there is none, or the thread stops before
   */
  private async openBlockFeed(): Promise<{ close(): void } | undefined> {
    const facts = await awaitNodeFacts(this.client, this.stop.signal, (error) => {
      // following the chain reports that the node is away
      if (!isCoded(error)) throw error;
    });
    const address = facts === undefined ? undefined : zmqAddressOf(this.data.node, facts);
    if (address === undefined || this.stop.signal.aborted) return undefined;
    return openSequenceFeed(address, {
      message: ({ type }) => {
        if (type !== 'connected' && type !== 'disconnected') return;
        this.report({ type: 'block-seen' });
        this.wake();
      },
      lost: () => this.wake(),
      failed(error) {
        throw error;
      },
    });
  }

  private async open(): Promise<Opened> {
    const engine = await openIndexEngine(this.data);
    const { cluster, rowCacheBytes: maxBytes } = this.data;
    const store = await openStore(
      engine,
      cluster === undefined ? { rowCache: { tables: updatedTables, maxBytes } } : {},
    );
    try {
      const prefixer = await openIndex(
        store,
        {
          network: this.data.network,
          key: randomBytes(16),
          ...bucketBits(this.chain.expectedBytes),
          keepIds: this.data.keepIds,
          keepBodies: this.data.keepBodies,
        },
        this.chain.format,
      );
      return { engine, store, prefixer };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  private progress(synced: boolean, build?: BulkProgress): void {
    this.report({ type: 'progress', height: this.tipHeight, nodeHeight: this.nodeHeight, synced, build });
  }

  async run(): Promise<void> {
    const feed = this.openBlockFeed();
    let opened: Opened | undefined;
    try {
      opened = await this.openSound();
      if (opened === undefined) return;
      if (this.data.enginePort !== undefined) serveEngine(opened.engine, this.data.enginePort);
      const base = this.chain.source;
      const source = {
        ...base,
        tip: async () => {
          const tip = await base.tip();
          this.nodeHeight = tip.height;
          return tip;
        },
        hashAt: async (height: number) => {
          const hash = await base.hashAt(height);
          // it has fewer blocks than before: those that the index disconnects are not missing
          if (hash === undefined) this.nodeHeight = Math.min(this.nodeHeight ?? height, height - 1);
          return hash;
        },
      };
      const chainBytes = async () => (await probeNode(this.client)).sizeOnDisk;
      this.report({ type: 'opened' });
      this.patrolling = this.patrol();
      while (opened !== undefined && !this.stop.signal.aborted) {
        this.interrupt = new AbortController();
        const signal = AbortSignal.any([this.stop.signal, this.interrupt.signal]);
        try {
          if (this.data.directory !== undefined && this.data.format === 'bitcoin') {
            const { store, prefixer } = opened;
            await buildFirst(this.data, this.data.directory, { store, prefixer, source, chainBytes }, signal, {
              onProgress: (build) => this.progress(false, build),
              onError: (error) => this.reportError(error),
              pauseAfter: (failures) => this.breakAfter(failures),
              diskTakesWrites: (directory) => this.diskTakesWrites(directory),
            });
          }
          await this.follow(opened, source, signal);
          if (this.interrupt.signal.aborted) throw this.interrupt.signal.reason;
        } catch (error) {
          // LevelDB rejects all writes after a failed one until it is reopened
          if (isCoded(error, 'store.write-failed')) {
            this.reportError(error);
            opened = await this.reopened(opened);
          } else if (isPossibleDamage(error) && this.levelDirectory !== undefined) {
            const damaged = opened;
            opened = undefined;
            opened = await this.repaired(damaged, error);
          } else throw error;
        }
      }
    } catch (error) {
      this.isSound = false;
      throw error;
    } finally {
      this.stop.abort();
      await this.patrolling;
      // ends a probe of the node that is under way
      await this.client.close();
      (await feed)?.close();
      await opened?.store.close();
      if (opened !== undefined && this.isSound && this.levelDirectory !== undefined)
        await markCleanEnd(this.levelDirectory);
      this.data.enginePort?.close();
    }
  }

  /**
   * Opens the index. After an end that was not clean, or a read that found it damaged, its files are verified first; a
   * damaged index is removed, so that it is built again.
   * @param suspicion error of the read
   * @returns undefined when stopped, or when the node is pruned and cannot give the blocks again
   */
  private async openSound(suspicion?: CodedError): Promise<Opened | undefined> {
    if (this.levelDirectory === undefined) return this.open();
    let isVerified = false;
    let isRemoved = false;
    let fault: CodedError | undefined;
    if (suspicion !== undefined || !(await hasEndedCleanly(this.levelDirectory))) {
      isVerified = true;
      fault = await this.faultOfFiles(this.levelDirectory);
      if (fault === undefined && suspicion !== undefined) {
        await this.breakAfter(++this.unexplained);
        if (this.unexplained > maxUnexplained && !this.isRebuiltUnexplained) {
          this.isRebuiltUnexplained = true;
          fault = suspicion;
        }
      }
    }
    while (!this.stop.signal.aborted) {
      if (fault !== undefined) {
        if (!(await this.removeDamaged(this.levelDirectory, fault))) return undefined;
        isRemoved = true;
        fault = undefined;
      }
      await beginUse(this.levelDirectory);
      this.isSound = true;
      this.isFileCheckDone = false;
      this.openings++;
      try {
        return await this.open();
      } catch (error) {
        if (isCoded(error, 'store.locked') || isRemoved) throw error;
        // a damaged file may also look like an index of another format or network
        if (!isVerified) fault = await this.faultOfFiles(this.levelDirectory);
        isVerified = true;
        if (fault === undefined && isCoded(error, 'store.damaged')) fault = error;
        if (fault === undefined) throw error;
      }
    }
    return undefined;
  }

  /** Verifies the files of the closed index. @returns store.damaged; undefined if they are right, or when stopped */
  private async faultOfFiles(directory: string): Promise<CodedError | undefined> {
    let done = { bytes: 0, allBytes: 0 };
    const timer = setInterval(() => this.report({ type: 'verifying', ...done }), verifyReportMs);
    try {
      const verification = await verifyDatabase(directory, {
        signal: this.stop.signal,
        onProgress(bytes, allBytes) {
          done = { bytes, allBytes };
        },
      });
      if (verification.faults.length > 0) return damagedFiles(directory, verification);
      this.verifiedMs = performance.now();
      return undefined;
    } catch (error) {
      if (this.stop.signal.aborted) return undefined;
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Removes a damaged index once the node has answered that it can give all blocks again.
   * @returns false when stopped before, or when the node is pruned
   */
  private async removeDamaged(directory: string, { message }: CodedError): Promise<boolean> {
    await this.othersClosed({ type: 'damaged', message: `${message}: the index is rebuilt from the node` });
    const facts = await awaitNodeFacts(this.client, this.stop.signal, (error) => {
      if (!isCoded(error)) throw error;
      this.reportError(error);
    });
    if (facts === undefined || this.stop.signal.aborted) return false;
    if (facts.pruned) {
      await this.othersClosed({
        type: 'damaged',
        message: `${message}: the index cannot be rebuilt, as the node is pruned`,
      });
      return false;
    }
    for (const path of [directory, `${directory}.build`]) {
      if (existsSync(path)) await removeDirectory(path);
    }
    await mkdir(directory);
    return true;
  }

  /** Closes an index whose files a read found damaged, and opens it again, rebuilt if they are. */
  private async repaired({ store }: Opened, error: CodedError): Promise<Opened | undefined> {
    this.isSound = false;
    await this.othersClosed({ type: 'damaged', message: error.message });
    await store.close();
    return this.openedAgain(error);
  }

  /** Verifies and opens the closed index after an error, rebuilt if necessary. @returns undefined as `openSound` */
  private async openedAgain(error: CodedError): Promise<Opened | undefined> {
    if (this.stop.signal.aborted) return undefined;
    this.isSound = false;
    this.tipHeight = null;
    const again = await this.openSound(error);
    if (again === undefined) return undefined;
    this.report({ type: 'opened' });
    this.progress(false);
    return again;
  }

  /** Verifies the tables of the open index from time to time until stopped. */
  private async patrol(): Promise<void> {
    while (this.levelDirectory !== undefined && !this.stop.signal.aborted) {
      try {
        if (performance.now() - this.verifiedMs > patrolEveryMs)
          await this.verifyOpen(this.levelDirectory, patrolPauseMs);
      } catch (error) {
        // stopped, or the files are removed or rebuilt at this moment
        if (typeof (error as NodeJS.ErrnoException).code !== 'string' && !this.stop.signal.aborted) throw error;
      }
      await delay(patrolEveryMs, undefined, { signal: this.stop.signal }).catch(() => undefined);
    }
  }

  /** Verifies the tables of the open index; damaged ones end its use. @returns whether they are right */
  private async verifyOpen(directory: string, pauseMs?: number): Promise<boolean> {
    const verified = this.openings;
    const verification = await verifyDatabase(directory, {
      isOpen: true,
      ...(pauseMs === undefined ? {} : { pauseMs }),
      signal: this.stop.signal,
    });
    // opened again, perhaps rebuilt, meanwhile: these are other files
    if (verified !== this.openings || verification.faults.length === 0) return true;
    this.isSound = false;
    this.interrupt.abort(damagedFiles(directory, verification));
    this.wake();
    return false;
  }

  /** Verifies the tables of the open index after a row could not be decoded. */
  private async verifyInUse(message: string): Promise<void> {
    this.isSound = false;
    if (this.isFileCheckDone || this.levelDirectory === undefined) return;
    this.isFileCheckDone = true;
    try {
      if (!(await this.verifyOpen(this.levelDirectory))) return;
      if (this.isRebuiltUnexplained) this.report({ type: 'bad-row', message });
      else this.interrupt.abort(new CodedError('index.bad-row', message));
      this.wake();
    } catch (error) {
      if (!this.stop.signal.aborted) this.report({ type: 'bad-row', message: `${message}; ${String(error)}` });
    }
  }

  private reportError({ code, message }: CodedError): void {
    this.report({ type: 'trouble', code, message, expected: code.startsWith('node.') });
  }

  /** Back-off up to a quarter of a minute. */
  private breakAfter(failures: number): Promise<void> {
    return this.pause(backOffMs(failures, { firstMs: 500, maxMs: slowestPollMs }));
  }

  /**
   * Follows the chain until stopped.
   * @throws unrecoverable errors, and store.write-failed
   */
  private async follow({ store, prefixer }: Opened, source: ChainSource, signal: AbortSignal): Promise<void> {
    let lastProgress = 0;
    const follower = await createFollower({
      store,
      prefixer,
      source,
      onFacts: (facts, tip) => {
        this.tipHeight = tip?.height ?? null;
        this.report({ type: 'facts', facts, nodeHeight: this.nodeHeight });
        if (Date.now() - lastProgress > 250) {
          lastProgress = Date.now();
          this.progress(false);
        }
      },
    });
    this.tipHeight = follower.tip?.height ?? null;
    this.progress(false);
    let failures = 0;
    while (!signal.aborted) {
      try {
        await follower.catchUp(signal);
        // views that are opened from now on need no copy of the log
        await store.checkpoint();
        this.progress(!signal.aborted);
        failures = 0;
      } catch (error) {
        if (!isPassing(error)) throw error;
        this.reportError(error);
        if (error.code === 'index.bad-row') void this.verifyInUse(error.message);
        failures++;
      }
      if (!signal.aborted) await (failures === 0 ? this.pause(this.data.pollMs) : this.breakAfter(failures));
    }
  }

  /** Waits until the disk accepts writes again. */
  private async diskTakesWrites(directory: string): Promise<void> {
    for (let failures = 1; !this.stop.signal.aborted; failures++) {
      await this.breakAfter(failures);
      const fault = diskFault(dirname(directory), 2 * this.data.writeBufferBytes + roomBytes);
      if (fault === undefined) return;
      this.report({ type: 'trouble', code: 'store.write-failed', message: fault, expected: false });
    }
  }

  /** Waits for the disk, then closes the store in all threads and reopens it. Reads continue until then. */
  private async reopened(opened: Opened): Promise<Opened | undefined> {
    if (this.levelDirectory === undefined) {
      // a store on a cluster resumes by itself
      await this.breakAfter(clusterFailures);
      return opened;
    }
    for (;;) {
      await this.diskTakesWrites(this.levelDirectory);
      if (this.stop.signal.aborted) return opened;
      await this.othersClosed({ type: 'release' });
      await opened.store.close();
      if (this.stop.signal.aborted) return opened;
      try {
        const again = await this.open();
        this.report({ type: 'opened' });
        this.progress(false);
        return again;
      } catch (error) {
        if (isPossibleDamage(error)) return this.openedAgain(error);
        if (!isPassing(error) && !isCoded(error, 'store.write-failed')) throw error;
        this.reportError(error);
      }
    }
  }
}
