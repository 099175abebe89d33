import {
  blockDelta,
  type CompressedTx,
  compressed,
  emptyBlock,
  type PublishedBlock,
  publishedBlock,
  type SlotDelta,
  SlotDeltas,
} from '../deltas.ts';
import type { Mempool } from '../memory/mempool.ts';
import type { BlockUpdate } from '../mempool-view.ts';

/** The projected blocks whose changes the frames carry, as last published. */
export class WatchedBlocks {
  private readonly mempool: Mempool;
  private readonly deltas = new SlotDeltas();
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
    const { mempool, published, deltas } = this;
    const updates: BlockUpdate[] = [];
    const wasUnpublished = this.isUnpublished;
    this.isUnpublished = !isPublished;
    for (const [index, before] of published) {
      const now = publishedOf(mempool, index);
      published.set(index, now);
      if (!isPublished) continue;
      const update = wasUnpublished
        ? { index, full: projectedTxs(mempool, index) }
        : updateOf(mempool, index, deltas.between(before, now), afterBlock);
      if (update !== undefined) updates.push(update);
    }
    return updates;
  }
}

/** Returns the list of a projected block; empty when there is no such block. */
export function projectedTxs(mempool: Mempool, index: number): CompressedTx[] {
  if (index >= mempool.blocks.length) return [];
  return Array.from(mempool.listOf(index).slots, (slot) => compressed(mempool, slot));
}

const publishedOf = (mempool: Mempool, index: number): PublishedBlock =>
  index < mempool.blocks.length ? publishedBlock(mempool, mempool.listOf(index)) : emptyBlock;

/** Full after a block that changed more than half of the list; undefined while the block is absent and was empty. */
function updateOf(mempool: Mempool, index: number, delta: SlotDelta, afterBlock: boolean): BlockUpdate | undefined {
  const exists = index < mempool.blocks.length;
  if (afterBlock && exists && delta.added.length > mempool.listOf(index).slots.length / 2) {
    return { index, full: projectedTxs(mempool, index) };
  }
  if (!exists && delta.removed.length === 0) return undefined;
  return { index, delta: blockDelta(mempool, delta) };
}
