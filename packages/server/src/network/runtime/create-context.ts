import { blockFilesPlace, createBlockSource } from '@glassblock/node';
import type { Audits } from '../../recording/audits.ts';
import type { BlockFacts } from '../../recording/block-facts.ts';
import type { NetworkJournal } from '../../recording/journal/network-journal.ts';
import type { MempoolRecords } from '../../recording/mempool-records.ts';
import type { StorageLosses } from '../../recording/storage-losses.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import type { AddressBookThread } from '../../threads/address-book-thread.ts';
import type { IndexThread } from '../../threads/index-thread.ts';
import type { MempoolThread } from '../../threads/mempool-thread.ts';
import { createFilterScan } from '../addresses/filter-scan.ts';
import { createBodies } from '../chain/bodies.ts';
import { createHeadBlocks } from '../chain/head-blocks.ts';
import type { ShownTip } from '../chain/shown-tip.ts';
import type { NetworkContext } from '../network-context.ts';
import { bodiesBytesOf } from '../read-access.ts';
import type { RecentlyConfirmed } from '../recently-confirmed.ts';
import type { RelayedRoutes } from '../relayed-routes.ts';
import type { WatchedNode } from '../watch-node.ts';
import type { NetworkEvents } from './network-events.ts';
import type { Clients } from './node-clients.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/** Parts of a context: of this process, or of a follower in another one. */
export interface ContextParts {
  events: NetworkEvents;
  clients: Clients;
  node: WatchedNode;
  journal: NetworkJournal;
  losses: StorageLosses;
  lightning: Lightning | undefined;
  /** Absent: this process answers all routes. */
  relayed?: RelayedRoutes | undefined;
  threads: {
    facts: BlockFacts;
    book: Pick<AddressBookThread, 'search'> | undefined;
    index: Pick<IndexThread, 'current' | 'progress'>;
    mempool: Pick<MempoolThread, 'view' | 'frame'>;
    recentlyConfirmed: Pick<RecentlyConfirmed, 'wait'>;
    shownTip: ShownTip;
  };
  records: Pick<MempoolRecords, 'samples' | 'summaries' | 'forecasts'>;
  audits: Audits;
}

/** Options that a context has. */
export type ContextOptions = Pick<
  RuntimeOptions,
  | 'network'
  | 'node'
  | 'memoryBytes'
  | 'readThreads'
  | 'miningPools'
  | 'prices'
  | 'fastSince'
  | 'accelerations'
  | 'backend'
  | 'limits'
>;

/** Creates the context of a network. */
export function createContext(options: ContextOptions, parts: ContextParts): NetworkContext {
  const { network } = options;
  const { events, clients, node, threads, records } = parts;
  const nowMs = () => performance.now();
  const source = createBlockSource(clients.short, true, blockFilesPlace(options.node, network));
  const head = createHeadBlocks(clients.short, source, threads.shownTip.show, nowMs);
  const bodies = createBodies(source, bodiesBytesOf(options.memoryBytes, options.readThreads));
  return {
    network,
    journal: parts.journal,
    mempool: threads.mempool.view,
    client: clients.short,
    miningPools: options.miningPools,
    prices: options.prices,
    fastSince: options.fastSince,
    accelerations: options.accelerations,
    lightning: parts.lightning,
    relayed: parts.relayed,
    facts: threads.facts,
    addresses: threads.book?.search,
    get backend() {
      return {
        ...options.backend,
        lightning: parts.lightning !== undefined || parts.relayed !== undefined,
        coreVersion: node.state.facts?.subversion ?? '?',
      };
    },
    limits: options.limits,
    head,
    bodies,
    samples: records.samples,
    summaries: records.summaries,
    forecasts: records.forecasts,
    audits: parts.audits,
    losses: parts.losses,
    onSample: events.sample.add,
    scan: createFilterScan({ client: clients.long, bodies, head, nowMs }),
    index: threads.index.current,
    nodeState: () => node.state,
    advice: () => node.advice,
    progress: () => ({ ...threads.index.progress(), shownHeight: threads.shownTip.height() }),
    frame: threads.mempool.frame,
    onFrame: events.frame.add,
    onEntries: events.mempoolEntries.add,
    onState: events.state.add,
    onHeadBlock: events.headBlock.add,
    journalAwait: threads.recentlyConfirmed.wait,
    now: () => Math.floor(Date.now() / 1000),
  };
}
