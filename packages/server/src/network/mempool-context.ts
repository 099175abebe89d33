import type { MempoolFrame, MempoolView } from '@glassblock/mempool';

/** The mempool of a network. */
export interface MempoolContext {
  readonly mempool: MempoolView;
  /** Returns the newest mempool frame. */
  frame(): MempoolFrame;
  onFrame(listener: (frame: MempoolFrame) => void): () => void;
}
