import type { BulkProgress } from '@glassblock/index';

/** Progress of the index. */
export interface IndexProgress {
  height: number | null;
  nodeHeight: number | null;
  synced: boolean;
  /** A tip of the node that answers had while the index was far behind: the next ones must not have fewer blocks. */
  shownHeight?: number | undefined;
  /** Why it has stopped, in a sentence; undefined while it works. */
  failure: string | undefined;
  /** The node has pruned blocks that the index needs: it cannot be built with this node. */
  lacksBlocks: boolean;
  /** The initial build, while it runs. */
  build: BulkProgress | undefined;
}

/** Progress of an index that has not been opened. */
export const notOpened: Readonly<IndexProgress> = {
  height: null,
  nodeHeight: null,
  synced: false,
  failure: undefined,
  lacksBlocks: false,
  build: undefined,
};

/** Blocks that the index may be behind while its answers still count as complete. */
export const toleratedLag = 6;

/** Returns true while the index lacks much of the chain. */
export const isFarBehind = ({ height, nodeHeight, synced, shownHeight = 0 }: IndexProgress): boolean =>
  height === null || height < shownHeight || (!synced && nodeHeight !== null && nodeHeight - height > toleratedLag);

/**
 * Returns the indexed share of the chain in percent, one decimal, 100 only when complete. A stored index lacks no known
 * block while the node has not answered yet.
 */
export function indexPercent({ height, nodeHeight, synced, build }: IndexProgress): number {
  if (synced) return 100;
  if (build !== undefined) return Math.min(99.9, Math.floor(build.share * 1000) / 10);
  if (height === null) return 0;
  return Math.min(99.9, Math.floor(((height + 1) / ((nodeHeight ?? height) + 1)) * 1000) / 10);
}
