import type { ClientCommand } from '@glassblock/contract';
import { isCoded } from '@glassblock/primitives';
import pLimit from 'p-limit';
import { loadingIndicators } from '../api/presenters/present-network-state.ts';
import { conversions } from '../api/prices/prices.ts';
import type { NetworkContext } from '../network/network-context.ts';
import type { AccelerationChange } from '../sources/accelerations/accelerations.ts';
import { createCommandRunner } from './commands.ts';
import { createFeeds, type MempoolHistory } from './feeds.ts';
import { createJournalReader } from './journal-reader.ts';
import { partOf } from './messages/json-text.ts';
import { createNewestTxs } from './messages/newest-txs.ts';
import { createOutbox, nextTurn, type Outbox } from './outbox.ts';
import { createPublisher } from './publisher.ts';
import { type LiveSocket, openSession, type Session } from './session.ts';
import type { Tracker } from './tracker.ts';
import { createManyTxsTracker } from './trackers/many-txs.ts';
import { createMempoolDeltaTracker } from './trackers/mempool-deltas.ts';
import { createOneTxTracker } from './trackers/one-tx.ts';
import { createProjectedBlockTracker } from './trackers/projected-block.ts';
import { createReplacementTracker } from './trackers/replacements.ts';
import { createScriptTracker } from './trackers/scripts.ts';
import { createTxPositions } from './trackers/tx-positions.ts';

/** The live feed of one network: a reader of the journal, of mempool frames and of `MempoolView`, nothing else. */
export interface LiveHub {
  accept(socket: LiveSocket): void;
  readonly connections: number;
  close(): void;
}

/** Options of the hub. */
export interface HubOptions {
  context: NetworkContext;
  onUnexpectedError(error: unknown): void;
  nowMs(): number;
  /** Maximum addresses or scripts that one session may subscribe to. */
  maxTrackedScripts: number;
  /** Interval of the check that clients are alive. */
  pulseMs?: number;
  /** Answers `historicalDate`; absent: no history. */
  past?: MempoolHistory;
}

/** Maximum sessions whose commands run concurrently. */
const maxQueuedCommands = 64;
/** For commands with large mempool queries: more would delay everyone else. */
const maxConcurrentExpensive = 2;
const expensiveCommands: ReadonlySet<ClientCommand['type']> = new Set([
  'track-txs',
  'track-address',
  'track-addresses',
  'track-scriptpubkeys',
]);
const pulsesPerBatch = 200;
const defaultPulseMs = 60_000;

