import { backOffMs, isCoded } from '@glassblock/primitives';
import type { MempoolEngine } from '../engine.ts';
import { InterruptiblePause } from './interruptible-pause.ts';
import type { MempoolChanges } from './mirror.ts';
import { auditEveryMs, pauseAfterComparison, RunnerSchedule } from './runner-schedule.ts';
import type { MempoolSource } from './source.ts';

/** An event of the node, ids in internal order. The form of `@glassblock/node`'s sequence messages. */
export type MempoolEvent =
  | { type: 'added' | 'removed'; hash: Uint8Array; mempoolSequence: number }
  | { type: 'connected' | 'disconnected'; hash: Uint8Array };

/** Options of the runner. */
export interface RunnerOptions {
  engine: MempoolEngine;
  source: MempoolSource;
  /** Opens the node's event feed; without one, and while it sends nothing, the mempool is polled. */
  openFeed?(handlers: { message(event: MempoolEvent): void; lost(): void; failed(error: unknown): void }): {
    close(): void;
  };
  /** Display form of an id. */
  idOf(hash: Uint8Array): string;
  /** Milliseconds of a monotonic clock. */
  nowMs(): number;
  /** Called for every failure; `expected` ones are the node's (away, busy). */
  onError(error: unknown, expected: boolean): void;
  /** Minimum interval of projections, ms. */
  projectEveryMs?: number;
}

/** Runs the engine. */
export interface MempoolRunner {
  /** Stops after the current step. */
  stop(): Promise<void>;
  /**
   * Compares with the node now: the caller found a new block. Does nothing when the feed has reported a block since the
   * last call.
   */
  wake(): void;
  /**
   * The clients of this process have a block. The next block's transactions leave the mempool only when this is called
   * for it, or after a second: their removal delays its message otherwise.
   * @param id of the block, display hex
   */
  blockSent(id: string): void;
}

/** Time from the first event of a feed, which is applied at once, to the comparison after it. */
const joinedAfterMs = 1_000;
/** Events that arrive together are applied together. */
const gatherMs = 15;
/** Time that mined transactions wait for the message of their block. */
const maxRemovalDelayMs = 1_000;

/** Drives the engine: events as they arrive, polling without a feed, projections at a bounded rate. */
export function startMempoolRunner(options: RunnerOptions): MempoolRunner {
  const loop = new RunnerLoop(options);
  const feed = options.openFeed?.({
    message: (event) => loop.receive(event),
    lost: () => loop.feedLost(),
    failed: (error) => loop.feedFailed(error),
  });
  const running = loop.run();
  return {
    wake: () => loop.wake(),
    blockSent: (id) => loop.blockSent(id),
    async stop() {
      loop.stop();
      feed?.close();
      await running;
    },
  };
}

/** The runner's loop: one step at a time, the next one when it is due or an event arrives. */
class RunnerLoop {
  private readonly options: RunnerOptions;
  private readonly schedule: RunnerSchedule;
  private readonly pause = new InterruptiblePause();
  /** Events that have not been applied. */
  private events: MempoolEvent[] = [];
  /** The mempool may differ from the node's by more than the events. */
  private needsComparison = true;
  /** There is a feed of events. */
  private hasFeed: boolean;
  /** A comparison has started. */
  private hasCompared = false;
  /** The feed sends events: one has arrived, less than the interval of comparisons ago when the last one started. */
  private hasJoined = false;
  private lastEventMs = Number.NEGATIVE_INFINITY;
  /** The feed has reported a block since the last wake-up. */
  private hasBlockEvent = false;
  /** Resolves when the requests for the node's figures have ended. */
  private info: Promise<void> = Promise.resolve();
  private infoFailure: { error: unknown } | undefined;
  /** The last block that the clients have; undefined before the first one, and when one was not sent in time. */
  private sentBlock: string | undefined;
  private stopped = false;
  private failures = 0;

  constructor(options: RunnerOptions) {
    this.options = options;
    this.schedule = new RunnerSchedule(options.projectEveryMs ?? 1_000);
    this.hasFeed = options.openFeed !== undefined;
  }

  /** The mempool is polled: a feed whose address cannot be reached does not fail, and sends nothing. */
  private get isPolled(): boolean {
    return !this.hasFeed || !this.hasJoined;
  }

  /** Queues an event of the feed. */
  receive(event: MempoolEvent): void {
    this.events.push(event);
    this.lastEventMs = this.options.nowMs();
    // the node sends nothing until it has processed the subscription, and earlier events leave no gap in the numbers
    if (!this.hasJoined && this.hasCompared) this.schedule.compareAt(this.lastEventMs + joinedAfterMs);
    this.hasJoined = true;
    if (isBlockEvent(event)) this.hasBlockEvent = true;
    this.pause.interrupt();
  }

