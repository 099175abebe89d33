import { displayHash, equalBytes, isCoded } from '@glassblock/primitives';
import type { MempoolSource } from './source.ts';

/** Maximum duration of a reorg. */
const settleSeconds = 3;
/** Maximum blocks between two polls; more are reported as a reorg. */
const maxBlocksBack = 16;

/** Blocks connected between two comparisons. */
export interface ConnectedBlocks {
  /** Oldest first; the newest ones only when the chain moved too far. */
  connected: Uint8Array[];
  /** The chain was reorganized, or the blocks since the earlier one are unknown. */
  reorganised: boolean;
}

/** The block that the mempool corresponds to. Block hashes in internal order, times in seconds. */
export class ChainPosition {
  private readonly source: Pick<MempoolSource, 'parentOf'>;
  private lastConnected: Uint8Array | undefined;
  /** The block that the mempool corresponds to; undefined while uncertain. */
  private base: Uint8Array | undefined;
  private disconnectedAt = Number.NEGATIVE_INFINITY;

  constructor(source: Pick<MempoolSource, 'parentOf'>) {
    this.source = source;
  }

  /** Returns the blocks connected since the last comparison. */
  async blocksSince(best: Uint8Array): Promise<ConnectedBlocks> {
    if (this.lastConnected === undefined) return { connected: [], reorganised: false };
    const known = displayHash(this.lastConnected);
    const connected: Uint8Array[] = [];
    let hash: Uint8Array | undefined = best;
    while (hash !== undefined && displayHash(hash) !== known) {
      connected.unshift(hash);
      if (connected.length > maxBlocksBack) return { connected, reorganised: true };
      const parent = await this.parentOf(hash);
      if (parent === 'unknown') return { connected, reorganised: true };
      hash = parent;
    }
    return { connected, reorganised: hash === undefined && connected.length > 0 };
  }

  /** Records a reorg: for some seconds the mempool belongs to no block. */
  reorganize(time: number): void {
    this.disconnectedAt = time;
  }

  /** Returns true when a block with this parent is the mempool's next one. */
  isNext(prevHash: Uint8Array, time: number): boolean {
    // transactions of disconnected blocks return to the node's mempool only after the new blocks
    const isSettled = time - this.disconnectedAt > settleSeconds;
    return isSettled && this.base !== undefined && equalBytes(prevHash, this.base);
  }

  /** Moves by reported blocks, which have been applied. */
  async move(connected: readonly Uint8Array[], disconnected: readonly Uint8Array[]): Promise<void> {
    const newest = connected.at(-1);
    this.lastConnected = newest ?? this.lastConnected;
    if (newest !== undefined) {
      this.base = newest;
      return;
    }
    const last = disconnected.at(-1);
    const parent = last === undefined ? undefined : await this.parentOf(last);
    if (parent !== undefined && parent !== 'unknown') this.base = parent;
  }

  /** Moves to the node's best block, after a comparison with its mempool. */
  moveTo(best: Uint8Array): void {
    this.lastConnected = best;
    this.base = best;
  }

  /** The parent; undefined for genesis, `unknown` when the node no longer has the block. */
  private async parentOf(hash: Uint8Array): Promise<Uint8Array | undefined | 'unknown'> {
    try {
      return await this.source.parentOf(hash);
    } catch (error) {
      if (isCoded(error, 'node.unknown-block')) return 'unknown';
      throw error;
    }
  }
}
