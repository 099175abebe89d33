import type { BackendInfo } from '@glassblock/contract';
import { elementsFormat } from '@glassblock/index/elements';
import type { Fact } from '@glassblock/journal';
import type { MempoolSample } from '@glassblock/mempool';
import type { NodeAddress } from '@glassblock/node';
import type { ElementsNetworkRow } from '@glassblock/primitives/elements';
import type { CassandraAddress } from '@glassblock/store';
import type { Logger } from 'pino';
import type { Bus } from '../../bus/bus.ts';
import { type FollowerLink, linkFollower } from '../../bus/feed/follower-link.ts';
import type { LiquidFeedMessage, LiquidFollowerStatus } from '../../bus/feed/liquid-feed.ts';
import { createRemotePrices, type RemotePrices } from '../../bus/feed/remote-prices.ts';
import { followStreamJournal } from '../../bus/journal-reader.ts';
import type { Retention } from '../../config/config.ts';
import { maxEvents } from '../../recording/journal/journal-writer.ts';
import type { NetworkJournal } from '../../recording/journal/network-journal.ts';
import type { Prices } from '../../sources/prices/price-book.ts';
import type { ServedIndex } from '../chain/index/served-index.ts';
import { type AssetPaths, openAssetFiles } from '../liquid/asset-files.ts';
import { noFederation } from '../liquid/federation/federation-context.ts';
import { type LiquidContext, withLiquidIndex } from '../liquid/liquid-context.ts';
import type { LiquidRuntime } from '../liquid/liquid-runtime.ts';
import { openLiquidSources } from '../liquid/liquid-sources.ts';
import { createListeners, type Listeners } from '../listeners.ts';
import { type OnStop, startInSteps } from '../start-in-steps.ts';
import { followMarker } from './follow-marker.ts';
import { addressesOf, logRefusals, openSharedIndex, relayedTo } from './remote-parts.ts';
import { createSharedProgress, type SharedProgress } from './shared-progress.ts';

/** Options of a Liquid network that another process follows. */
export interface ServeLiquidOptions extends AssetPaths {
  network: ElementsNetworkRow;
  /** Where this process reads blocks, transactions and the mempool. */
  node: NodeAddress;
  bus: Bus;
  /** Keyspace of the network. */
  cluster: CassandraAddress;
  backend: BackendInfo;
  retention: Pick<Retention, 'journalBytes' | 'days'>;
  /** Undefined: those of the follower. */
  prices: Prices | undefined;
  /** The follower has an address book. */
  addressSearch: boolean;
  /** Ids of the routes that the follower answers. */
  relayedRoutes: ReadonlySet<string>;
  /** Bytes for all caches of this network. */
  memoryBytes: number;
  log: Logger;
  /** Called with the latency of calls to the follower, in seconds. */
  onLatency(seconds: number): void;
  onFatal(error: unknown): void;
}

/**
 * Serves a Liquid network from the index in the cluster, from the bus and from a node; writes nothing.
 * @throws {CodedError} bus.away
 */
export async function serveLiquid(options: ServeLiquidOptions): Promise<Pick<LiquidRuntime, 'context' | 'stop'>> {
  const { started: context, stop } = await startInSteps((onStop) => startParts(options, onStop));
  return { context, stop };
}

async function startParts(options: ServeLiquidOptions, onStop: OnStop): Promise<LiquidContext> {
  const { log } = options;
  const nothing = () => undefined;
  const { client, monitor, known, node, mempool } = openLiquidSources(options, () => context.index(), nothing, onStop);
  void monitor.check();
  const index = openSharedIndex(options, elementsFormat(options.network));
  onStop(() => index.close());
  const { link, progress, samples, prices } = followProgress(options, index, onStop);
  const blocks = createListeners<readonly Fact[]>();
  const journal = await followJournal(options, { index, progress, blocks });
  onStop(() => journal.close());
  const assetFiles = await openAssetFiles({ ...options, directory: undefined, fetch }, log);
  onStop(() => assetFiles.close());
  const context: LiquidContext = {
    get network() {
      return known.row;
    },
    client,
    get backend() {
      return { ...options.backend, coreVersion: monitor.state.facts?.subversion ?? '?' };
    },
    node,
    mempool,
    registry: assetFiles.registry,
    assetFiles,
    // the follower answers all routes of its audit
    federation: noFederation,
    records: {
      journal,
      stored: undefined,
      vBytesPerSecond: () => link.status?.vBytesPerSecond ?? 0,
      onSample: samples.add,
    },
    relayed: relayedTo(link, options.relayedRoutes),
    prices: options.prices ?? prices,
    addresses: options.addressSearch ? addressesOf(link) : undefined,
    index: index.current,
    progress: progress.current,
    nodeState: () => monitor.state,
    onBlocks: blocks.add,
    now: () => Math.floor(Date.now() / 1000),
  };
  const height = () => withLiquidIndex(context, async ({ tip }) => tip?.height ?? null);
  onStop(followMarker({ index, link, progress, height, onOpened: nothing, onMoved: nothing, log }));
  return context;
}

const busErrors = (log: Logger) => (error: unknown) =>
  log.warn({ event: 'bus', error: String(error) }, 'a message cannot be decoded');

/** Follows the status, the samples and the prices of the follower. */
function followProgress(
  { bus, cluster, prices: given, log, onLatency }: ServeLiquidOptions,
  index: ServedIndex,
  onStop: OnStop,
): {
  link: FollowerLink<LiquidFollowerStatus>;
  progress: SharedProgress;
  samples: Listeners<MempoolSample>;
  prices: RemotePrices;
} {
  const samples = createListeners<MempoolSample>();
  const usesPrices = given === undefined;
  const onError = busErrors(log);
  const link = linkFollower<LiquidFollowerStatus, LiquidFeedMessage>({
    bus,
    keyspace: cluster.keyspace,
    effects: { bus: 'Blocks may arrive late.', follower: 'No new blocks arrive.' },
    onLatency,
    onMessage: ({ sample }) => samples.emit(sample),
    onStatus() {
      if (progress.moved()) index.refresh();
      if (link.status !== undefined && usesPrices) prices.update(link.status.prices);
    },
    onTerm: () => prices.restart(),
    onError,
  });
  onStop(() => link.close());
  const prices = createRemotePrices(link.caller, () => Math.floor(Date.now() / 1000), onError);
  const progress = createSharedProgress(link);
  return { link, progress, samples, prices };
}

/** Follows the journal: blocks are reported when views of the index have them. */
function followJournal(
  { bus, cluster, retention, log, onFatal }: ServeLiquidOptions,
  { index, progress, blocks }: { index: ServedIndex; progress: SharedProgress; blocks: Listeners<readonly Fact[]> },
): Promise<NetworkJournal> {
  return followStreamJournal({
    bus,
    keyspace: cluster.keyspace,
    retention: { journalBytes: retention.journalBytes, days: retention.days },
    maxEvents,
    onFacts(facts) {
      const news = facts.filter(({ type }) => type === 'block-connected' || type === 'block-disconnected');
      const last = facts.findLast((fact) => fact.type === 'block-connected' || fact.type === 'block-disconnected');
      if (last === undefined) return;
      index.refresh();
      progress.connected(last.type === 'block-connected' ? last.height : last.height - 1);
      blocks.emit(news);
    },
    onError: busErrors(log),
    onRefused: logRefusals(log),
    onUnexpectedError: onFatal,
  });
}
