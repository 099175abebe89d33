import { CodedError, displayHash, equalBytes, type Height, type UnixSeconds } from '@glassblock/primitives';
import type { ChainTip } from '../chain-source.ts';
import type { IndexView } from '../index-reader.ts';
import { keyedColumns } from '../planning/block-effects.ts';
import { planConnect } from '../planning/block-plan.ts';
import { encodeUndo } from '../rows/block/undo-row.ts';
import { undoDepth } from '../rows/tables.ts';
import { type BlockChangeSources, type PlanChange, putStale, putUndo } from './block-change.ts';
import { txidResolver } from './txid-resolver.ts';

/** A block of the active chain as the node returns it. */
export interface FetchedBlock {
  hash: Uint8Array;
  bytes: { block: Uint8Array; spent: Uint8Array };
}

/**
 * Plans connecting a block.
 * @throws {CodedError} index.tip-moved if it does not follow the tip
 */
export function planConnectedBlock(
  { prefixer, source }: BlockChangeSources,
  tip: ChainTip | undefined,
  { hash, bytes }: FetchedBlock,
): PlanChange {
  const height = (tip === undefined ? 0 : tip.height + 1) as Height;
  const spentBytes = height === 0 ? prefixer.format.genesisSpent(bytes.block) : bytes.spent;
  const columns = keyedColumns(bytes.block, spentBytes, prefixer);
  const { header, txCount } = columns;
  if (tip !== undefined && !equalBytes(header.prevHash, tip.hash)) {
    throw new CodedError('index.tip-moved', 'the chain changed while a block was read', { datum: displayHash(hash) });
  }
  return async ({ view, index, map }, rows) => {
    const medianTime = await medianTimeOf(index, height, header.time);
    const resolve = txidResolver(index, map, source, prefixer.format);
    const undone = await planConnect({ view, prefixer, map, height, columns, medianTime, resolve }, rows);
    putUndo(rows, height, encodeUndo(undone));
    if (height >= undoDepth) putUndo(rows, height - undoDepth, undefined);
    putStale(rows, hash, {});
    return {
      tip: { height, hash },
      map: map.extended(txCount),
      fact: { type: 'block-connected', height, hash, time: header.time as UnixSeconds, txCount },
    };
  };
}

/** Median of a block's time and of the ten before it, or fewer; Unix seconds. */
async function medianTimeOf(index: IndexView, height: number, time: number): Promise<number> {
  const rows = await index.blocksAt(Array.from({ length: 10 }, (_, i) => height - 1 - i).filter((at) => at >= 0));
  const sorted = [time, ...rows.map((row) => row!.header.time)].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
