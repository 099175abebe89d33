import { isCoded } from '@glassblock/primitives';
import { loadingIndicators } from '../api/presenters/present-network-state.ts';
import { conversions } from '../api/prices/prices.ts';
import type { NetworkContext } from '../network/network-context.ts';
import type { HealthSource } from '../sources/health/host-health.ts';
import type { StratumSource } from '../sources/stratum/stratum-jobs.ts';
import { fixedWallets, type WalletList } from '../sources/wallets/wallet-list.ts';
import { createAccelerationLists } from './acceleration-lists.ts';
import { type AnnouncedEntries, createAnnouncedEntries } from './announced-entries.ts';
import { type Clients, createClients } from './clients.ts';
import { createCommandRunner, type Trackers } from './commands.ts';
import { createFeeds, type Feeds, type MempoolHistory } from './feeds.ts';
import { createJournalReader } from './journal-reader.ts';
import { createNewestTxs, type NewestTxs } from './messages/newest-txs.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import {
  type BlockDelivery,
  createBlockDelivery,
  createDelivery,
  type Delivery,
  type Fill,
} from './sending/delivery.ts';
import { type FramePart, partOf } from './sending/json-text.ts';
import type { LiveSocket } from './sending/session.ts';
import { createTopics, type Topics } from './topics.ts';
import type { Tracker } from './tracker.ts';
import { createLightningTracker } from './trackers/lightning.ts';
import { createManyTxsTracker } from './trackers/many-txs.ts';
import { createMempoolDeltaTracker } from './trackers/mempool-deltas.ts';
import { createOneTxTracker } from './trackers/one-tx.ts';
import { createProjectedBlockTracker } from './trackers/projected-block.ts';
import { createReplacementTracker } from './trackers/replacements.ts';
import { createScriptTracker } from './trackers/scripts.ts';
import { createStratumTracker } from './trackers/stratum.ts';
import { createTxPositions, type TxPositions } from './trackers/tx-positions.ts';
import { createWalletTracker } from './trackers/wallets.ts';

/** The live feed of one network: a reader of the journal, of mempool frames and of `MempoolView`, nothing else. */
export interface LiveHub {
  accept(socket: LiveSocket): void;
  /** Accepts another server, which follows the list of active accelerations; absent: the network has no such list. */
  acceptServer?: ((socket: LiveSocket) => void) | undefined;
  readonly connections: number;
  /** Closes all sockets as going away; clients connect again elsewhere. */
  leave(reason: string): void;
  close(): void;
}

/** Options of the hub. */
export interface HubOptions {
  context: NetworkContext;
  onUnexpectedError(error: unknown): void;
  nowMs(): number;
  /** Maximum addresses or scripts that one session may subscribe to. */
  maxTrackedScripts: number;
  /** Bytes of each of its two caches of transactions: of those announced, and of those that touch followed scripts. */
  cacheBytes: number;
  /** Wallets of this network that clients may follow; absent: none. */
  wallets?: Pick<WalletList, 'list'>;
  /** Hosts that are watched; absent: none. */
  health?: Pick<HealthSource, 'hosts'> | undefined;
  /** Jobs of mining pools; absent: none. */
  stratum?: Pick<StratumSource, 'jobs' | 'onJob'> | undefined;
  /** Called when the clients have a block. @param id display hex */
  onBlockSent?: ((id: string) => void) | undefined;
  /** Interval of the check that clients are alive. */
  pulseMs?: number;
  /** Answers `historicalDate`; absent: no history. */
  past?: MempoolHistory;
}

/** Creates the live hub of a network. */
export function createLiveHub(options: HubOptions): LiveHub {
  const { context, nowMs } = options;
  /** Errors of the node and of threads are states reported elsewhere; others are bugs. */
  const onFailure = (error: unknown) => {
    const isState = isCoded(error) && (error.code.startsWith('node.') || error.code.startsWith('server.'));
    if (!isState) options.onUnexpectedError(error);
  };

  const topics = createTopics();
  const entries = createAnnouncedEntries(context.mempool, options.cacheBytes);
  const feeds = createFeeds(context, topics, { past: options.past, health: options.health }, nowMs);
  const positions = createTxPositions(context);
  const trackers = createTrackers(options, topics, positions, onFailure);
  const everyTracker: readonly Tracker[] = Object.values(trackers);
  const setNeeds = () => {
    const isNeeded = feeds.needsNewest || everyTracker.some(({ needsTxs }) => needsTxs);
    void entries.setNeeded(isNeeded).catch(onFailure);
  };

  const runCommands = createCommandRunner({
    network: context.network,
    hasLightning: () => context.lightning !== undefined,
    accelerations: () => context.accelerations?.list() ?? [],
    feeds,
    trackers,
    maxTrackedScripts: options.maxTrackedScripts,
  });
  const clients = createClients({
    run: (session, commands) => runCommands(session, commands).finally(setNeeds),
    onLeave(session) {
      topics.forget(session);
      setNeeds();
    },
    onFailure,
    nowMs,
    pulseMs: options.pulseMs,
  });

  const servers =
    context.accelerations &&
    createAccelerationLists({ accelerations: context.accelerations, onFailure, nowMs, pulseMs: options.pulseMs });

  const delivery = createDelivery({ hasClients: () => clients.count > 0, onFailure });
  const blocks = createBlockDelivery(delivery, onFailure);
  const projections = createProjections({ delivery, blocks, feeds, entries, onFailure });
  const { newest } = projections;
  const publisher = createPublisher({ context, feeds, entries, newest, positions, trackers: everyTracker, onFailure });
  const leave = [
    context.onEntries(entries.put),
    context.journal.onAppend(readOnAppend({ context, delivery, blocks, publisher, onBlockSent: options.onBlockSent })),
    ...broadcastChanges({ context, clients, delivery, blocks, feeds }),
    context.onFrame((frame) => {
      feeds.invalidate();
      trackers.projectedBlock.outdate();
      projections.report((outbox) => publisher.publishFrame(frame, outbox));
    }),
    context.onHeadBlock(() => {
      feeds.invalidate();
      blocks.inTurn(() => delivery.deliver(feeds.onManyBlocks));
    }),
    context.onSample((sample) => {
      blocks.inTurn(() => delivery.deliver((outbox) => feeds.onSample(sample, outbox)));
    }),
    options.stratum?.onJob((job) => delivery.report(async (outbox) => trackers.stratum.onJob(job, outbox))) ??
      (() => undefined),
  ];

  return {
    get connections() {
      return clients.count;
    },
    accept: clients.accept,
    acceptServer: servers?.accept,
    leave(reason) {
      clients.leave(reason);
      servers?.leave(reason);
    },
    close() {
      for (const end of leave) end();
      newest.close();
      clients.close();
      servers?.close();
    },
  };
}

