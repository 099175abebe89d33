import type { Fact } from '@glassblock/journal';
import { CodedError, displayHash, equalBytes, isCoded } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import type { ChainSource, ChainTip } from './chain-source.ts';
import { type PlanChange, type PlannedBlocks, StagedBlocks } from './following/block-change.ts';
import { planConnectedBlock } from './following/connect-block.ts';
import { planDisconnectedBlock } from './following/disconnect-block.ts';
import { fetchBlocks } from './following/fetch-blocks.ts';
import { StaleBodies } from './following/stale-bodies.ts';
import { openIndexView } from './index-reader.ts';
import { PlanRows } from './planning/plan-rows.ts';
import type { Prefixer } from './prefixer.ts';
import { tipOfMarker } from './rows/tip-marker.ts';

/** Options of a follower. */
export interface FollowerOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Called with the facts of one or more blocks after they are durable: once for a whole reorg. */
  onFacts(facts: readonly Fact[], tip: ChainTip | undefined): void;
  /** Blocks fetched ahead of the one being connected. */
  ahead?: number;
}

/** Synchronizes the tables with the node's active chain. */
export interface Follower {
  readonly tip: ChainTip | undefined;
  /**
   * Disconnects stale blocks and connects new ones up to the node's tip.
   * @throws {CodedError} of the source or the store; committed blocks stay, and the next call continues
   */
  catchUp(signal?: AbortSignal): Promise<void>;
}

/** Attempts without progress before the node's answers are reported as inconsistent. */
const maxIdleRounds = 8;

/** Creates a follower on a store. */
export async function createFollower(options: FollowerOptions): Promise<Follower> {
  const view = await options.store.view();
  const tip = tipOfMarker(view.tip);
  await view.close();
  return new ChainFollower(options, tip);
}

/**
 * Rows of a commit after which no further block is added to it, which bounds its memory. Of the changes of a row in one
 * commit only the last is written.
 */
const maxRows = 300_000;
/** Blocks of a commit while catching up. */
const maxBlocks = 16;

/** Plans blocks one after another, and commits several together. */
class ChainFollower implements Follower {
  private readonly options: FollowerOptions;
  private readonly bodies: StaleBodies;
  private readonly rows = new PlanRows();
  /** The tip of the planned blocks. */
  private current: ChainTip | undefined;
  /** The tip of the written blocks. */
  private written: ChainTip | undefined;
  /** Facts of the blocks that a reorg has changed so far. */
  private facts: Fact[] = [];
  private isReorg = false;
  /** Commits that failed: the store may have them nevertheless, when its answer was lost. */
  private uncertain: PlannedBlocks[] = [];

  constructor(options: FollowerOptions, tip: ChainTip | undefined) {
    this.options = options;
    this.bodies = new StaleBodies(options);
    this.current = this.written = tip;
  }

  get tip(): ChainTip | undefined {
    return this.written;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    await this.settle();
    let rounds = 0;
    for (;;) {
      const before = this.current;
      const target = await this.options.source.tip();
      if (await this.isNodeBehind(target)) return;
      await this.moveTo(target, signal);
      await this.bodies.store(signal);
      if (signal?.aborted || this.isAt(target)) return;
      rounds = this.current === before ? rounds + 1 : 0;
      if (rounds > maxIdleRounds) {
        throw new CodedError('index.inconsistent-node', "the node's blocks do not form a chain", {
          datum: displayHash(target.hash),
        });
      }
    }
  }

  /** Reads the tip after commits that failed; blocks of one that has taken effect are reported. */
  private async settle(): Promise<void> {
    if (this.uncertain.length === 0) return;
    const view = await this.options.store.view();
    const tip = tipOfMarker(view.tip);
    await view.close();
    const found = this.uncertain.find((planned) => isSameTip(planned.tip, tip));
    if (!isSameTip(this.written, tip)) {
      if (found === undefined) throw new CodedError('store.fenced', 'another process writes to this store');
      this.current = this.written = tip;
      this.publish(found.facts);
    }
    this.uncertain = [];
  }

  private isAt({ hash }: ChainTip): boolean {
    return this.current !== undefined && equalBytes(hash, this.current.hash);
  }

