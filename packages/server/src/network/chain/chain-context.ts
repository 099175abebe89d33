import type { Prefixer } from '@glassblock/index';
import type { NodeState, NodeStateName } from '@glassblock/node';
import { CodedError } from '@glassblock/primitives';
import type { SharedStore, View } from '@glassblock/store';
import type { Bodies } from './bodies.ts';
import { type HeadBlocks, type ServedView, withHead } from './head-blocks.ts';
import { type IndexProgress, isFarBehind } from './index/index-progress.ts';

/** The index of a network. */
export interface IndexOfChain {
  readonly store: SharedStore;
  readonly prefixer: Prefixer;
  /** Makes the view of requests, once per commit. */
  readonly served: (view: View) => Promise<ServedView>;
}

/** The chain of a network: the index, and the node's blocks where it has none. */
export interface ChainContext {
  /** Undefined until the index has opened its store. */
  index(): IndexOfChain | undefined;
  progress(): IndexProgress;
  nodeState(): NodeState;
  /** Subscribes to changes of progress and node state. */
  onState(listener: () => void): () => void;
  /** Blocks that are not indexed yet, from the node. */
  readonly head: HeadBlocks;
  readonly bodies: Bodies;
  /** Subscribes to new blocks of the node while the index is far behind: the journal does not report them. */
  onHeadBlock(listener: () => void): () => void;
  /**
   * For a transaction that was just mined and is not indexed yet: repeats the lookup once the index has moved, for at
   * most two seconds.
   * @returns the result of `lookup`; undefined at once when the journal has no such event
   */
  journalAwait<T>(txid: string, lookup: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** Returns true while answers about scripts would miss much of the chain. */
export function isIndexBehind(context: ChainContext): boolean {
  return context.index() === undefined || isFarBehind(context.progress());
}

/** Returns why an answer that needs the whole index is not available. */
export function indexBehind(context: ChainContext): CodedError {
  return context.progress().lacksBlocks
    ? new CodedError('index.lacks-blocks', 'the node has pruned blocks that the index needs')
    : new CodedError('index.behind', 'the index is being built');
}

/**
 * Runs work on one view of the index; undefined while there is none. While the index is far behind, the view has
 * missing blocks from the node.
 */
export async function withIndex<T>(
  context: ChainContext,
  work: (view: ServedView) => Promise<T>,
): Promise<T | undefined> {
  const index = context.index();
  if (index === undefined) return undefined;
  const { store, served } = index;
  const { value: view, release } = store.leaseMade(served) ?? (await store.lease(served));
  try {
    const needsHead = isIndexBehind(context) && isFollowed(context.nodeState().name);
    return await work(needsHead ? await withHead(view, context.head) : view);
  } finally {
    await release();
  }
}

/** True when the node has the chain of this network. */
const isFollowed = (state: NodeStateName) => state === 'ready' || state === 'initial-download';
