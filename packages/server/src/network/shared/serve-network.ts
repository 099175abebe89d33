import { bitcoinFormat } from '@glassblock/index';
import type { Fact } from '@glassblock/journal';
import { isCoded } from '@glassblock/primitives';
import type { CassandraAddress } from '@glassblock/store';
import type { Bus } from '../../bus/bus.ts';
import { calledOn } from '../../bus/bus-calls.ts';
import { followNetwork, type NetworkSource } from '../../bus/feed/network-source.ts';
import { createRemoteAudits } from '../../bus/feed/remote-audits.ts';
import { createRemotePrices } from '../../bus/feed/remote-prices.ts';
import { followStreamJournal } from '../../bus/journal-reader.ts';
import { type BlockFacts, openBlockFacts } from '../../recording/block-facts.ts';
import { maxEvents } from '../../recording/journal-writer.ts';
import type { MempoolRecords } from '../../recording/mempool-records.ts';
import { createStorageLosses } from '../../recording/storage-losses.ts';
import type { AddressSearch } from '../addresses/address-book-progress.ts';
import { createServedIndex, type ServedIndex } from '../chain/index/served-index.ts';
import { createRecentlyConfirmed } from '../recently-confirmed.ts';
import { type RelayedReply, type RelayedRoutes, relayCall } from '../relayed-routes.ts';
import { type ContextOptions, createContext } from '../runtime/create-context.ts';
import { createNetworkEvents, type NetworkEvents } from '../runtime/network-events.ts';
import type { NetworkRuntime } from '../runtime/network-runtime.ts';
import { openClients } from '../runtime/node-clients.ts';
import type { RuntimeOptions } from '../runtime/runtime-options.ts';
import { type OnStop, startInSteps } from '../start-in-steps.ts';
import { watchNode } from '../watch-node.ts';
import { createSharedProgress } from './shared-progress.ts';

/** Options of a network that another process follows. */
export interface ServeOptions
  extends Omit<ContextOptions, 'prices'>,
    Pick<RuntimeOptions, 'retention' | 'log' | 'onFatal'> {
  bus: Bus;
  /** Keyspace of the network. */
  cluster: CassandraAddress;
  /** The follower has an address book. */
  addressSearch: boolean;
  /** Ids of the routes that the follower answers. */
  relayedRoutes: ReadonlySet<string>;
  onMempoolLatency(seconds: number): void;
}

/** Interval of attempts to open the index, and of reading its marker while the bus is away. */
const pollMs = 1_000;

/**
 * Serves a network from the index in the cluster and from the bus; writes nothing.
 * @throws {CodedError} bus.away
 */
export async function serveNetwork(options: ServeOptions): Promise<Pick<NetworkRuntime, 'context' | 'stop'>> {
  const { started: context, stop } = await startInSteps((onStop) => startParts(options, onStop));
  return { context, stop };
}

async function startParts(options: ServeOptions, onStop: OnStop): Promise<NetworkRuntime['context']> {
  const { network, bus, cluster, log, onFatal } = options;
  const keyspace = cluster.keyspace;
  const onError = (error: unknown) => log.warn({ event: 'bus', error: String(error) }, 'a message cannot be decoded');
  const events = createNetworkEvents();
  const clients = openClients(options.node, onStop);
  const node = watchNode({
    client: clients.short,
    node: options.node,
    network,
    log,
    started: Promise.resolve(),
    onChange: events.state.emit,
    onUnexpectedError: onFatal,
  });
  onStop(() => node.close());
  node.check();

  const index = openIndex(options);
  onStop(() => index.close());
  const facts = openFacts(options, index);
  onStop(() => facts.stop());
  const recentlyConfirmed = createRecentlyConfirmed(events.state.add);
  const source = followSource(options, events, {
    onStatus() {
      moved();
      // a block is audited some moments after it is connected
      audits.refresh();
      // one of an earlier version has none
      if (source.status?.prices !== undefined) prices.update(source.status.prices);
    },
    onTerm() {
      audits.restart();
      prices.restart();
    },
    onError,
  });
  onStop(() => source.close());
  const audits = createRemoteAudits(source.caller, onError);
  const prices = createRemotePrices(source.caller, () => Math.floor(Date.now() / 1000), onError);
  const progress = createSharedProgress(source);

  /** Makes requests see the newest commit, when the follower has reported one. */
  function moved(): void {
    if (progress.moved()) {
      index.refresh();
      facts.wake();
    }
    events.state.emit();
  }

  const journal = await followStreamJournal({
    bus,
    keyspace,
    retention: { journalBytes: options.retention.journalBytes, days: options.retention.days },
    maxEvents,
    onFacts(news: readonly Fact[]) {
      recentlyConfirmed.note(news);
      const last = news.findLast((fact) => fact.type === 'block-connected' || fact.type === 'block-disconnected');
      if (last === undefined) return;
      index.refresh();
      facts.wake();
      progress.connected(last.type === 'block-connected' ? last.height : last.height - 1);
      events.state.emit();
    },
    onError,
    onRefused: (reason) =>
      reason === undefined
        ? log.info({ event: 'journal' }, 'the bus delivers the journal again')
        : log.error({ event: 'journal', error: reason }, 'the bus refuses to deliver the journal; retrying'),
    onUnexpectedError: onFatal,
  });
  onStop(() => journal.close());
  const losses = createStorageLosses(log, () => performance.now());
  const context = createContext(
    { ...options, prices },
    {
      events,
      clients,
      node,
      journal,
      losses,
      lightning: undefined,
      relayed: relayedTo(source, options.relayedRoutes),
      audits,
      records: recordsOf(source),
      threads: {
        facts,
        book: options.addressSearch ? { search: addressesOf(source) } : undefined,
        index: { current: index.current, progress: progress.current },
        mempool: { view: source.mempool, frame: source.frame },
        recentlyConfirmed,
      },
    },
  );
  onStop(followMarker({ index, source, progress, events, facts, log: options.log }));
  return context;
}

