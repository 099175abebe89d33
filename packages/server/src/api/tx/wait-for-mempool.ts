import type { MempoolContext } from '../../network/mempool-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';

const timeoutSeconds = 2;

/**
 * Waits until the mempool has the transactions that the node has just accepted, so that the sender finds them with the
 * next request. At most two seconds; not at all while the mempool is loading, or polled less often than that.
 * @param txids display form
 */
export async function waitForMempool(
  { journal, mempool, frame }: MempoolContext & RecordingContext,
  txids: readonly string[],
): Promise<void> {
  const { synced, pollSeconds = 0 } = frame();
  if (!synced || pollSeconds > timeoutSeconds) return;
  let received: () => void = () => undefined;
  let isOver = false;
  const leave = journal.onAppend(() => received());
  const timer = setTimeout(() => {
    isOver = true;
    received();
  }, timeoutSeconds * 1_000);
  try {
    for (;;) {
      // includes events during the call
      const news = new Promise<void>((resolve) => (received = resolve));
      const entries = await mempool.entries(txids);
      if (isOver || !entries.includes(undefined)) return;
      await news;
    }
  } finally {
    clearTimeout(timer);
    leave();
  }
}
