import type { BulkProgress } from '@glassblock/index';
import { duration } from '@glassblock/node';
import type { Logger } from 'pino';

const buildLogEveryMs = 10_000;

/** Logs the progress of the initial index build periodically. */
export function createBuildLog(log: Logger): (progress: BulkProgress) => void {
  let logged = Number.NEGATIVE_INFINITY;
  return ({ share, blocksRead, blocks, megabytesPerSecond, secondsLeft, step }) => {
    if (performance.now() - logged < buildLogEveryMs) return;
    logged = performance.now();
    const left = secondsLeft === undefined ? '' : `, about ${duration(secondsLeft)} left`;
    const pace = step === 'reading' ? `, ${megabytesPerSecond.toFixed(1)} MB/s` : '';
    const percent = (100 * share).toFixed(1);
    log.info(
      { event: 'index-build', share, blocksRead, blocks, secondsLeft },
      `index ${percent} %: ${step}, ${blocksRead} of ${blocks} blocks${pace}${left}`,
    );
  };
}

const prunedSentence =
  'The node is pruned and lacks blocks that the index needs: addresses and older transactions are not available. Recent blocks and the mempool are shown.';

/** Returns why the index has stopped, in a sentence. Disk errors are used as they are. */
export function indexSentence({ code, message }: { code: string; message: string }): string {
  if (code === 'node.no-data') return prunedSentence;
  const isOfDisk = code.startsWith('store.') || code === 'index.disk';
  return isOfDisk ? `${message[0]!.toUpperCase()}${message.slice(1)}.` : `The index has stopped: ${message}.`;
}
