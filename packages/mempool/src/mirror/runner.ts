import { isCoded } from '@glassblock/primitives';
import type { MempoolEngine } from '../engine.ts';
import type { MempoolChanges } from './mirror.ts';
import type { MempoolSource } from './source.ts';

/** An event of the node, ids in internal order. The form of `@glassblock/node`'s sequence messages. */
export type MempoolEvent =
  | { type: 'added' | 'removed'; hash: Uint8Array; mempoolSequence: number }
  | { type: 'connected' | 'disconnected'; hash: Uint8Array };

/** Options of the runner. */
export interface RunnerOptions {
  engine: MempoolEngine;
  source: MempoolSource;
  /** Opens the node's event feed; absent: the mempool is polled. */
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
  /** Polls the node now. */
  wake(): void;
}

const gatherMs = 15;
const infoEveryMs = 2_000;
const minPollMs = 1_000;
const maxPollMs = 300_000;
/** A poll may use a tenth of the time, here and on the node. */
const restShare = 10;
/** With a feed the whole list is still compared at this interval. */
const auditEveryMs = 120_000;

/** Drives the engine: events as they arrive, polling without a feed, projections at a bounded rate. */
export function startMempoolRunner(options: RunnerOptions): MempoolRunner {
  const { engine, source, nowMs } = options;
  const projectEveryMs = options.projectEveryMs ?? 1_000;
  let events: MempoolEvent[] = [];
  let needSync = true;
  let stopped = false;
  let wakeUp: (() => void) | undefined;
  let failures = 0;
  let nextPoll = 0;
  let nextInfo = 0;
  let lastProject = Number.NEGATIVE_INFINITY;
  let changed = true;
  let afterBlock = false;
  let feedFailed = options.openFeed === undefined;

  const wake = () => wakeUp?.();
  const feed = options.openFeed?.({
    message(event) {
      events.push(event);
      wake();
    },
    lost() {
      needSync = true;
      wake();
    },
    failed(error) {
      options.onError(error, false);
      feedFailed = true;
      needSync = true;
      wake();
    },
  });

  async function step(): Promise<number> {
    const now = nowMs();
    if (now >= nextInfo) {
      engine.setInfo(await source.info());
      nextInfo = now + infoEveryMs;
      changed = true;
    }
    if (needSync || now >= nextPoll) await compare(now);
    if (events.length > 0) await takeEvents();
    engine.settle();
    return projectIfDue();
  }

  async function compare(now: number): Promise<void> {
    if (needSync && engine.size > 0) engine.lost();
    needSync = false;
    nextPoll = Number.POSITIVE_INFINITY;
    const before = events.length;
    const { sequence, moved } = await engine.reconcile();
    // a wake-up, or a block, during the comparison is not included in it
    const isOutdated = nextPoll === 0 || events.slice(before).some((event) => !('mempoolSequence' in event));
    const cost = nowMs() - now;
    const pause = feedFailed ? Math.min(maxPollMs, Math.max(minPollMs, cost * restShare)) : auditEveryMs;
    nextPoll = isOutdated ? 0 : nowMs() + pause;
    engine.setPace(feedFailed ? Math.round(pause / 1000) : undefined);
    // events below the snapshot's number are included; blocks are handled by the comparison itself
    if (sequence !== undefined) {
      events = events.filter((event) => 'mempoolSequence' in event && event.mempoolSequence >= sequence);
    }
    changed = true;
    afterBlock ||= moved;
  }

  async function takeEvents(): Promise<void> {
    const parts = blockByBlock(events);
    events = [];
    for (const [i, part] of parts.entries()) {
      const news = newsOf(part, options.idOf);
      try {
        await engine.apply(news);
      } catch (error) {
        needSync = true;
        throw error;
      }
      changed = true;
      afterBlock ||= news.connected.length + news.disconnected.length > 0;
      if (news.connected.length > 0) nextInfo = 0;
      // each block is audited against the projection just before it
      if (i < parts.length - 1) projectNow();
    }
  }

  function projectNow(): void {
    engine.project({ afterBlock });
    lastProject = nowMs();
    changed = false;
    afterBlock = false;
  }

  /** @returns milliseconds until the next step without an event */
  function projectIfDue(): number {
    const now = nowMs();
    const due = afterBlock ? now : lastProject + projectEveryMs;
    if (changed && now >= due) projectNow();
    const next = [nextInfo, nextPoll, ...(changed ? [due] : [])];
    return Math.max(0, Math.min(...next) - nowMs());
  }

  async function run(): Promise<void> {
    while (!stopped) {
      let pause: number;
      try {
        pause = await step();
        failures = 0;
      } catch (error) {
        const expected = isCoded(error) && error.code.startsWith('node.');
        options.onError(error, expected);
        engine.lost();
        engine.project({ afterBlock: false });
        needSync = true;
        failures++;
        pause = Math.min(10_000, 250 * 2 ** Math.min(failures, 6));
      }
      if (stopped) break;
      if (events.length === 0 || failures > 0) await pauseFor(pause);
      if (events.length > 0 && failures === 0) await new Promise<void>((resolve) => setTimeout(resolve, gatherMs));
    }
  }

  function pauseFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        wakeUp = undefined;
        resolve();
      }
      wakeUp = failures > 0 ? undefined : done;
    });
  }

  const running = run();
  return {
    wake() {
      nextPoll = 0;
      wake();
    },
    async stop() {
      stopped = true;
      feed?.close();
      wakeUp?.();
      await running;
    },
  };
}

/** Maximum blocks of one batch that are applied individually; more mean that the node is catching up. */
const maxOneByOne = 3;

/** Splits a batch of events after each block, unless the chain reorganizes or grows by many blocks. */
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
