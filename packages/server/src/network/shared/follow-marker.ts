import { isCoded } from '@glassblock/primitives';
import type { Logger } from 'pino';
import type { FollowerLink } from '../../bus/feed/follower-link.ts';
import type { ServedIndex } from '../chain/index/served-index.ts';
import type { SharedProgress } from './shared-progress.ts';

/** Options of `followMarker`. */
export interface MarkerOptions {
  index: ServedIndex;
  link: Pick<FollowerLink<unknown>, 'failure'>;
  progress: SharedProgress;
  /** Reads the height of the newest view; null: no block. */
  height(): Promise<number | null>;
  onOpened(): void;
  /** Called when the marker has another height than the progress, which has it then. */
  onMoved(): void;
  log: Logger;
}

/** Interval of attempts to open the index, and of reading its marker while the bus is away. */
const pollMs = 1_000;

/**
 * Opens the index as soon as it exists, and reads its marker while the follower does not report blocks; returns a
 * function that ends that.
 */
export function followMarker(options: MarkerOptions): () => Promise<void> {
  const { index, link, progress, log } = options;
  let isOpen = false;
  let isStopping = false;
  let reported: string | undefined;
  async function step(): Promise<void> {
    if (!isOpen) {
      await index.open();
      isOpen = true;
      progress.opened();
      options.onOpened();
    } else if (link.failure === undefined) return;
    else index.refresh();
    const height = await options.height();
    if (height === progress.current().height) return;
    progress.connected(height);
    options.onMoved();
  }
  const run = async () => {
    try {
      await step();
      reported = undefined;
    } catch (error) {
      const sentence = isCoded(error) ? error.message : String(error);
      if (sentence !== reported && !isStopping)
        log.warn({ event: 'index', error: sentence }, 'the index cannot be read');
      reported = sentence;
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, pollMs);
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await running;
  };
}
