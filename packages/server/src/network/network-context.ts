import type { BackendInfo, LoadingIndicators, NetworkState } from '@glassblock/contract';
import { type BulkProgress, openIndexView, type Prefixer } from '@glassblock/index';
import type { MempoolFrame, MempoolSample, MempoolView, Samples, Summaries } from '@glassblock/mempool';
import type { NodeClient, NodeState, NodeStateName } from '@glassblock/node';
import { CodedError, type NetworkRow } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import type { Audits } from '../recording/audits.ts';
import type { BlockFacts } from '../recording/block-facts.ts';
import type { Forecasts } from '../recording/forecasting.ts';
import type { NetworkJournal } from '../recording/network-journal.ts';
import type { Accelerations } from '../sources/accelerations/accelerations.ts';
import type { Prices } from '../sources/prices/price-book.ts';
import { type AddressSearch, standstillSentence } from './address-book-progress.ts';
import type { Bodies } from './bodies.ts';
import type { FilterScan } from './filter-scan.ts';
import { type HeadBlocks, type ServedView, servedView, withHead } from './head-blocks.ts';
import type { MiningPoolFinder } from './mining-pools.ts';

/** Progress of the index. */
export interface IndexProgress {
  height: number | null;
  nodeHeight: number | null;
  synced: boolean;
  /** Why it has stopped, in a sentence; undefined while it works. */
  failure: string | undefined;
  /** The node has pruned blocks that the index needs: it cannot be built with this node. */
  lacksBlocks: boolean;
  /** The initial build, while it runs. */
  build: BulkProgress | undefined;
}

/**
 * Everything that serving one network needs. The mempool is accessed through `MempoolView` and frames only, the chain
 * through views of the store, changes through the journal.
 */
export interface NetworkContext {
  readonly network: NetworkRow;
  readonly journal: NetworkJournal;
  readonly mempool: MempoolView;
  readonly bodies: Bodies;
  /** Mempool samples over time. */
  readonly samples: Samples;
  /** Mempool summaries by the minute. */
  readonly summaries: Summaries;
  /** Own fee rate forecasts and their scores. */
  readonly forecasts: Forecasts;
  /** Block audits. */
  readonly audits: Audits;
  /** Subscribes to new samples. */
  onSample(listener: (sample: MempoolSample) => void): () => void;
  /** Blocks that are not indexed yet, from the node. */
  readonly head: HeadBlocks;
  /** Addresses of the whole chain by prefix; undefined when disabled. */
  readonly addresses: AddressSearch | undefined;
  /** Single addresses on a node that lacks blocks. */
  readonly scan: FilterScan;
  readonly client: NodeClient;
  readonly miningPools: MiningPoolFinder;
  /** Current and historical prices. */
  readonly prices: Prices;
  /** Accelerations; undefined without a source. */
  readonly accelerations: Accelerations | undefined;
  /** Facts of all blocks in columns. */
  readonly facts: BlockFacts;
  readonly backend: BackendInfo;
  /** Limits set by the operator; defaults where absent. */
  readonly limits?: {
    /** Maximum blocks of a bulk answer; 0 disables it. */
    readonly blocksBulk?: number;
  };
  /** Undefined until the index has opened its store. */
  index(): { store: Store; prefixer: Prefixer } | undefined;
  nodeState(): NodeState;
  advice(): readonly string[];
  progress(): IndexProgress;
  /** Returns the newest mempool frame. */
  frame(): MempoolFrame;
  onFrame(listener: (frame: MempoolFrame) => void): () => void;
  /** Subscribes to changes of progress and node state. */
  onState(listener: () => void): () => void;
  /** Subscribes to new blocks of the node while the index is far behind: the journal does not report them. */
  onHeadBlock(listener: () => void): () => void;
  /**
   * For a transaction that was just mined and is not indexed yet: repeats the lookup once the index has moved, for at
   * most two seconds.
   * @returns the result of `lookup`; undefined immediately if the journal has no such event
   */
  journalAwait<T>(txid: string, lookup: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Seconds since 1970. */
  now(): number;
}

/** Blocks that the index may be behind while its answers still count as complete. */
const toleratedLag = 6;

/** Returns true while answers about scripts would miss much of the chain. */
export function isIndexBehind(context: NetworkContext): boolean {
  const { height, nodeHeight, synced } = context.progress();
  if (context.index() === undefined || height === null) return true;
  return !synced && nodeHeight !== null && nodeHeight - height > toleratedLag;
}

/** Returns why an answer that needs the whole index is not available. */
export function indexBehind(context: NetworkContext): CodedError {
  return context.progress().lacksBlocks
    ? new CodedError('index.lacks-blocks', 'the node has pruned blocks that the index needs')
    : new CodedError('index.behind', 'the index is being built');
}

/** Returns the indexed share of the chain in percent, one decimal, 100 only when complete. */
export function indexPercent({ height, nodeHeight, synced, build }: IndexProgress): number {
  if (synced) return 100;
  if (build !== undefined) return Math.min(99.9, Math.floor(build.share * 1000) / 10);
  if (height === null || nodeHeight === null) return 0;
  return Math.min(99.9, Math.floor(((height + 1) / (nodeHeight + 1)) * 1000) / 10);
}

/**
 * Runs work on one view of the index; undefined while there is none. While the index is far behind, the view has
 * missing blocks from the node.
 */
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

/** True when the node has the chain of this network. */
const isFollowed = (state: NodeStateName) => state === 'ready' || state === 'initial-download';

/** Share of indexed blocks whose facts are in the columns, percent with one decimal; ignores a few at the tip. */
function factsPercent({ facts }: NetworkContext): number {
  const { indexed, columns } = facts;
  return columns.count + toleratedLag >= indexed ? 100 : Math.floor((columns.count / indexed) * 1000) / 10;
}

/** Returns running tasks by the names that clients know; finished ones are absent. */
export function loadingIndicators(context: NetworkContext): LoadingIndicators {
  const indicators: LoadingIndicators = {};
  const frame = context.frame();
  if (!frame.synced) indicators['mempool'] = frame.percent;
  if (isIndexBehind(context)) indicators['block-indexing'] = indexPercent(context.progress());
  else if (factsPercent(context) < 100) indicators['block-indexing'] = factsPercent(context);
  return indicators;
}

/** Returns the state of the network for pages. */
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
    ...storageState(context),
    ...addressesState(context),
  };
}

/** The reason of the system without its paths, which are not for visitors. */
function storageState({ journal }: NetworkContext): Pick<NetworkState, 'storage'> {
  if (journal.failure === undefined) return {};
  const reason = /\bE[A-Z]{3,}\b/.exec(journal.failure)?.[0];
  const cause = reason === undefined ? '' : ` (${reason})`;
  return { storage: { sentence: `The journal cannot be written${cause}: new events are kept in memory only.` } };
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
