import { type AddressRange, addressKey, isInRanges, toHex } from '@glassblock/primitives';
import { spanOf } from '../columns/address-heads.ts';
import type { ScriptTable } from '../columns/script-table.ts';
import type { TxColumns } from '../columns/tx-columns.ts';

/**
 * Bytes of transactions read for one answer, a few milliseconds: an attacker who fills the mempool with addresses that
 * differ in their last characters only hides some of those from search, and does not block the thread.
 */
const maxBytes = 1_000_000;

/**
 * Returns the keys of mempool addresses in the ranges, distinct, at most `limit`. The table leads to transactions with
 * similar addresses; their scripts decide.
 */
export function keysInRanges(
  ranges: readonly AddressRange[],
  limit: number,
  table: ScriptTable,
  columns: TxColumns,
): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  const seen = new Set<number>();
  let looked = 0;
  for (const slot of table.slotsByHead(ranges.map(spanOf))) {
    if (seen.has(slot)) continue;
    seen.add(slot);
    for (const script of columns.scripts(slot)) {
      const key = addressKey(script);
      if (key === undefined || !isInRanges(key, ranges)) continue;
      found.set(toHex(key), key);
      if (found.size >= limit) return [...found.values()];
    }
    looked += columns.size[slot]!;
    if (looked > maxBytes) break;
  }
  return [...found.values()];
}
