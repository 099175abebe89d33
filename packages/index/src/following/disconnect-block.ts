import { type Height, isCoded } from '@glassblock/primitives';
import { rowKey } from '@glassblock/store';
import { effectsOf, keyedColumns } from '../block-effects.ts';
import { planDisconnect, resolvePrevious } from '../block-plan.ts';
import type { ChainSource, ChainTip } from '../chain-source.ts';
import { decodeBlockRow } from '../rows/block/block-row.ts';
import { encodeStaleBody } from '../rows/block/stale-body.ts';
import { decodeUndo, type UndoneBlock } from '../rows/block/undo-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import {
  type BlockChange,
  type BlockChangeSources,
  type OpenedIndex,
  staleRows,
  undoRow,
  withIndex,
} from './block-change.ts';
import { txidResolver } from './txid-resolver.ts';

/** Plans disconnecting the tip, which becomes a stale block. */
export async function planDisconnectedBlock(
  { store, prefixer, source }: BlockChangeSources,
  { height, hash }: ChainTip,
): Promise<BlockChange> {
  const body = await storedBody(source, hash);
  return withIndex(store, prefixer, async (opened) => {
    const { view, map } = opened;
    const row = await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(height)));
    if (row === undefined) throw new Error(`the block at the tip ${height} has no row`);
    const undo = await view.get(tables.undo, rowKey(tables.undo, u32Bytes(height)));
    const undone = undo === undefined ? await derivedUndo(opened, { store, prefixer, source }, hash) : decodeUndo(undo);
    const plan = await planDisconnect(view, prefixer, map, { height, hash }, undone);
    const { prevHash } = decodeBlockRow(row).header;
    return {
      changes: [...plan, undoRow(height, undefined), ...staleRows(hash, row, body)],
      tip: height === 0 ? undefined : { height: (height - 1) as Height, hash: prevHash.slice() },
      next: undone.first,
      fact: { type: 'block-disconnected', height, hash },
    };
  });
}

/** Returns a disconnected block, packed, if the node still has it. */
async function storedBody(source: ChainSource, hash: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return encodeStaleBody(await source.blockWithSpent(hash));
  } catch (error) {
    if (isCoded(error, 'node.no-data') || isCoded(error, 'node.unknown-block')) return undefined;
    throw error;
  }
}

/** Computes the undo data of a block without an undo row, from the block itself. */
async function derivedUndo(
  { view, index, map }: OpenedIndex,
  { prefixer, source }: BlockChangeSources,
  hash: Uint8Array,
): Promise<UndoneBlock> {
  const { block, spent } = await source.blockWithSpent(hash);
  const columns = keyedColumns(block, spent, prefixer);
  const effects = effectsOf(columns, map.next - columns.txCount, prefixer);
  const previous = await resolvePrevious(view, prefixer, effects, txidResolver(index, map, source));
  const { first, txCount, scripts, created, txids } = effects;
  const consumed = effects.consumed.map((output, i) => ({ ...output, number: previous[i]! }));
  return { first, txCount, scripts, created, consumed, txids };
}
