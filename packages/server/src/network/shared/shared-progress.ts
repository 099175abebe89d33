import type { FollowerLink } from '../../bus/feed/follower-link.ts';
import { type IndexProgress, notOpened } from '../chain/index/index-progress.ts';

/** Progress of an index that another process writes. */
export interface SharedProgress {
  current(): IndexProgress;
  /** Rows of the index can be read. */
  opened(): void;
  /** The journal, or the marker of the index, has reached a height. */
  connected(height: number | null): void;
  /** Takes the follower's height; returns true when it is another one. */
  moved(): boolean;
}

/** Creates the progress before the first report. */
export function createSharedProgress(
  source: Pick<FollowerLink<{ progress: IndexProgress }>, 'status' | 'failure'>,
): SharedProgress {
  let height: number | null = null;
  let isOpen = false;
  const failure = () => source.failure;
  return {
    current() {
      if (!isOpen) return { ...notOpened, failure: failure() ?? 'The index is being opened.' };
      const { status } = source;
      if (failure() === undefined && status !== undefined) return { ...status.progress, height };
      // whether blocks are missing is not known: indexed blocks are served
      return { ...notOpened, height, failure: failure() };
    },
    opened() {
      isOpen = true;
    },
    connected(next) {
      height = next;
    },
    moved() {
      const next = source.status?.progress.height ?? null;
      // a follower that takes over has not opened the index yet
      if (source.failure !== undefined || next === null || next === height) return false;
      height = next;
      return true;
    },
  };
}