  /** The feed missed events. */
  feedLost(): void {
    this.needsComparison = true;
    this.pause.interrupt();
  }

  /** The feed ended: from now on the mempool is polled. */
  feedFailed(error: unknown): void {
    this.options.onError(error, false);
    this.hasFeed = false;
    this.needsComparison = true;
    this.pause.interrupt();
  }

  /** Compares with the node now, unless the feed has reported the block. */
  wake(): void {
    const isReported = this.hasBlockEvent && !this.isPolled;
    this.hasBlockEvent = false;
    if (isReported) return;
    this.schedule.requestComparison();
    this.pause.interrupt();
  }

  /** Lets the transactions of a block be removed. */
  blockSent(id: string): void {
    this.sentBlock = id;
  }

  /** Ends `run` after the current step. */
  stop(): void {
    this.stopped = true;
    this.pause.interrupt();
  }

  /** Runs steps until it is stopped; a failed step is retried with a growing pause. */
  async run(): Promise<void> {
    const { schedule, options } = this;
    while (!this.stopped) {
      let retryMs: number | undefined;
      try {
        await this.step();
        this.failures = 0;
      } catch (error) {
        retryMs = this.fail(error);
      }
      if (this.stopped) break;
      const hasFailed = retryMs !== undefined;
      if (this.events.length === 0 || hasFailed) {
        const pauseMs = retryMs ?? schedule.msToNextStep(options.nowMs());
        await this.pause.wait(pauseMs, { isInterruptible: !hasFailed });
      }
      if (this.events.length > 0 && !hasFailed) await pause(gatherMs);
    }
    await this.info;
  }

  private async step(): Promise<void> {
    const { engine, nowMs } = this.options;
    const { schedule } = this;
    const now = nowMs();
    if (schedule.isInfoDue(now)) {
      schedule.infoStarted(now);
      this.info = this.info.then(() => this.readInfo());
    }
    if (this.needsComparison || schedule.isComparisonDue(now)) {
      // the first frame has the figures
      await this.info;
      this.throwInfoFailure();
      await this.compare(nowMs());
    }
    if (this.events.length > 0) await this.applyEvents();
    this.throwInfoFailure();
    engine.settle();
    if (!schedule.isProjectionDue(nowMs())) return;
    // a projection takes tens of milliseconds: transactions that arrived meanwhile are published before it
    await this.applyArrivals();
    this.project();
  }

  /** Reads the node's figures, while events are applied: a node that connects a block answers late. */
  private async readInfo(): Promise<void> {
    const { engine, source } = this.options;
    try {
      engine.setInfo(await source.info());
      this.schedule.infoRead();
    } catch (error) {
      this.infoFailure = { error };
      this.schedule.requestInfo();
    }
    this.pause.interrupt();
  }

  /** @throws the failure of the last request for the node's figures, once */
  private throwInfoFailure(): void {
    const failure = this.infoFailure;
    this.infoFailure = undefined;
    if (failure !== undefined) throw failure.error;
  }

  /** Publishes that the mempool is behind. @returns milliseconds until the next attempt */
  private fail(error: unknown): number {
    const { engine, onError } = this.options;
    onError(error, isCoded(error) && error.code.startsWith('node.'));
    engine.lost();
    engine.project({ afterBlock: false });
    this.needsComparison = true;
    this.failures++;
    return backOffMs(this.failures, { firstMs: 500, maxMs: 10_000 });
  }

  private async compare(now: number): Promise<void> {
    const { engine, nowMs } = this.options;
    const { schedule } = this;
    if (this.needsComparison && engine.size > 0) engine.lost();
    this.needsComparison = false;
    this.hasCompared = true;
    if (now - this.lastEventMs >= auditEveryMs) this.hasJoined = false;
    schedule.comparisonStarted();
    const before = this.events.length;
    const hadJoined = this.hasJoined;
    const { sequence, moved } = await engine.reconcile();
    // a wake-up, or a block, during the comparison is not included in it
    const isOutdated = schedule.isComparisonRequested || this.events.slice(before).some(isBlockEvent);
    const pauseMs = pauseAfterComparison(nowMs() - now, { isPolled: this.isPolled });
    const hasJustJoined = this.hasJoined && !hadJoined;
    schedule.compareAt(isOutdated ? 0 : nowMs() + (hasJustJoined ? joinedAfterMs : pauseMs));
    engine.setPace(this.isPolled ? Math.round(pauseMs / 1000) : undefined);
    // events below the snapshot's number are included; blocks are handled by the comparison itself
    if (sequence !== undefined) {
      this.events = this.events.filter((event) => 'mempoolSequence' in event && event.mempoolSequence >= sequence);
    }
    schedule.mempoolChanged({ byBlock: moved });
  }

