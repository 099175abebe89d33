import type { MempoolEntry, MempoolFrame, MempoolView } from '@glassblock/mempool';

/** The mempool of a network. */
export interface MempoolContext {
  readonly mempool: MempoolView;
  /** Returns the newest mempool frame. */
  frame(): MempoolFrame;
  onFrame(listener: (frame: MempoolFrame) => void): () => void;
  /** Called with entries of transactions that the next facts add, after `mempool.attachEntries`. */
  onEntries(listener: (entries: readonly MempoolEntry[]) => void): () => void;
}