function createTrackers(
  { context, nowMs, cacheBytes, wallets = fixedWallets([]), stratum }: HubOptions,
  topics: Topics,
  positions: TxPositions,
  onFailure: (error: unknown) => void,
): Trackers {
  return {
    oneTx: createOneTxTracker(context, topics, positions),
    txList: createManyTxsTracker(context, topics, positions),
    scripts: createScriptTracker(context, topics, cacheBytes),
    projectedBlock: createProjectedBlockTracker(context, topics, nowMs, (work) => void work.catch(onFailure)),
    replacements: createReplacementTracker(context, topics, nowMs),
    mempoolDeltas: createMempoolDeltaTracker(context, topics),
    lightning: createLightningTracker(topics),
    wallets: createWalletTracker(context.network, wallets, topics),
    stratum: createStratumTracker(topics, stratum),
  };
}

/** Projections, and the lists of newest transactions between them. */
interface Projections {
  readonly newest: NewestTxs;
  /** Reports a projection, after the block that was connected before it. */
  report(fill: Fill): void;
}

/** Parts of the hub that projections use. */
interface ProjectionOptions {
  delivery: Delivery;
  blocks: BlockDelivery;
  feeds: Feeds;
  entries: AnnouncedEntries;
  onFailure(error: unknown): void;
}

/**
 * Projections and lists of the newest transactions are sent concurrently with other events, which would otherwise wait
 * for thousands of sockets, and after a block. A projection has its own list: an older one is not sent any more.
 */
function createProjections({ delivery, blocks, feeds, entries, onFailure }: ProjectionOptions): Projections {
  /** Resolves when the frames of the last projection are queued. */
  let projection = Promise.resolve();
  async function publishNewest(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== projection) await (last = projection);
    await delivery.deliver((outbox) => feeds.onNewestTxs(newest, outbox), {
      isCurrent: () => last === projection,
      order: 'last',
    });
  }
  const newest = createNewestTxs(entries, () => publishNewest().catch(onFailure));
  return {
    newest,
    report(fill) {
      blocks.inTurn(() => (projection = delivery.post(fill, 'last')));
    },
  };
}

/** Parts of the hub that the reader of the journal uses. */
interface ReadingOptions {
  context: NetworkContext;
  delivery: Delivery;
  blocks: BlockDelivery;
  publisher: Publisher;
  onBlockSent: HubOptions['onBlockSent'];
}

/** Returns a listener that reads the journal up to its end, once for all facts appended meanwhile. */
function readOnAppend({ context, delivery, blocks, publisher, onBlockSent }: ReadingOptions): () => void {
  const reader = createJournalReader({
    journal: context.journal,
    async report(event) {
      const fill: Fill = (outbox) => publisher.report(event, outbox);
      if (event.type === 'block') return blocks.start(fill, () => onBlockSent?.(event.id));
      if (event.type === 'reorganised') await blocks.settled();
      return delivery.deliver(fill);
    },
    async onGap() {
      await blocks.settled();
      return delivery.deliver(publisher.publishGap);
    },
  });
  let isReadingDue = false;
  return () => {
    if (isReadingDue) return;
    isReadingDue = true;
    delivery.inTurn(() => {
      isReadingDue = false;
      return reader.read();
    });
  };
}

/** Parts of the hub that broadcasts use. */
interface BroadcastOptions {
  context: NetworkContext;
  clients: Clients;
  delivery: Delivery;
  blocks: BlockDelivery;
  feeds: Feeds;
}

/**
 * Sends loading indicators, prices and accelerations to every session when they change.
 * @returns functions that end this
 */
function broadcastChanges({ context, clients, delivery, blocks, feeds }: BroadcastOptions): (() => void)[] {
  const broadcast = (part: FramePart) => {
    const fill: Fill = (outbox) => {
      for (const session of clients.sessions()) outbox.put(session, part);
    };
    blocks.inTurn(() => delivery.deliver(fill));
  };
  const indicators = () => partOf({ loadingIndicators: loadingIndicators(context) });
  let published = indicators().loadingIndicators;
  const onState = () => {
    const part = indicators();
    if (part.loadingIndicators === published) return;
    published = part.loadingIndicators;
    feeds.invalidate();
    broadcast(part);
  };
  const onPrices = () => {
    const prices = conversions(context);
    if (prices === undefined) return;
    feeds.invalidate();
    broadcast(partOf({ conversions: prices }));
  };
  return [
    context.accelerations?.onChange((change) => broadcast(partOf({ accelerations: change }))) ?? (() => {}),
    context.prices.onChange(onPrices),
    context.onState(onState),
    // the loading of the mempool is part of its frames
    context.onFrame(onState),
  ];
}
