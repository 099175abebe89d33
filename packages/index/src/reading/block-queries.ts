import { equalBytes } from '@glassblock/primitives';
import { rowKey } from '@glassblock/store';
import { decodeBlockIdRow } from '../rows/block/block-id-row.ts';
import { type BlockRow, decodeBlockRow } from '../rows/block/block-row.ts';
import { decodeStaleBody, type StaleBody } from '../rows/block/stale-body.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import type { IndexSnapshot } from './index-snapshot.ts';

/** Returns blocks of the active chain; undefined where there is none. */
export async function blocksAt(
  { view, map }: IndexSnapshot,
  heights: readonly number[],
): Promise<(BlockRow | undefined)[]> {
  const known = heights.filter((height) => height >= 0 && height < map.count);
  const rows = await view.getMany(
    tables.blocks,
    known.map((height) => rowKey(tables.blocks, u32Bytes(height))),
  );
  const byHeight = new Map(known.map((height, i) => [height, rows[i]]));
  return heights.map((height) => {
    const row = byHeight.get(height);
    return row === undefined ? undefined : decodeBlockRow(row);
  });
}

/** Returns a block of the active chain or a stale one. */
export async function blockByHash(
  snapshot: IndexSnapshot,
  hash: Uint8Array,
): Promise<{ row: BlockRow; stale: boolean } | undefined> {
  const { view } = snapshot;
  const at = await view.get(tables.blockIds, rowKey(tables.blockIds, hash));
  if (at !== undefined) {
    const [row] = await blocksAt(snapshot, [decodeBlockIdRow(at)]);
    if (row !== undefined && equalBytes(row.header.hash, hash)) return { row, stale: false };
  }
  const stale = await view.get(tables.stale, rowKey(tables.stale, hash));
  return stale === undefined ? undefined : { row: decodeBlockRow(stale), stale: true };
}

/** Returns a stale block and its spent outputs, as far as they were stored. */
export async function staleBody({ view }: IndexSnapshot, hash: Uint8Array): Promise<StaleBody | undefined> {
  const row = await view.get(tables.staleBodies, rowKey(tables.staleBodies, hash));
  return row === undefined ? undefined : decodeStaleBody(row);
}
