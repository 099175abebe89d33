import type { TxStripped } from '@glassblock/contract';
import type { MempoolEntry } from '@glassblock/mempool';
import { readWholeTransaction, sumOfValues } from '@glassblock/primitives';
import type { AnnouncedEntries } from '../announced-entries.ts';
import type { MempoolChange } from '../tracker.ts';

/** The newest transactions between two projections, so that a list moves within a tenth of a second. */
export interface NewestTxs {
  onMempoolChange(change: Pick<MempoolChange, 'addedIds' | 'removed'>): void;
  /** Newest first, without those that have left. */
  list(): Promise<TxStripped[]>;
  close(): void;
}

const maxListed = 6;
const gatherMs = 100;

/**
 * Creates the list of newest transactions.
 * @param report called some time after transactions arrived, once for all of them; not again before it has ended
 */
export function createNewestTxs(entries: AnnouncedEntries, report: () => Promise<void>): NewestTxs {
  let newest: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isPublishing = false;
  let hasNews = false;
  let isClosed = false;

  function gather(): void {
    if (timer !== undefined || isPublishing || isClosed) return;
    timer = setTimeout(async () => {
      timer = undefined;
      hasNews = false;
      isPublishing = true;
      await report();
      isPublishing = false;
      if (hasNews) gather();
    }, gatherMs);
  }

  return {
    onMempoolChange({ addedIds, removed }) {
      const gone = new Set(removed.map(({ txid }) => txid));
      const left = newest.filter((txid) => !gone.has(txid));
      newest = [...[...addedIds].slice(-maxListed).reverse(), ...left].slice(0, maxListed);
      if (addedIds.size === 0) return;
      hasNews = true;
      gather();
    },
    list: async () => (await entries.find(newest)).map(stripped),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function stripped({ txid, raw, fee, weight, effectiveRate, firstSeen }: MempoolEntry): TxStripped {
  const outputs = readWholeTransaction(raw).outputs();
  const value = sumOfValues(outputs.map((output) => output.value)) ?? 0;
  return { txid, fee, vsize: weight / 4, value, rate: effectiveRate, time: firstSeen };
}