/** Creates the live hub of a network. */
export function createLiveHub(options: HubOptions): LiveHub {
  const { context, onUnexpectedError, nowMs } = options;
  const sessions = new Map<Session, LiveSocket>();

  /** Errors of the node and of threads are states reported elsewhere; others are bugs. */
  const onFailure = (error: unknown) => {
    const isState = isCoded(error) && (error.code.startsWith('node.') || error.code.startsWith('server.'));
    if (!isState) onUnexpectedError(error);
  };
  const run = (work: Promise<void>) => void work.catch(onFailure);

  const feeds = createFeeds(context, options.past, nowMs);
  const positions = createTxPositions(context);
  const trackers = {
    oneTx: createOneTxTracker(context, positions),
    txList: createManyTxsTracker(context, positions),
    scripts: createScriptTracker(context),
    projectedBlock: createProjectedBlockTracker(context, nowMs, run),
    replacements: createReplacementTracker(context, nowMs),
    mempoolDeltas: createMempoolDeltaTracker(context),
  };
  const everyTracker: readonly Tracker[] = Object.values(trackers);

  // ---- events, sequentially

  let events = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (events = events.then(work).catch(onFailure));

  /**
   * Fills and sends an outbox; a failure does not stop the rest.
   * @param isCurrent false: stop sending
   */
  async function deliver(
    fill: (outbox: Outbox) => void | Promise<void>,
    isCurrent: () => boolean = () => true,
  ): Promise<void> {
    if (sessions.size === 0) return;
    const outbox = createOutbox();
    try {
      await fill(outbox);
    } catch (error) {
      onFailure(error);
    }
    await outbox.flush(isCurrent);
  }
  const report = (fill: (outbox: Outbox) => void | Promise<void>) => inTurn(() => deliver(fill));

  /** Resolves when the last projection was sent. */
  let projection = Promise.resolve();
  /**
   * Lists of the newest transactions are sent concurrently with other events, which would otherwise wait for thousands
   * of sockets ten times a second. A projection has its own list: only one may be in progress.
   */
  async function publishNewest(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== projection) await (last = projection);
    await deliver(
      (outbox) => feeds.onNewestTxs(newest, outbox),
      () => last === projection,
    );
  }

  const newest = createNewestTxs(context, () => publishNewest().catch(onFailure));
  const publisher = createPublisher({ context, feeds, newest, positions, trackers: everyTracker, onFailure });
  const reader = createJournalReader({
    journal: context.journal,
    report: (event) => deliver((outbox) => publisher.report(event, outbox)),
    onGap: () => deliver(publisher.publishGap),
  });

  let isReadingDue = false;
  function onAppend(): void {
    if (isReadingDue) return;
    isReadingDue = true;
    inTurn(() => {
      isReadingDue = false;
      return reader.read();
    });
  }

  const indicators = () => partOf({ loadingIndicators: loadingIndicators(context) });
  let publishedIndicators = indicators().loadingIndicators;
  /** Sends loading indicators to every session when they change. */
  function onState(): void {
    const part = indicators();
    if (part.loadingIndicators === publishedIndicators) return;
    publishedIndicators = part.loadingIndicators;
    feeds.outdate();
    report((outbox) => {
      for (const session of sessions.keys()) outbox.put(session, part);
    });
  }

  /** Sends new prices to every session. */
  function onPrices(): void {
    const prices = conversions(context);
    if (prices === undefined) return;
    feeds.outdate();
    const part = partOf({ conversions: prices });
    report((outbox) => {
      for (const session of sessions.keys()) outbox.put(session, part);
    });
  }

  /** Sends accelerations to every session. */
  function onAccelerations(change: AccelerationChange): void {
    const part = partOf({ accelerations: change });
    report((outbox) => {
      for (const session of sessions.keys()) outbox.put(session, part);
    });
  }

  const leave = [
    context.accelerations?.onChange(onAccelerations) ?? (() => {}),
    context.prices.onChange(onPrices),
    context.journal.onAppend(onAppend),
    context.onFrame((frame) => {
      feeds.outdate();
      trackers.projectedBlock.outdate();
      onState();
      projection = report((outbox) => publisher.publishFrame(frame, outbox));
    }),
    context.onState(onState),
    context.onHeadBlock(() => {
      feeds.outdate();
      report(feeds.onManyBlocks);
    }),
    context.onSample((sample) => report((outbox) => feeds.onSample(sample, outbox))),
  ];

  // ---- clients

  const gate = pLimit(maxQueuedCommands);
  const expensiveLimit = pLimit(maxConcurrentExpensive);
  const runCommands = createCommandRunner({
    network: context.network,
    accelerations: () => context.accelerations?.list() ?? [],
    feeds,
    trackers,
    maxTrackedScripts: options.maxTrackedScripts,
  });

  function forget(session: Session): void {
    sessions.delete(session);
    feeds.forget(session);
    for (const tracker of everyTracker) tracker.forget(session);
  }

  async function checkPulses(): Promise<void> {
    let checked = 0;
    for (const session of [...sessions.keys()]) {
      session.checkPulse();
      if (++checked % pulsesPerBatch === 0) await nextTurn();
    }
  }
  const pulse = setInterval(() => run(checkPulses()), options.pulseMs ?? defaultPulseMs);

  return {
    get connections() {
      return sessions.size;
    },
    accept(socket) {
      const session = openSession({
        socket,
        onCommands(sender, commands) {
          // pings need no data, so they skip the queue
          if (commands.every(({ type }) => type === 'ping')) return runCommands(sender, commands);
          const isExpensive = commands.some(({ type }) => expensiveCommands.has(type));
          return (isExpensive ? expensiveLimit : gate)(() => runCommands(sender, commands));
        },
        onFailure,
        onClose: forget,
        nowMs,
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      });
      sessions.set(session, socket);
    },
    close() {
      for (const end of leave) end();
      clearInterval(pulse);
      newest.close();
      for (const socket of sessions.values()) socket.terminate();
    },
  };
}
