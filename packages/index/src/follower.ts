import type { Fact } from '@glassblock/journal';
import { CodedError, displayHash, equalBytes, isCoded } from '@glassblock/primitives';
import type { Store } from '@glassblock/store';
import type { ChainSource, ChainTip } from './chain-source.ts';
import { type BlockChange, withIndex } from './following/block-change.ts';
import { planConnectedBlock } from './following/connect-block.ts';
import { planDisconnectedBlock } from './following/disconnect-block.ts';
import { fetchBlocks } from './following/fetch-blocks.ts';
import type { Prefixer } from './prefixer.ts';
import { markerOf, tipOfMarker } from './rows/tip-marker.ts';

/** Options of a follower. */
export interface FollowerOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  /** Called for each block after its batch is durable. */
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

/** Attempts without progress before the node's answers are called inconsistent. */
const maxIdleRounds = 8;

/** Creates a follower on a store. */
export async function createFollower(options: FollowerOptions): Promise<Follower> {
  const view = await options.store.view();
  const tip = tipOfMarker(view.tip);
  await view.close();
  return new ChainFollower(options, tip);
}

/** Plans and applies one block after another. */
class ChainFollower implements Follower {
  private readonly options: FollowerOptions;
  private current: ChainTip | undefined;

  constructor(options: FollowerOptions, tip: ChainTip | undefined) {
    this.options = options;
    this.current = tip;
  }

  get tip(): ChainTip | undefined {
    return this.current;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    let rounds = 0;
    for (;;) {
      const before = this.current;
      const target = await this.options.source.tip();
      if (await this.isNodeBehind(target)) return;
      await this.disconnectStale();
      if (this.isAt(target)) return;
      await this.connectUpTo(target.height, signal);
      if (signal?.aborted || this.isAt(target)) return;
      rounds = this.current === before ? rounds + 1 : 0;
      if (rounds > maxIdleRounds) {
        throw new CodedError('index.inconsistent-node', 'the blocks that the node gives do not form a chain', {
          datum: displayHash(target.hash),
        });
      }
    }
  }

  private isAt({ hash }: ChainTip): boolean {
    return this.current !== undefined && equalBytes(hash, this.current.hash);
  }

  /** Returns whether the node is only behind: it is catching up, and its tip is one of our blocks. */
  private async isNodeBehind(target: ChainTip & { catchingUp: boolean }): Promise<boolean> {
    const { store, prefixer } = this.options;
    if (!target.catchingUp || this.current === undefined || target.height > this.current.height) return false;
    const [row] = await withIndex(store, prefixer, async ({ index }) => index.blocksAt([target.height]));
    return row !== undefined && equalBytes(row.header.hash, target.hash);
  }

  /** Disconnects to the last block that the node's active chain shares with the tables. */
  private async disconnectStale(): Promise<void> {
    while (this.current !== undefined) {
      const active = await this.options.source.hashAt(this.current.height);
      if (active !== undefined && equalBytes(active, this.current.hash)) return;
      await this.apply(await planDisconnectedBlock(this.options, this.current));
    }
  }

  /** Connects along the active chain, up to a height at most; ends early if the chain changes meanwhile. */
  private async connectUpTo(last: number, signal: AbortSignal | undefined): Promise<void> {
    const { source, ahead = 4 } = this.options;
    const start = this.current === undefined ? 0 : this.current.height + 1;
    try {
      for await (const block of fetchBlocks(source, { start, last, ahead, signal })) {
        await this.apply(await planConnectedBlock(this.options, this.current, block));
      }
    } catch (error) {
      if (!isCoded(error, 'index.tip-moved')) throw error;
    }
  }

  /** Commits the rows of a plan, and reports it once they are durable. */
  private async apply({ changes, tip, next, fact }: BlockChange): Promise<void> {
    await this.options.store.commit(changes, markerOf(tip, next));
    this.current = tip;
    this.options.onFacts([fact], tip);
  }
}