function openIndex({ network, cluster, memoryBytes, log }: ServeOptions): ServedIndex {
  return createServedIndex({
    network: network.name,
    format: bitcoinFormat,
    memory: undefined,
    directory: undefined,
    cluster,
    cacheBytes: Math.floor(memoryBytes / 8),
    writeBufferBytes: 0,
    onDamaged: () => undefined,
    onBadRow: ({ message }) => log.error({ event: 'index-bad-row' }, message),
  });
}

function openFacts({ network, miningPools, log, onFatal }: ServeOptions, index: ServedIndex): BlockFacts {
  return openBlockFacts({
    network,
    miningPools,
    index: index.readable,
    directory: undefined,
    onError: (error) => log.warn({ event: 'block-facts', error: String(error) }, 'block facts are not available'),
    onUnexpectedError: onFatal,
  });
}

function followSource(
  { bus, cluster, onMempoolLatency }: ServeOptions,
  events: NetworkEvents,
  on: {
    onStatus(): void;
    onTerm(): void;
    onError(error: unknown): void;
  },
): NetworkSource {
  return followNetwork({
    bus,
    keyspace: cluster.keyspace,
    onLatency: onMempoolLatency,
    onFrame: events.frame.emit,
    onEntries: events.mempoolEntries.emit,
    onSample: events.sample.emit,
    onStatus: on.onStatus,
    onTerm: on.onTerm,
    onError: on.onError,
  });
}

/** Records of the follower. */
function recordsOf(source: NetworkSource): Pick<MempoolRecords, 'samples' | 'summaries' | 'forecasts'> {
  const { caller } = source;
  const readOnly = async () => {
    throw new Error('only the follower of a network records');
  };
  return {
    samples: {
      ...calledOn<Pick<MempoolRecords['samples'], 'list'>>(caller, 'samples', ['list']),
      add: readOnly,
      addAll: readOnly,
    },
    summaries: {
      ...calledOn<Pick<MempoolRecords['summaries'], 'at' | 'oldest'>>(caller, 'summaries', ['at', 'oldest']),
      add: readOnly,
    },
    forecasts: {
      ...calledOn<Pick<MempoolRecords['forecasts'], 'calibration'>>(caller, 'forecasts', ['calibration']),
      current: () => source.status?.forecast,
    },
  };
}

/** The address book of the follower. */
const addressesOf = (source: NetworkSource): AddressSearch => ({
  ...calledOn<Pick<AddressSearch, 'keys'>>(source.caller, 'addresses', ['keys']),
  progress: () => source.status?.addresses ?? { height: null, failure: source.failure },
});

function relayedTo({ caller }: NetworkSource, ids: ReadonlySet<string>): RelayedRoutes | undefined {
  if (ids.size === 0) return undefined;
  return {
    has: (id) => ids.has(id),
    answer: (...call) => caller.call(relayCall, call) as Promise<RelayedReply>,
  };
}

interface MarkerOptions {
  index: ServedIndex;
  source: NetworkSource;
  progress: ReturnType<typeof createSharedProgress>;
  events: NetworkEvents;
  facts: BlockFacts;
  log: ServeOptions['log'];
}

/**
 * Opens the index as soon as it exists, and reads its marker while the follower does not report blocks; returns a
 * function that ends that.
 */
function followMarker({ index, source, progress, events, facts, log }: MarkerOptions): () => Promise<void> {
  let isOpen = false;
  let isStopping = false;
  let reported: string | undefined;
  async function step(): Promise<void> {
    if (!isOpen) {
      await index.open();
      isOpen = true;
      progress.opened();
      facts.wake();
      events.state.emit();
    } else if (source.failure === undefined) return;
    else index.refresh();
    const { store, served } = index.current()!;
    const { value: view, release } = await store.lease(served);
    try {
      const height = view.tip?.height ?? null;
      if (height === progress.current().height) return;
      progress.connected(height);
      facts.wake();
      events.headBlock.emit();
      events.state.emit();
    } finally {
      await release();
    }
  }
  const run = async () => {
    try {
      await step();
      reported = undefined;
    } catch (error) {
      const sentence = isCoded(error) ? error.message : String(error);
      if (sentence !== reported && !isStopping)
        log.warn({ event: 'index', error: sentence }, 'the index cannot be read');
      reported = sentence;
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, pollMs);
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await running;
  };
}