  /** Returns whether the node is only behind: it is catching up, and its tip is one of our blocks. */
  private async isNodeBehind(target: ChainTip & { catchingUp: boolean }): Promise<boolean> {
    const { store, prefixer } = this.options;
    if (!target.catchingUp || this.current === undefined || target.height > this.current.height) return false;
    const index = await openIndexView(store, prefixer);
    try {
      const [row] = await index.blocksAt([target.height]);
      return row !== undefined && equalBytes(row.header.hash, target.hash);
    } finally {
      await index.close();
    }
  }

  /** Disconnects stale blocks and connects new ones; changes planned before an error are committed. */
  private async moveTo(target: ChainTip, signal: AbortSignal | undefined): Promise<void> {
    const onCommit = ({ facts, tip }: PlannedBlocks) => {
      this.written = tip;
      this.publish(facts);
    };
    const batch = new BlockBatch(this.options, this.rows, onCommit, (planned) => void this.uncertain.push(planned));
    try {
      await this.disconnectStale(batch);
      if (!this.isAt(target)) await this.connectUpTo(batch, target.height, signal);
    } finally {
      this.isReorg = false;
      try {
        await batch.commit();
        this.publish([]);
      } finally {
        this.current = this.written;
      }
    }
  }

  /** Disconnects to the last block that the node's active chain shares with the tables. */
  private async disconnectStale(batch: BlockBatch): Promise<void> {
    while (this.current !== undefined) {
      const active = await this.options.source.hashAt(this.current.height);
      if (active !== undefined && equalBytes(active, this.current.hash)) return;
      this.isReorg = true;
      const { hash } = this.current;
      this.current = await batch.add(planDisconnectedBlock(this.options, this.current));
      this.bodies.add(hash);
      if (batch.rowCount > maxRows) await batch.commit();
    }
  }

  /** Connects along the active chain, up to a height at most; ends early if the chain changes meanwhile. */
  private async connectUpTo(batch: BlockBatch, last: number, signal: AbortSignal | undefined): Promise<void> {
    const { source, ahead = 4 } = this.options;
    const start = this.current === undefined ? 0 : this.current.height + 1;
    try {
      for await (const block of fetchBlocks(source, { start, last, ahead, signal })) {
        this.current = await batch.add(planConnectedBlock(this.options, this.current, block));
        this.bodies.remove(block.hash);
        if (batch.rowCount > maxRows || (!this.isReorg && batch.blockCount >= maxBlocks)) await batch.commit();
      }
    } catch (error) {
      if (!isCoded(error, 'index.tip-moved')) throw error;
    }
  }

  /** Reports committed blocks; those of a reorg when it is complete, so that its tip becomes visible once. */
  private publish(facts: readonly Fact[]): void {
    this.facts.push(...facts);
    if (this.isReorg || this.facts.length === 0) return;
    const { facts: all } = this;
    this.facts = [];
    this.options.onFacts(all, this.written);
  }
}

const isSameTip = (a: ChainTip | undefined, b: ChainTip | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equalBytes(a.hash, b.hash);

type OnPlanned = (planned: PlannedBlocks) => void;

/** Opens staged blocks when the first block is added, and commits them. */
class BlockBatch {
  private readonly options: FollowerOptions;
  private readonly rows: PlanRows;
  private readonly onCommit: OnPlanned;
  private readonly onFailure: OnPlanned;
  private blocks: StagedBlocks | undefined;

  constructor(options: FollowerOptions, rows: PlanRows, onCommit: OnPlanned, onFailure: OnPlanned) {
    this.options = options;
    this.rows = rows;
    this.onCommit = onCommit;
    this.onFailure = onFailure;
  }

  get rowCount(): number {
    return this.blocks?.rowCount ?? 0;
  }

  get blockCount(): number {
    return this.blocks?.count ?? 0;
  }

  async add(plan: PlanChange): Promise<ChainTip | undefined> {
    this.blocks ??= await StagedBlocks.open(this.options, this.rows);
    return this.blocks.add(plan);
  }

  /** Writes the blocks and reports them. */
  async commit(): Promise<void> {
    const { blocks } = this;
    this.blocks = undefined;
    if (blocks === undefined) return;
    try {
      const planned = await blocks.commit();
      if (planned.facts.length > 0) this.onCommit(planned);
    } catch (error) {
      if (!isCoded(error, 'store.fenced')) this.onFailure(blocks.planned);
      throw error;
    } finally {
      await blocks.close();
    }
  }
}
