import { CodedError, equalBytes } from '@glassblock/primitives';
import type { IndexView } from '../index-reader.ts';
import type { BlockRow } from '../rows/block/block-row.ts';
import type { FactColumns } from './fact-columns.ts';
import { type FactFiles, saveSealed } from './fact-files.ts';

/** Blocks after which a new view is opened: an open view prevents the removal of old rows. */
const blocksOfView = 5_000;

/** Rows read before yielding to the event loop. */
export const rowsPerBatch = 100;

/** Columns of block facts, and the means to synchronize them. */
export interface FactSync {
  columns: FactColumns;
  /** Undefined: segments are not stored. */
  files: FactFiles | undefined;
  /** Returns the number of the mining pool in a block's coinbase. */
  miningPoolOf(row: BlockRow): number;
  /** Version of the rules of `miningPoolOf`. */
  rules: string;
  /** Called if a segment cannot be stored. */
  onError(error: unknown): void;
  /** Ends current work early. */
  signal: AbortSignal;
}

/** Brings the columns to the tip of a view: from stored segments first, then from block rows. */
export class FactLoader {
  private readonly sync: FactSync;
  private isLoaded: boolean;

  constructor(sync: FactSync) {
    this.sync = sync;
    this.isLoaded = sync.files === undefined;
  }

  /**
   * Removes blocks that are not in the view and loads some of those that are missing.
   * @returns whether the columns are at the view's tip
   */
  async step(view: IndexView): Promise<boolean> {
    const { columns, files, signal } = this.sync;
    if (view.tip === undefined) {
      columns.cutTo(0);
      return true;
    }
    if (!this.isLoaded && files !== undefined) {
      await loadSegments(view, columns, files, signal);
      this.isLoaded = true;
    }
    await removeStale(view, columns);
    await this.appendRows(view, Math.min(view.tip.height + 1, columns.count + blocksOfView));
    return columns.count === view.tip.height + 1;
  }

  /** Appends the blocks below height `end`, and stores each segment that becomes full. */
  private async appendRows(view: IndexView, end: number): Promise<void> {
    const { columns, files, miningPoolOf, rules, onError, signal } = this.sync;
    while (columns.count < end && !signal.aborted) {
      const rows = await view.blocksAt(heightsFrom(columns.count, Math.min(rowsPerBatch, end - columns.count)));
      for (const row of rows) {
        if (row === undefined) throw new CodedError('index.bad-row', `block ${columns.count} has no row below the tip`);
        columns.append(row, miningPoolOf(row), rules);
        if (columns.count % columns.segmentBlocks !== 0) continue;
        await saveSealed(columns, files, columns.count / columns.segmentBlocks - 1, onError);
      }
    }
  }
}

/** Loads stored segments of the view's chain: the hash of a segment's last block identifies all blocks below it. */
async function loadSegments(
  view: IndexView,
  columns: FactColumns,
  files: FactFiles,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    const last = (number + 1) * columns.segmentBlocks - 1;
    if (view.tip === undefined || last > view.tip.height) return;
    const segment = await files.load(number);
    if (segment === undefined) return;
    const hash = await hashAt(view, last);
    if (hash === undefined || !equalBytes(hash, segment.lastHash)) return;
    columns.addSealed(segment);
  }
}

/** Removes blocks that are not in the view. */
async function removeStale(view: IndexView, columns: FactColumns): Promise<void> {
  columns.cutTo((view.tip?.height ?? -1) + 1);
  while (columns.count > 0) {
    const hash = await hashAt(view, columns.count - 1);
    if (hash !== undefined && columns.lastHash !== undefined && equalBytes(hash, columns.lastHash)) return;
    columns.cutTo(columns.count - 1);
  }
}

async function hashAt(view: IndexView, height: number): Promise<Uint8Array | undefined> {
  const [row] = await view.blocksAt([height]);
  return row?.header.hash;
}

/** Returns heights from the first one on. */
export const heightsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i);
