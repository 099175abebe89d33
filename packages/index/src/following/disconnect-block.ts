import { CodedError, displayHash, type Height, isCoded } from '@glassblock/primitives';
import { rowKey } from '@glassblock/store';
import type { ChainTip } from '../chain-source.ts';
import { effectsOf, keyedColumns } from '../planning/block-effects.ts';
import { resolvePrevious, undoneBlock } from '../planning/block-plan.ts';
import { planDisconnect } from '../planning/disconnect-plan.ts';
import { decodeUndo, type UndoneBlock } from '../rows/block/undo-row.ts';
import { tables } from '../rows/tables.ts';
import { u32Bytes } from '../tx-number.ts';
import { type BlockChangeSources, type OpenedIndex, type PlanChange, putStale, putUndo } from './block-change.ts';
import { txidResolver } from './txid-resolver.ts';

const otherChain =
  'the node has another chain, without the blocks of the index ("glassblock index rebuild" builds the index again)';

/** Plans disconnecting the tip, which becomes a stale block without a stored body. */
export function planDisconnectedBlock(sources: BlockChangeSources, { height, hash }: ChainTip): PlanChange {
  const { prefixer } = sources;
  return async (opened, rows) => {
    const { view, map } = opened;
    const row = await view.get(tables.blocks, rowKey(tables.blocks, u32Bytes(height)));
    if (row === undefined) throw new Error(`the block at the tip ${height} has no row`);
    const undo = await view.get(tables.undo, rowKey(tables.undo, u32Bytes(height)));
    const undone = undo === undefined ? await derivedUndo(opened, sources, hash) : decodeUndo(undo);
    await planDisconnect(opened, prefixer, { height, hash }, undone, rows);
    const { prevHash } = prefixer.format.decodeBlockRow(row).header;
    putUndo(rows, height, undefined);
    putStale(rows, hash, { row });
    return {
      tip: height === 0 ? undefined : { height: (height - 1) as Height, hash: prevHash.slice() },
      map: map.cut(height),
      fact: { type: 'block-disconnected', height, hash },
    };
  };
}

/**
 * Computes the undo data of a block without an undo row, from the block itself.
 * @throws {CodedError} index.other-chain when the node does not know it: a node keeps the blocks that it disconnects
 */
async function derivedUndo(
  { view, index, map }: OpenedIndex,
  { prefixer, source }: BlockChangeSources,
  hash: Uint8Array,
): Promise<UndoneBlock> {
  const { block, spent } = await source.blockWithSpent(hash).catch((cause: unknown) => {
    if (!isCoded(cause, 'node.unknown-block')) throw cause;
    throw new CodedError('index.other-chain', otherChain, { datum: displayHash(hash), cause });
  });
  const columns = keyedColumns(block, spent, prefixer);
  const effects = effectsOf(columns, map.next - columns.txCount, prefixer);
  const numbers = await resolvePrevious(
    view,
    prefixer,
    columns,
    effects.consumed,
    txidResolver(index, map, source, prefixer.format),
  );
  return undoneBlock(effects, numbers);
}
