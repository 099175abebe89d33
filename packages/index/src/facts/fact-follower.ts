import { equalBytes } from '@glassblock/primitives';
import type { IndexView } from '../index-reader.ts';
import type { BlockRow } from '../rows/block/block-row.ts';
import { FactColumns } from './fact-columns.ts';
import { type FactFiles, openFactFiles } from './fact-files.ts';

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

/** Rows read before yielding to the event loop. */
const rowsPerBatch = 100;
/** Blocks after which a new view is opened: an open view prevents the removal of old rows. */
const blocksOfView = 5_000;

/** Creates a fact follower. */
export function createFactFollower(options: FactFollowerOptions): FactFollower {
  const { miningPoolOf, rules } = options;
  const columns = new FactColumns(options.segmentBlocks);
  const files = options.directory === undefined ? undefined : openFactFiles(options.directory, columns.segmentBlocks);
  let isLoaded = files === undefined;
  let isStopped = false;
  let indexed = 0;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let attributing: Promise<void> | undefined;

  async function within<T>(work: (view: IndexView) => Promise<T>): Promise<T | undefined> {
    const view = await options.openView();
    if (view === undefined) return undefined;
    try {
      return await work(view);
    } finally {
      await view.close();
    }
  }

  const hashAt = async (view: IndexView, height: number) => {
    const [row] = await view.blocksAt([height]);
    return row?.header.hash;
  };

  /** Loads stored segments of the view's chain: the hash of a segment's last block identifies all blocks below it. */
  async function load(view: IndexView, stored: FactFiles): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const last = (number + 1) * columns.segmentBlocks - 1;
      if (view.tip === undefined || last > view.tip.height) return;
      const segment = await stored.load(number);
      if (segment === undefined) return;
      const hash = await hashAt(view, last);
      if (hash === undefined || !equalBytes(hash, segment.lastHash)) return;
      columns.addSealed(segment);
    }
  }

  /** Removes blocks that are not in the view. */
  async function stepBack(view: IndexView): Promise<void> {
    columns.cutTo((view.tip?.height ?? -1) + 1);
    while (columns.count > 0) {
      const hash = await hashAt(view, columns.count - 1);
      if (hash !== undefined && columns.lastHash !== undefined && equalBytes(hash, columns.lastHash)) return;
      columns.cutTo(columns.count - 1);
    }
  }

  /**
   * Loads some blocks.
   * @returns whether the columns are at the view's tip
   */
  async function step(view: IndexView): Promise<boolean> {
    indexed = (view.tip?.height ?? -1) + 1;
    if (view.tip === undefined) {
      columns.cutTo(0);
      return true;
    }
    if (!isLoaded && files !== undefined) {
      await load(view, files);
      isLoaded = true;
    }
    await stepBack(view);
    const end = Math.min(view.tip.height + 1, columns.count + blocksOfView);
    while (columns.count < end && !isStopped) {
      const rows = await view.blocksAt(heightsFrom(columns.count, Math.min(rowsPerBatch, end - columns.count)));
      for (const row of rows) {
        if (row === undefined) throw new Error(`block ${columns.count} has no row below the tip`);
        columns.append(row, miningPoolOf(row), rules);
        if (columns.count % columns.segmentBlocks === 0) await keep(columns.count / columns.segmentBlocks - 1);
      }
    }
    return columns.count === view.tip.height + 1;
  }

  async function keep(number: number): Promise<void> {
    const segment = columns.sealed(number);
    if (files === undefined || segment === undefined) return;
    await files.save(segment).catch(options.onError);
  }

  async function run(): Promise<void> {
    do {
      isAskedAgain = false;
      let isThere = false;
      while (!isThere && !isStopped) isThere = (await within(step)) ?? true;
    } while (isAskedAgain && !isStopped);
    if (attributing === undefined && columns.otherRules(rules) !== undefined) {
      attributing = attribute()
        .catch(options.onError)
        .finally(() => {
          attributing = undefined;
        });
    }
  }

  /** Attributes the blocks of stored segments to mining pools again, one segment after another. */
  async function attribute(): Promise<void> {
    for (;;) {
      const number = columns.otherRules(rules);
      if (number === undefined || isStopped) return;
      const first = number * columns.segmentBlocks;
      let done = 0;
      while (done < columns.segmentBlocks) {
        const { revision } = columns;
        const heights = heightsFrom(first + done, Math.min(rowsPerBatch, columns.segmentBlocks - done));
        const rows = await within((view) => view.blocksAt(heights));
        if (isStopped || rows === undefined) return;
        // after a reorg the current blocks are processed again
        if (columns.revision !== revision) break;
        for (const row of rows) {
          if (row === undefined) return;
          const { facts, i } = columns.at(row.height);
          facts.miningPool[i] = miningPoolOf(row);
        }
        done += rows.length;
      }
      if (done < columns.segmentBlocks) continue;
      columns.setRules(number, rules);
      await keep(number);
    }
  }

  return {
    columns,
    get indexed() {
      return indexed;
    },
    catchUp() {
      isAskedAgain = true;
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    async settled() {
      await Promise.allSettled([running]);
    },
    attributed: async () => attributing,
    async stop() {
      isStopped = true;
      await Promise.allSettled([running, attributing]);
    },
  };
}

const heightsFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
