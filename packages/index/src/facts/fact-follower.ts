import { equalBytes } from '@glassblock/primitives';
import type { IndexView } from '../index-reader.ts';
import type { BlockRow } from '../rows/block-row.ts';
import { FactColumns } from './fact-columns.ts';
import { type FactFiles, openFactFiles } from './fact-files.ts';

export interface FactFollowerOptions {
  /** A view of the index as it is now; undefined while there is none. */
  openView(): Promise<IndexView | undefined>;
  /** Number of the pool that a block's coinbase names, below 65,536. */
  miningPoolOf(row: BlockRow): number;
  /** Name of the rules behind `poolOf`, 16 hexadecimal digits: pools found by others are found anew, behind the rest. */
  rules: string;
  /** Where full segments are kept; undefined: nowhere. */
  directory: string | undefined;
  /** Told when segments cannot be kept: the next start takes longer. */
  onError(error: unknown): void;
  segmentBlocks?: number;
}

/** Keeps the columns of block facts equal to the block rows of the index. */
export interface FactFollower {
  readonly columns: FactColumns;
  /** Blocks that the index had at the last look. */
  readonly indexed: number;
  /** Goes on until it stands at the index's tip; whoever asks meanwhile waits for the same end.
   *  @throws {CodedError} of the store; what it has stays, and the next call goes on from there */
  catchUp(): Promise<void>;
  /** Resolves when what is under way has ended, well or not; at once when nothing is. */
  settled(): Promise<void>;
  /** Resolves when pools that were found by other rules have been found anew. */
  attributed(): Promise<void>;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

/** Rows read at once: others get their turn after as many. */
const rowsPerBatch = 100;
/** Blocks after which a view is opened anew: an open one keeps old rows alive. */
const blocksOfView = 5_000;

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

  /** Takes kept segments as far as they are of the chain that the view shows: the hash of a segment's last block stands for
   *  all blocks below it. */
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

  /** Takes away blocks that the view does not show. */
  async function stepBack(view: IndexView): Promise<void> {
    columns.cutTo((view.tip?.height ?? -1) + 1);
    while (columns.count > 0) {
      const hash = await hashAt(view, columns.count - 1);
      if (hash !== undefined && columns.lastHash !== undefined && equalBytes(hash, columns.lastHash)) return;
      columns.cutTo(columns.count - 1);
    }
  }

  /** @returns whether the columns stand at the view's tip */
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

  /** Finds the pools of kept segments anew, one after the other. */
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
        // a reorganisation came between: whatever of these blocks is there now is looked at again
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
