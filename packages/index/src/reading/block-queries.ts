import { equalBytes } from '@glassblock/primitives';
import { rowKey } from '@glassblock/store';
import { LRUCache } from 'lru-cache';
import type { ChainMap } from '../chain-map.ts';
import { decodeBlockIdRow } from '../rows/block/block-id-row.ts';
import type { BlockRow } from '../rows/block/block-row.ts';
import { decodeStaleBody, type StaleBody } from '../rows/block/stale-body.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { IndexSnapshot } from './index-snapshot.ts';

/**
 * Decoded rows of each chain: address and spend lists read the same rows repeatedly, and decoding a row takes 10 us.
 */
const decodedRows = new WeakMap<ChainMap, LRUCache<number, BlockRow>>();
const maxDecodedRows = 2_000;

function decodedRowsOf(map: ChainMap): LRUCache<number, BlockRow> {
  let rows = decodedRows.get(map);
  if (rows === undefined) decodedRows.set(map, (rows = new LRUCache({ max: maxDecodedRows })));
  return rows;
}

/** Returns blocks of the active chain; undefined where there is none. Rows are shared: do not change them. */
export async function blocksAt(
  { view, map, prefixer }: IndexSnapshot,
  heights: readonly number[],
): Promise<(BlockRow | undefined)[]> {
  const known = decodedRowsOf(map);
  // read before waiting: concurrent calls may evict rows meanwhile
  const found = new Map<number, BlockRow>();
  for (const height of heights) {
    const row = known.get(height);
    if (row !== undefined) found.set(height, row);
  }
  const missing = heights.filter((height) => height >= 0 && height < map.count && !found.has(height));
  if (missing.length > 0) {
    const rows = await view.getMany(
      tables.blocks,
      missing.map((height) => rowKey(tables.blocks, u32Bytes(height))),
    );
    for (const [i, height] of missing.entries()) {
      const row = rows[i];
      if (row === undefined) continue;
      const decoded = prefixer.format.decodeBlockRow(row);
      found.set(height, decoded);
      known.set(height, decoded);
    }
  }
  return heights.map((height) => found.get(height));
}

/** Returns a block of the active chain or a stale one. */
export async function blockByHash(
  snapshot: IndexSnapshot,
  hash: Uint8Array,
): Promise<{ row: BlockRow; stale: boolean } | undefined> {
  const { view, prefixer } = snapshot;
  const at = await view.get(tables.blockIds, rowKey(tables.blockIds, hash));
  if (at !== undefined) {
    const [row] = await blocksAt(snapshot, [decodeBlockIdRow(at)]);
    if (row !== undefined && equalBytes(row.header.hash, hash)) return { row, stale: false };
  }
  const stale = await view.get(tables.stale, rowKey(tables.stale, hash));
  return stale === undefined ? undefined : { row: prefixer.format.decodeBlockRow(stale), stale: true };
}

/** Returns a stale block and its spent outputs, as far as they were stored. */
export async function staleBody({ view }: IndexSnapshot, hash: Uint8Array): Promise<StaleBody | undefined> {
  const row = await view.get(tables.staleBodies, rowKey(tables.staleBodies, hash));
  return row === undefined ? undefined : decodeStaleBody(row);
}
