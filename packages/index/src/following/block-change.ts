import type { Fact } from '@glassblock/journal';
import { type Change, rowKey, type Store, type View } from '@glassblock/store';
import type { ChainMap } from '../chain-map.ts';
import type { ChainSource, ChainTip } from '../chain-source.ts';
import { chainMapOf, type IndexView, indexViewOn } from '../index-reader.ts';
import type { Prefixer } from '../prefixer.ts';
import { asBadRow } from '../reading/bad-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';

/** What a plan reads. */
export interface BlockChangeSources {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
}

/** Plan of connecting or disconnecting one block. */
export interface BlockChange {
  changes: Change[];
  /** The tip afterwards; undefined without blocks. */
  tip: ChainTip | undefined;
  /** Number of the next transaction afterwards. */
  next: number;
  fact: Fact;
}

/** The tables at one tip. */
export interface OpenedIndex {
  view: View;
  index: IndexView;
  map: ChainMap;
}

/**
 * Opens the tables at their tip for `work` and closes them afterwards.
 * @throws {CodedError} index.bad-row if rows cannot be decoded
 */
export async function withIndex<T>(
  store: Store,
  prefixer: Prefixer,
  work: (opened: OpenedIndex) => Promise<T>,
): Promise<T> {
  const view = await store.view();
  try {
    const map = await chainMapOf(store, view);
    return await work({ view, index: indexViewOn({ view, prefixer, map }), map });
  } catch (error) {
    throw asBadRow(error);
  } finally {
    await view.close();
  }
}

/** Returns the change of a block's undo row; without a value it is removed. */
export function undoRow(height: number, value: Uint8Array | undefined): Change {
  return { table: tables.undo, key: rowKey(tables.undo, u32Bytes(height)), value };
}

/** Returns the rows of a stale block; without values if it is active again. */
export function staleRows(hash: Uint8Array, row: Uint8Array | undefined, body: Uint8Array | undefined): Change[] {
  return [
    { table: tables.stale, key: rowKey(tables.stale, hash), value: row },
    { table: tables.staleBodies, key: rowKey(tables.staleBodies, hash), value: body },
  ];
}
