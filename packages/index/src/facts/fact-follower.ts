import { coalesceRuns } from '@glassblock/primitives';
import type { IndexView } from '../index-reader.ts';
import type { BlockRow } from '../rows/block/block-row.ts';
import { FactColumns } from './fact-columns.ts';
import { openFactFiles } from './fact-files.ts';
import { FactLoader, type FactSync } from './fact-loader.ts';
import { attributeSegments } from './mining-pool-attribution.ts';

/** Options of a fact follower. */
export interface FactFollowerOptions {
  /** Opens a view of the current index; undefined while there is none. */
  openView(): Promise<IndexView | undefined>;
  /** Returns the number of the mining pool in a block's coinbase, below 65,536. */
  miningPoolOf(row: BlockRow): number;
  /**
   * Version of the rules of `miningPoolOf`, 16 hex digits. Blocks attributed by other rules are updated in the
   * background.
   */
  rules: string;
  /** Directory of full segments; undefined: not stored. */
  directory: string | undefined;
  /** Called if segments cannot be stored, which makes the next start slower. */
  onError(error: unknown): void;
  segmentBlocks?: number;
}

/** Synchronizes the columns of block facts with the block rows of the index. */
export interface FactFollower {
  readonly columns: FactColumns;
  /** Blocks of the index when last read. */
  readonly indexed: number;
  /**
   * Continues to the tip of the index; concurrent calls share the work.
   * @throws {CodedError} of the store; loaded facts stay, and the next call continues
   */
  catchUp(): Promise<void>;
  /** Resolves when current work has finished or failed; immediately if there is none. */
  settled(): Promise<void>;
  /** Resolves when blocks attributed by other rules are updated. */
  attributed(): Promise<void>;
  /** Stops current work. */
  stop(): Promise<void>;
}

/** Creates a fact follower. */
export function createFactFollower(options: FactFollowerOptions): FactFollower {
  const { directory, miningPoolOf, rules, onError } = options;
  const columns = new FactColumns(options.segmentBlocks);
  const files = directory === undefined ? undefined : openFactFiles(directory, columns.segmentBlocks);
  const stopping = new AbortController();
  const { signal } = stopping;
  const sync: FactSync = { columns, files, miningPoolOf, rules, onError, signal };
  const loader = new FactLoader(sync);
  let indexed = 0;
  let attributing: Promise<void> | undefined;

  const loading = coalesceRuns(async () => {
    let isAtTip = false;
    while (!isAtTip && !signal.aborted) isAtTip = (await withView(options, step)) ?? true;
    attribute();
  });

  function step(view: IndexView): Promise<boolean> {
    indexed = (view.tip?.height ?? -1) + 1;
    return loader.step(view);
  }

  function attribute(): void {
    if (attributing !== undefined || columns.otherRules(rules) === undefined) return;
    attributing = attributeSegments(sync, (heights) => withView(options, (view) => view.blocksAt(heights)))
      .catch(onError)
      .finally(() => {
        attributing = undefined;
      });
  }

  return {
    columns,
    get indexed() {
      return indexed;
    },
    catchUp: loading.request,
    settled: loading.settled,
    attributed: async () => attributing,
    async stop() {
      stopping.abort();
      await Promise.allSettled([loading.settled(), attributing]);
    },
  };
}

/** Opens a view for `work` and closes it afterwards; undefined while there is no index. */
async function withView<T>(
  { openView }: Pick<FactFollowerOptions, 'openView'>,
  work: (view: IndexView) => Promise<T>,
): Promise<T | undefined> {
  const view = await openView();
  if (view === undefined) return undefined;
  try {
    return await work(view);
  } finally {
    await view.close();
  }
}
