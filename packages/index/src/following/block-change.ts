import type { Fact } from '@glassblock/journal';
import { rowKey, StagedRows, type Store, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { ChainSource, ChainTip } from '../chain-source.ts';
import { chainMapOf, type IndexView, indexViewOn } from '../index-reader.ts';
import type { PlanRows } from '../planning/plan-rows.ts';
import type { Prefixer } from '../prefixer.ts';
import { asBadRow } from '../reading/bad-row.ts';
import { tables } from '../rows/tables.ts';
import { markerOf } from '../rows/tip-marker.ts';

/** Data that a plan reads. */
export interface BlockChangeSources {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
}

/** The tables at one tip. */
export interface OpenedIndex {
  view: View;
  index: IndexView;
  map: ChainMap;
}

/** Result of planning to connect or disconnect one block, whose rows were added to others. */
export interface BlockChange {
  /** The tip afterwards; undefined without blocks. */
  tip: ChainTip | undefined;
  /** The chain afterwards. */
  map: ChainMap;
  fact: Fact;
}

/** Plans a change of the tip: reads the tables, and adds rows. */
export type PlanChange = (opened: OpenedIndex, rows: PlanRows) => Promise<BlockChange>;

/** Blocks that were planned together. */
export interface PlannedBlocks {
  readonly facts: readonly Fact[];
  /** The tip after them. */
  readonly tip: ChainTip | undefined;
}

/** Memory for rows that is kept for the next commit: enough for a block, not for a reorg. */
const maxReusedBytes = 6e6;

/**
 * Blocks that are connected and disconnected together: each is planned on top of the rows of those before it, and one
 * commit writes all of them.
 */
export class StagedBlocks {
  /** Number of planned blocks. */
  count = 0;
  private readonly sources: BlockChangeSources;
  private readonly base: OpenedIndex;
  private readonly rows: PlanRows;
  private readonly staged: StagedRows;
  private last: BlockChange | undefined;
  private facts: Fact[] = [];

  private constructor(sources: BlockChangeSources, base: OpenedIndex, rows: PlanRows) {
    this.sources = sources;
    this.base = base;
    this.rows = rows;
    this.staged = new StagedRows(rows.slab);
  }

  /**
   * Opens the tables; the caller closes them.
   * @param rows memory for the rows, emptied again by `close`
   * @throws {CodedError} index.bad-row
   */
  static async open(sources: BlockChangeSources, rows: PlanRows): Promise<StagedBlocks> {
    const { store, prefixer } = sources;
    const view = await store.view();
    try {
      const map = await chainMapOf(store, view, prefixer.format);
      return new StagedBlocks(sources, { view, index: indexViewOn({ view, prefixer, map }), map }, rows);
    } catch (error) {
      await view.close();
      throw asBadRow(error);
    }
  }

  /** Number of planned rows. */
  get rowCount(): number {
    return this.rows.slab.count;
  }

  /**
   * Plans one more block.
   * @returns the tip afterwards
   * @throws {CodedError} index.bad-row if rows cannot be decoded; nothing is added then
   */
  async add(plan: PlanChange): Promise<ChainTip | undefined> {
    const start = this.rowCount;
    try {
      this.last = await plan(this.opened(), this.rows);
    } catch (error) {
      this.rows.slab.truncate(start);
      throw asBadRow(error);
    }
    this.count++;
    this.facts.push(this.last.fact);
    return this.last.tip;
  }

  /** Writes all planned blocks. @returns their facts, and the tip after them */
  async commit(): Promise<PlannedBlocks> {
    const { last, rows, planned } = this;
    if (last !== undefined) await this.sources.store.commit(rows.slab, markerOf(last.tip, last.map.next));
    return planned;
  }

  /** Facts of the planned blocks, and the tip after them. */
  get planned(): PlannedBlocks {
    return { facts: this.facts, tip: this.last?.tip };
  }

  close(): Promise<void> {
    this.rows.slab.clear(maxReusedBytes);
    return this.base.view.close();
  }

  /** Returns the tables with the planned rows. */
  private opened(): OpenedIndex {
    const { base, last, staged } = this;
    if (last === undefined) return base;
    staged.addNew();
    const { map } = last;
    const view = staged.over(base.view, markerOf(last.tip, map.next));
    return { view, index: indexViewOn({ view, prefixer: this.sources.prefixer, map }), map };
  }
}

/** Adds the undo row of a block; without a value it is removed. */
export function putUndo(rows: PlanRows, height: number, value: Uint8Array | undefined): void {
  rows.putNumbered(tables.undo, height, value === undefined ? undefined : { bytes: value, length: value.length });
}

/** Adds the rows of a stale block; without values they are removed: it is active again. */
export function putStale(
  rows: PlanRows,
  hash: Uint8Array,
  { row, body }: { row?: Uint8Array | undefined; body?: Uint8Array | undefined },
): void {
  rows.put(tables.stale, rowKey(tables.stale, hash), row);
  rows.put(tables.staleBodies, rowKey(tables.staleBodies, hash), body);
}
