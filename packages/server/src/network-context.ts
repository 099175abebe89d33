import type { BackendInfo, LoadingIndicators, NetworkState } from '@glassblock/contract';
import { type BulkProgress, openIndexView, type Prefixer } from '@glassblock/index';
import type { MempoolFrame, MempoolSample, MempoolView, Samples, Summaries } from '@glassblock/mempool';
import type { NodeClient, NodeState, NodeStateName } from '@glassblock/node';
import { CodedError, type NetworkRow } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import type { Accelerations } from './accelerations/accelerations.ts';
import { type AddressSearch, standstillSentence } from './address-search.ts';
import type { Audits } from './audits.ts';
import type { Bodies } from './bodies.ts';
import type { FilterScan } from './filter-scan.ts';
import type { Forecasts } from './forecasting.ts';
import { type HeadBlocks, type ServedView, servedView, withHead } from './head-blocks.ts';
import type { BlockFacts } from './mining/block-facts.ts';
import type { NetworkJournal } from './network-journal.ts';
import type { Prices } from './prices/price-book.ts';
import type { MiningPoolFinder } from './query/mining-pools.ts';

/** How far the index is. */
export interface IndexProgress {
  height: number | null;
  nodeHeight: number | null;
  synced: boolean;
  /** Why it stands still, in a sentence; undefined while it works. */
  failure: string | undefined;
  /** The node has pruned blocks that the index needs: it will not be made with this node. */
  lacksBlocks: boolean;
  /** The first build, while it is under way. */
  build: BulkProgress | undefined;
}

/** Everything that serving one network needs. The pool is reached by `PoolView` and frames only, the chain by views of
 *  the store, changes by the journal. */
