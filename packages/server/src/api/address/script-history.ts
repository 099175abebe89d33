import type { HistoryEntry, IndexView, TxNumber } from '@glassblock/index';
import { compareTxNumbers } from '@glassblock/index';
import { fromHex } from '@glassblock/primitives';
import { mapBounded } from '../../concurrency/map-bounded.ts';

/** A transaction in the history of a script, or of a group. */
export interface MergedEntry {
  number: TxNumber;
  /** Net sats over the group. */
  value: bigint;
}

const minChunk = 16;
const readConcurrency = 16;

interface Source {
  hash: Uint8Array;
  /** Buffered entries, newest first. */
  ahead: HistoryEntry[];
  isDone: boolean;
}

/**
 * Merges the newest entries of several histories, newest first, one per transaction: a k-way merge that reads each
 * history in parts, so that a group costs little more than its answer.
 * @param hashes script hashes as hex, each once
 * @param before excludes itself and everything newer
 */
export async function mergedHistory(
  view: IndexView,
  hashes: readonly string[],
  { before, limit }: { before?: TxNumber; limit: number },
): Promise<MergedEntry[]> {
  const chunk = Math.min(limit, Math.max(minChunk, Math.ceil((2 * limit) / hashes.length)));
  const sources = hashes.map((hash): Source => ({ hash: fromHex(hash), ahead: [], isDone: false }));
  const refill = async (source: Source, from: TxNumber | undefined) => {
    source.ahead = await view.history(source.hash, {
      limit: chunk,
      ...(from === undefined ? {} : { before: from }),
    });
    source.isDone = source.ahead.length < chunk;
  };
  if (limit <= 0) return [];
  await mapBounded(sources, readConcurrency, (source) => refill(source, before));
  const merged: MergedEntry[] = [];
  while (merged.length < limit) {
    let newest: TxNumber | undefined;
    for (const { ahead } of sources) {
      const head = ahead[0];
      if (head !== undefined && (newest === undefined || compareTxNumbers(head.number, newest) > 0)) {
        newest = head.number;
      }
    }
    if (newest === undefined) break;
    let value = 0n;
    for (const source of sources) {
      const head = source.ahead[0];
      if (head === undefined || compareTxNumbers(head.number, newest) !== 0) continue;
      value += head.delta.fundedSum - head.delta.spentSum;
      source.ahead.shift();
      if (source.ahead.length === 0 && !source.isDone) await refill(source, newest);
    }
    merged.push({ number: newest, value });
  }
  return merged;
}

/** Returns true when the transaction is in the history of one of the scripts. */
export async function isInHistory(view: IndexView, hashes: readonly string[], number: TxNumber): Promise<boolean> {
  const entries = await mapBounded(hashes, readConcurrency, (hash) => view.historyEntry(fromHex(hash), number));
  return entries.some((entry) => entry !== undefined);
}
