import { detailedTxs } from '../blocks/project.ts';
import {
  type BlockDelta,
  blockDelta,
  type CompressedTx,
  compressed,
  type PublishedBlock,
  publishedBlock,
} from '../deltas.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { BlockUpdate } from '../mempool-view.ts';

/** The projected blocks whose changes the frames carry, as last published. */
export class WatchedBlocks {
  private readonly mempool: Mempool;
  private published = new Map<number, PublishedBlock>();
  /** The last projection was not published: no delta can refer to it. */
  private isUnpublished = true;

  constructor(mempool: Mempool) {
    this.mempool = mempool;
  }

  /** Replaces the set of watched blocks. */
  watch(indexes: readonly number[]): void {
    const { published, mempool } = this;
    this.published = new Map(indexes.map((index) => [index, published.get(index) ?? publishedOf(mempool, index)]));
  }

  /** Returns the updates since the last call; empty when the projection is not published. */
  update({ isPublished, afterBlock }: { isPublished: boolean; afterBlock: boolean }): BlockUpdate[] {
    const { mempool, published } = this;
    const updates: BlockUpdate[] = [];
    const wasUnpublished = this.isUnpublished;
    this.isUnpublished = !isPublished;
    for (const [index, block] of published) {
      const delta = deltaOf(block, mempool, index);
      published.set(index, publishedOf(mempool, index));
      if (!isPublished) continue;
      const update = wasUnpublished
        ? { index, full: projectedTxs(mempool, index) }
        : updateOf(mempool, index, delta, afterBlock);
      if (update !== undefined) updates.push(update);
    }
    return updates;
  }
}

/** Returns the list of a projected block; empty when there is no such block. */
export function projectedTxs(mempool: Mempool, index: number): CompressedTx[] {
  return index < mempool.blocks.length ? detailedTxs(mempool, index).map((tx) => compressed(mempool, tx)) : [];
}

const noTxs: PublishedBlock = new Map();

const publishedOf = (mempool: Mempool, index: number): PublishedBlock =>
  index < mempool.blocks.length ? publishedBlock(mempool, index) : noTxs;

function deltaOf(published: PublishedBlock, mempool: Mempool, index: number): BlockDelta {
  if (index < mempool.blocks.length) return blockDelta(published, mempool, index);
  return { added: [], removed: [...published.keys()].map((slot) => mempool.idOf(slot)), changed: [] };
}

/** Full after a block that changed more than half of the list; undefined while the block is absent and was empty. */
function updateOf(mempool: Mempool, index: number, delta: BlockDelta, afterBlock: boolean): BlockUpdate | undefined {
  const exists = index < mempool.blocks.length;
  if (afterBlock && exists) {
    const list = projectedTxs(mempool, index);
    if (delta.added.length > list.length / 2) return { index, full: list };
  }
  if (!exists && delta.removed.length === 0) return undefined;
  return { index, delta };
}
