import { bitcoinFormat } from '@glassblock/index';
import type { Fact } from '@glassblock/journal';
import type { CassandraAddress } from '@glassblock/store';
import type { Bus } from '../../bus/bus.ts';
import { calledOn } from '../../bus/bus-calls.ts';
import { followNetwork, type NetworkSource } from '../../bus/feed/network-source.ts';
import { createRemoteAudits } from '../../bus/feed/remote-audits.ts';
import { createRemotePrices } from '../../bus/feed/remote-prices.ts';
import { followStreamJournal } from '../../bus/journal-reader.ts';
import { type BlockFacts, openBlockFacts } from '../../recording/block-facts.ts';
import { maxEvents } from '../../recording/journal/journal-writer.ts';
import type { MempoolRecords } from '../../recording/mempool-records.ts';
import { createStorageLosses } from '../../recording/storage-losses.ts';
import type { ServedIndex } from '../chain/index/served-index.ts';
import { createShownTip } from '../chain/shown-tip.ts';
import { createRecentlyConfirmed } from '../recently-confirmed.ts';
import { type ContextOptions, createContext } from '../runtime/create-context.ts';
import { createNetworkEvents, type NetworkEvents } from '../runtime/network-events.ts';
import type { NetworkRuntime } from '../runtime/network-runtime.ts';
import { openClients } from '../runtime/node-clients.ts';
import type { RuntimeOptions } from '../runtime/runtime-options.ts';
import { type OnStop, startInSteps } from '../start-in-steps.ts';
import { watchNode } from '../watch-node.ts';
import { followMarker } from './follow-marker.ts';
import { addressesOf, logRefusals, openSharedIndex, relayedTo } from './remote-parts.ts';
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
  /** Events in memory; default `maxEvents`. */
  eventsInMemory?: number;
  onMempoolLatency(seconds: number): void;
}

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

  const index = openSharedIndex(options, bitcoinFormat);
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
    maxEvents: options.eventsInMemory ?? maxEvents,
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
    onRefused: logRefusals(log),
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
        shownTip: createShownTip(() => performance.now()),
      },
    },
  );
  onStop(
    followMarker({
      ...{ index, link: source, progress, log },
      height: () => tipHeight(index),
      onOpened() {
        facts.wake();
        events.state.emit();
      },
      onMoved() {
        facts.wake();
        events.headBlock.emit();
        events.state.emit();
      },
    }),
  );
  return context;
}

/** Height of the newest view; null: no block. */
async function tipHeight(index: ServedIndex): Promise<number | null> {
  const { store, served } = index.current()!;
  const { value: view, release } = await store.lease(served);
  try {
    return view.tip?.height ?? null;
  } finally {
    await release();
  }
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
