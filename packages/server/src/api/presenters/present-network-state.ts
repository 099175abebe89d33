import type { LoadingIndicators, NetworkState } from '@glassblock/contract';
import { standstillSentence } from '../../network/addresses/address-book-progress.ts';
import type { AddressContext } from '../../network/addresses/address-context.ts';
import { type ChainContext, isIndexBehind } from '../../network/chain/chain-context.ts';
import { type IndexProgress, indexPercent, toleratedLag } from '../../network/chain/index/index-progress.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';

/** Share of indexed blocks whose facts are in the columns, percent with one decimal; ignores a few at the tip. */
function factsPercent({ facts }: RecordingContext): number {
  const { indexed, columns } = facts;
  return columns.count + toleratedLag >= indexed ? 100 : Math.floor((columns.count / indexed) * 1000) / 10;
}

/** Returns running tasks by the names that clients know; finished ones are absent. */
export function loadingIndicators(context: ChainContext & MempoolContext & RecordingContext): LoadingIndicators {
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
      ...(progress.failure === undefined ? {} : { sentence: progress.failure }),
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

/**
 * Returns why a network is not ready, as sentences: the node does not have its whole chain, index or mempool are not in
 * sync with it, or events cannot be stored. Empty when it is ready.
 */
export function readinessFaults(context: NetworkContext): string[] {
  const frame = context.frame();
  const { storage } = context.journal.failure === undefined ? {} : storageState(context);
  return [
    ...chainFaults(context),
    ...(frame.synced ? [] : [`Loading the mempool: ${frame.percent} %.`]),
    ...(storage === undefined ? [] : [storage.sentence]),
  ];
}

/**
 * Returns why the chain of a network is not complete: the node does not have its whole chain, or the index is behind
 * it.
 */
export function chainFaults(context: Pick<ChainContext, 'nodeState' | 'progress'>): string[] {
  const node = context.nodeState();
  const progress = context.progress();
  return [
    ...(node.name === 'ready' ? [] : [node.sentence]),
    ...(progress.synced ? [] : indexFaults(progress, node.name === 'ready')),
  ];
}

/** An index that is not in sync may lack no known block: the node did not answer, and its state may not say so yet. */
function indexFaults(progress: IndexProgress, isNodeReady: boolean): string[] {
  const { height, nodeHeight, build, failure } = progress;
  if (failure !== undefined) return [failure];
  const isComplete = build === undefined && height !== null && height >= (nodeHeight ?? height);
  if (!isComplete) return [`Indexing blocks: ${indexPercent(progress)} %.`];
  return isNodeReady ? ['The index waits for an answer of the node.'] : [];
}

/** A failed write, or else a loss by a damaged file; the reason of the system without its paths, which are not for visitors. */
function storageState({ journal, losses }: RecordingContext): Pick<NetworkState, 'storage'> {
  if (journal.failure === undefined) {
    const sentence = losses.current();
    return sentence === undefined ? {} : { storage: { sentence } };
  }
  const reason = /\bE[A-Z]{3,}\b/.exec(journal.failure)?.[0];
  const cause = reason === undefined ? '' : ` (${reason})`;
  return { storage: { sentence: `The journal cannot be written${cause}: new events are stored in memory only.` } };
}

function addressesState({ addresses, progress }: ChainContext & AddressContext): Pick<NetworkState, 'addresses'> {
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