  private async applyEvents(): Promise<void> {
    const { engine, idOf } = this.options;
    const parts = blockByBlock(this.events);
    this.events = [];
    for (const [i, part] of parts.entries()) {
      const news = newsOf(part, idOf);
      const next = parts[i + 1];
      // arrivals of the next part precede later events; all parts but the last one end with a block
      const later = () => (next !== undefined && next.length > 0 ? next : this.events);
      try {
        await engine.apply(news, {
          takeArrivals: () => takeAdded(later()).map(({ hash }) => idOf(hash)),
          untilRemoval: this.removalDelay(news, later),
        });
      } catch (error) {
        this.needsComparison = true;
        throw error;
      }
      this.schedule.mempoolChanged({ byBlock: news.connected.length + news.disconnected.length > 0 });
      if (news.connected.length > 0) this.schedule.requestInfo();
      // each block is audited against the projection just before it
      if (i < parts.length - 1) this.project();
    }
  }

  /**
   * Returns `untilRemoval` of a change: transactions of a block wait until it was sent, as long as the node reports
   * nothing but arrivals. They do not wait where no block is sent, nor for several blocks.
   */
  private removalDelay({ connected, disconnected }: MempoolChanges, later: () => readonly MempoolEvent[]) {
    const { idOf, nowMs } = this.options;
    const [hash] = connected;
    if (hash === undefined || connected.length + disconnected.length > 1) return () => undefined;
    const id = idOf(hash);
    const endMs = nowMs() + maxRemovalDelayMs;
    return () => {
      const isDue = this.sentBlock === undefined || this.sentBlock === id || this.needsComparison || this.stopped;
      if (isDue || later().some(({ type }) => type !== 'added')) return undefined;
      if (nowMs() < endMs) return pause(gatherMs);
      this.sentBlock = undefined;
      return undefined;
    };
  }

  /** Applies the added transactions before the first other event. */
  private async applyArrivals(): Promise<void> {
    const { engine, idOf } = this.options;
    const arrivals = takeAdded(this.events);
    if (arrivals.length === 0) return;
    try {
      await engine.apply(newsOf(arrivals, idOf));
    } catch (error) {
      this.needsComparison = true;
      throw error;
    }
  }

  private project(): void {
    const { engine, nowMs } = this.options;
    engine.project({ afterBlock: this.schedule.isAfterBlock });
    this.schedule.projected(nowMs());
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const isBlockEvent = (event: MempoolEvent): boolean => !('mempoolSequence' in event);

/** Maximum blocks of one batch that are applied one by one; more mean that the node is catching up. */
const maxOneByOne = 3;

/** Splits a batch of events after each block, unless the chain reorganizes or grows by many blocks at once. */
export function blockByBlock(events: readonly MempoolEvent[]): MempoolEvent[][] {
  const connected = events.filter(({ type }) => type === 'connected').length;
  const isPlain = connected <= maxOneByOne && !events.some(({ type }) => type === 'disconnected');
  if (!isPlain || connected === 0) return [[...events]];
  const parts: MempoolEvent[][] = [[]];
  for (const event of events) {
    parts.at(-1)?.push(event);
    if (event.type === 'connected') parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** Removes and returns the events before the first one that does not add a transaction. */
export function takeAdded(events: MempoolEvent[]): MempoolEvent[] {
  const end = events.findIndex(({ type }) => type !== 'added');
  return events.splice(0, end < 0 ? events.length : end);
}

/** Returns the net change of a batch of events: the last event of each id counts. */
export function newsOf(events: readonly MempoolEvent[], idOf: (hash: Uint8Array) => string): MempoolChanges {
  const last = new Map<string, 'added' | 'removed'>();
  const connected: Uint8Array[] = [];
  const disconnected: Uint8Array[] = [];
  for (const event of events) {
    if (event.type === 'connected') connected.push(event.hash);
    else if (event.type === 'disconnected') disconnected.push(event.hash);
    else {
      const id = idOf(event.hash);
      last.delete(id);
      last.set(id, event.type);
    }
  }
  const idsOf = (kind: 'added' | 'removed') => [...last].filter(([, type]) => type === kind).map(([id]) => id);
  return { added: idsOf('added'), removed: idsOf('removed'), connected, disconnected };
}
