import type { TxStripped } from '@glassblock/contract';
import type { PoolEntry } from '@glassblock/mempool';
import { readWholeTransaction, sumOfValues } from '@glassblock/primitives';
import type { NetworkContext } from '../network-context.ts';
import type { PoolChange } from './tracker.ts';

/** The newest transactions between two projections, so that a list moves within a tenth of a second. */
export interface NewestTxs {
  onPoolChange(change: PoolChange): void;
  /** Newest first; those that have left meanwhile are missing. */
  list(): Promise<TxStripped[]>;
  close(): void;
}

const kept = 6;
const gatherMs = 100;

/** @param onNews  called some time after transactions came, once for all that came meanwhile */
export function createNewestTxs(context: NetworkContext, onNews: () => void): NewestTxs {
  let newest: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  return {
    onPoolChange({ addedIds, removed }) {
      const gone = new Set(removed.map(({ txid }) => txid));
      newest = [...[...addedIds].slice(-kept).reverse(), ...newest.filter((txid) => !gone.has(txid))].slice(0, kept);
      if (addedIds.size === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        onNews();
      }, gatherMs);
    },
    async list() {
      const entries = await context.pool.entries(newest);
      return entries.filter((entry) => entry !== undefined).map(stripped);
    },
    close: () => clearTimeout(timer),
  };
}

function stripped({ txid, raw, fee, weight, effectiveRate, firstSeen }: PoolEntry): TxStripped {
  const outputs = readWholeTransaction(raw).outputs();
  const value = sumOfValues(outputs.map((output) => output.value)) ?? 0;
  return { txid, fee, vsize: weight / 4, value, rate: effectiveRate, time: firstSeen };
}