export interface NetworkContext {
  readonly network: NetworkRow;
  readonly journal: NetworkJournal;
  readonly mempool: MempoolView;
  readonly bodies: Bodies;
  /** Samples of the pool over time. */
  readonly samples: Samples;
  /** The pool as it was at each minute. */
  readonly summaries: Summaries;
  /** Our own forecast of fee rates, and how it did. */
  readonly forecasts: Forecasts;
  /** What was expected of blocks, and what came of it. */
  readonly audits: Audits;
  /** Told of each new sample. */
  onSample(listener: (sample: MempoolSample) => void): () => void;
  /** Blocks that the index does not have yet, from the node. */
  readonly head: HeadBlocks;
  /** Addresses of the whole chain by their beginning; undefined where that is off. */
  readonly addresses: AddressSearch | undefined;
  /** Single addresses on a node that lacks blocks. */
  readonly scan: FilterScan;
  readonly client: NodeClient;
  readonly miningPools: MiningPoolFinder;
  /** What a bitcoin costs and cost. */
  readonly prices: Prices;
  /** What is paid for beside its fee; undefined without a source, and where nobody sells it. */
  readonly accelerations: Accelerations | undefined;
  /** Facts of all blocks in columns. */
  readonly facts: BlockFacts;
  readonly backend: BackendInfo;
  /** What the operator allows; the usual where absent. */
  readonly limits?: {
    /** Blocks of one bulk answer; 0 turns those off. */
    readonly blocksBulk?: number;
    /** Internal routes answer callers on other machines too. */
    readonly allowInternal?: boolean;
  };
  /** Undefined until the index has opened its store. */
  index(): { store: Store; prefixer: Prefixer } | undefined;
  nodeState(): NodeState;
  advice(): readonly string[];
  progress(): IndexProgress;
  /** The newest word of the pool. */
  frame(): MempoolFrame;
  onFrame(listener: (frame: MempoolFrame) => void): () => void;
  /** Told when progress or the node's state changed. */
  onState(listener: () => void): () => void;
  /** Told when the node has a new block while the index is still far behind: no journal entry will tell of it. */
  onHeadBlock(listener: () => void): () => void;
  /** For a transaction that was just mined and is not indexed yet: looks again once the index has moved, for at most two
   *  seconds. @returns what `lookUp` found; undefined at once when the journal knows of no such mining */
  journalAwait<T>(txid: string, lookup: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Seconds since 1970. */
  now(): number;
}

/** Blocks that the index may be behind without its answers counting as incomplete. */
const toleratedLag = 6;

/** True while answers about scripts would miss much of the chain. */
export function isIndexBehind(context: NetworkContext): boolean {
  const { height, nodeHeight, synced } = context.progress();
  if (context.index() === undefined || height === null) return true;
  return !synced && nodeHeight !== null && nodeHeight - height > toleratedLag;
}

/** Why an answer that needs the whole index cannot be given. */
export function indexBehind(context: NetworkContext): CodedError {
  return context.progress().lacksBlocks
    ? new CodedError('index.lacks-blocks', 'the node has pruned blocks that the index needs')
    : new CodedError('index.behind', 'the index is being built');
}

/** Share of the chain that is indexed, one decimal, 100 only when all is. */
export function indexPercent({ height, nodeHeight, synced, build }: IndexProgress): number {
  if (synced) return 100;
  if (build !== undefined) return Math.min(99.9, Math.floor(build.share * 1000) / 10);
  if (height === null || nodeHeight === null) return 0;
  return Math.min(99.9, Math.floor(((height + 1) / (nodeHeight + 1)) * 1000) / 10);
}

/** Runs work on one view of the index; undefined while there is none. While the index is far behind, the view has the
 *  blocks that are missing from the node. */
export async function withIndex<T>(
  context: NetworkContext,
  work: (view: ServedView) => Promise<T>,
): Promise<T | undefined> {
  const index = context.index();
  if (index === undefined) return undefined;
  const view = servedView(await openIndexView(index.store, index.prefixer));
  try {
    const isHelped = isIndexBehind(context) && isFollowed(context.nodeState().name);
    return await work(isHelped ? await withHead(view, context.head) : view);
  } finally {
    await view.close();
  }
}

/** Whether the node is one whose chain this network shows. */
const isFollowed = (state: NodeStateName) => state === 'ready' || state === 'initial-download';

/** Share of the indexed blocks whose facts are in the columns, one decimal; some at the tip may be on their way. */
function factsPercent({ facts }: NetworkContext): number {
  const { indexed, columns } = facts;
  return columns.count + toleratedLag >= indexed ? 100 : Math.floor((columns.count / indexed) * 1000) / 10;
}

/** Tasks at work, by the names clients know; a finished one is absent. */
export function loadingIndicators(context: NetworkContext): LoadingIndicators {
  const indicators: LoadingIndicators = {};
  const frame = context.frame();
  if (!frame.synced) indicators['mempool'] = frame.percent;
  if (isIndexBehind(context)) indicators['block-indexing'] = indexPercent(context.progress());
  else if (factsPercent(context) < 100) indicators['block-indexing'] = factsPercent(context);
  return indicators;
}

/** How the network is doing, for pages. */
export function networkState(context: NetworkContext): NetworkState {
  const node = context.nodeState();
  const progress = context.progress();
  const frame = context.frame();
  const behind = isIndexBehind(context);
  return {
    network: context.network.name,
    node: {
      state: node.name,
      sentence: progress.failure ?? node.sentence,
      ...(node.facts === undefined ? {} : { version: node.facts.subversion, pruned: node.facts.pruned }),
      advice: [...context.advice()],
    },
    index: {
      height: progress.height,
      ...timeLeft(progress),
      nodeHeight: progress.nodeHeight,
      percent: indexPercent(progress),
      synced: progress.synced || !behind,
    },
    mempool: {
      percent: frame.percent,
      synced: frame.synced,
      count: frame.count,
      ...(frame.pollSeconds === undefined ? {} : { pollSeconds: frame.pollSeconds }),
    },
    ...addressesState(context),
  };
}

function addressesState({ addresses, progress }: NetworkContext): Pick<NetworkState, 'addresses'> {
  if (addresses === undefined) return {};
  const { nodeHeight, lacksBlocks } = progress();
  const { height, failure = lacksBlocks ? standstillSentence({ code: 'node.no-data', message: '' }) : undefined } =
    addresses.progress();
  const share = height === null || nodeHeight === null ? 0 : Math.min(1, (height + 1) / (nodeHeight + 1));
  const sentence = failure === undefined ? {} : { sentence: failure };
  return { addresses: { height, percent: Math.floor(share * 1000) / 10, ...sentence } };
}

function timeLeft({ build }: IndexProgress): { secondsLeft?: number; megabytesPerSecond?: number } {
  if (build === undefined) return {};
  const { secondsLeft, megabytesPerSecond } = build;
  return { megabytesPerSecond, ...(secondsLeft === undefined ? {} : { secondsLeft: Math.round(secondsLeft) }) };
}
