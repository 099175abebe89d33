import { figuresOf, type ProjectedFigures } from '../blocks/project.ts';
import type { MempoolFrame } from '../mempool-view.ts';
import { type FrameSources, mempoolFrame } from './mempool-frame.ts';
import { WatchedBlocks } from './watched-blocks.ts';

/** Linearization steps per projection, about 20 ns each. */
const commitSteps = 250_000;

/** Options of the frame publisher. */
export interface FramePublisherOptions extends FrameSources {
  /** Seconds since 1970. */
  now(): number;
  onFrame(frame: MempoolFrame): void;
}

/** Owns the projection: commits the changes of the mempool, rebuilds the projected blocks, and publishes frames. */
export class FramePublisher {
  /** The projected blocks whose changes the frames carry. */
  readonly watched: WatchedBlocks;
  private readonly options: FramePublisherOptions;
  /** The last projection's frame. */
  private last: MempoolFrame;
  /** Number of the last projection in sync. */
  private projections = 0;
  private blocks: ProjectedFigures[] = [];
  private changed = false;

  constructor(options: FramePublisherOptions) {
    this.options = options;
    this.watched = new WatchedBlocks(options.mempool);
    this.last = this.statusFrame();
  }

  /** The frame of the last projection. */
  get frame(): MempoolFrame {
    return this.last;
  }

  /** Number of the last projection in sync. */
  get sequence(): number {
    return this.projections;
  }

  /** True when the mempool changed since the last projection. */
  get isOutdated(): boolean {
    return this.changed;
  }

  /** Records that the mempool changed. */
  invalidate(): void {
    this.changed = true;
  }

  /** Rebuilds the projected blocks and publishes a frame. */
  project({ afterBlock }: { afterBlock: boolean }): void {
    const { mempool, status, replacements, now, onFrame } = this.options;
    this.changed = false;
    mempool.commit(afterBlock ? 1 : 0, commitSteps);
    this.blocks = figuresOf(mempool);
    if (status.synced) this.projections++;
    const watched = this.watched.update({ isPublished: status.synced, afterBlock });
    const rbfChanges = replacements.takeChanges();
    const { projections: sequence, blocks } = this;
    this.last = mempoolFrame(this.options, { sequence, blocks, afterBlock, watched, rbfChanges }, now());
    onFrame(this.last);
  }

  /** Publishes the status with the blocks of the last projection. */
  publishStatus(): void {
    this.options.onFrame(this.statusFrame());
  }

  private statusFrame(): MempoolFrame {
    const { projections: sequence, blocks } = this;
    const projection = { sequence, blocks, afterBlock: false, watched: [], rbfChanges: undefined };
    return mempoolFrame(this.options, projection, this.options.now());
  }
}
