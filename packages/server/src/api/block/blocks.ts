import type { Block, BlockExt, BlockStatus, Tx } from '@glassblock/contract';
import type { BlockRow, IndexView } from '@glassblock/index';
import { CodedError, displayHash, hashFromDisplay, toHex } from '@glassblock/primitives';
import { mapInSlices } from '../../concurrency/slices.ts';
import { type BlockWithBody, blockBody, bodyOfBlock } from '../../network/chain/block-body.ts';
import { type ChainContext, withIndex } from '../../network/chain/chain-context.ts';
import { type ChainReader, statusIn, withChain } from '../../network/chain/chain-reader.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { presentBlock, presentBlockExt } from '../presenters/present-block.ts';
import { presentTx, unconfirmed } from '../presenters/present-tx.ts';
import type { FoundTx } from '../presenters/tx-list.ts';
import type { BlockContext } from './block-context.ts';
import { type ChainTips, cachedTips } from './chain-tips.ts';

/** Creates the error of a code. */
export const refuse = (code: string, datum?: unknown) => new CodedError(code, code, { datum });

/** Rows downwards from a height, at most `count`; default the tip. */
async function rowsDown(view: IndexView, from: number | undefined, count: number): Promise<BlockRow[]> {
  const tip = view.tip?.height ?? -1;
  const start = from ?? tip;
  const heights = Array.from({ length: count }, (_, i) => start - i).filter((height) => height >= 0 && height <= tip);
  return (await view.blocksAt(heights)).filter((row) => row !== undefined);
}

/**
 * Returns plain blocks downwards.
 * @throws {CodedError} block.not-found above the tip
 */
export async function plainBlocks(context: ChainContext, from: number | undefined): Promise<Block[]> {
  const blocks = await withIndex(context, async (view) => {
    if (from !== undefined && (view.tip === undefined || from > view.tip.height)) throw refuse('block.not-found', from);
    return (await rowsDown(view, from, 10)).map(presentBlock);
  });
  return blocks ?? [];
}

/** Returns blocks with extras downwards, newest first; above the tip only existing ones. */
export async function extendedBlocks(
  context: BlockContext,
  from: number | undefined,
  count: number,
): Promise<BlockExt[]> {
  const blocks = await withIndex(context, async (view) => {
    const [rows, tips] = await Promise.all([rowsDown(view, from, count), cachedTips(context)]);
    return rows.map((row) => extended(context, row, tips));
  });
  return blocks ?? [];
}

/** Returns existing blocks between two heights, ascending. */
export async function extendedRange(context: BlockContext, from: number, to: number): Promise<BlockExt[]> {
  return (await extendedBlocks(context, to, to - from + 1)).reverse();
}

/**
 * Returns a block with its extras.
 * @param canonical for a stale block: the best chain's block at its height, if any
 */
export function extended(
  context: NetworkInfo & RecordingContext,
  row: BlockRow,
  tips: ChainTips | undefined,
  stale?: { canonical: BlockRow | undefined },
): BlockExt {
  const hash = displayHash(row.header.hash);
  const orphans = (tips?.orphansAt.get(row.height) ?? []).filter((orphan) => orphan.hash !== hash);
  return {
    ...presentBlockExt(row, {
      stale: stale !== undefined,
      orphans,
      network: context.network,
      miningPools: context.miningPools,
      score: context.audits.score(hash),
    }),
    ...(stale?.canonical === undefined ? {} : { canonical: displayHash(stale.canonical.header.hash) }),
  };
}

/** @throws {CodedError} `missing` when the block is unknown */
async function knownBlock(context: ChainContext, id: string, missing: string) {
  const found = await withIndex(context, (view) => view.blockByHash(hashFromDisplay(id)));
  if (found === undefined) throw refuse(missing, id);
  return found;
}

/** Returns a plain block. */
export async function plainBlock(context: ChainContext, id: string): Promise<Block> {
  return presentBlock((await knownBlock(context, id, 'block.not-found')).row);
}

/** Returns a block with extras. */
export async function extendedBlock(context: BlockContext, id: string): Promise<BlockExt> {
  const found = await withIndex(context, async (view) => {
    const [known, tips] = await Promise.all([view.blockByHash(hashFromDisplay(id)), cachedTips(context)]);
    if (known === undefined) return undefined;
    if (!known.stale) return extended(context, known.row, tips);
    const [canonical] = await view.blocksAt([known.row.height]);
    return extended(context, known.row, tips, { canonical });
  });
  if (found === undefined) throw refuse('v1.block', id);
  return found;
}

/** Returns the height of the tip. */
export async function tipHeightOf(context: ChainContext, missing: string): Promise<number> {
  const tip = await withIndex(context, async (view) => view.tip);
  if (tip === undefined) throw refuse(missing);
  return tip.height;
}

/** Returns height and hash of the tip. */
export async function tipOf(context: ChainContext, missing: string): Promise<{ height: number; id: string }> {
  const tip = await withIndex(context, async (view) => view.tip);
  if (tip === undefined) throw refuse(missing);
  return { height: tip.height, id: displayHash(tip.hash) };
}

/** Returns the hash of the block at a height. */
export async function hashAtHeight(context: ChainContext, height: number): Promise<string> {
  const header = await withIndex(context, async (view) => (await view.headersAt([height]))[0]);
  if (header === undefined) throw refuse('block.not-found', height);
  return displayHash(header.hash);
}

/** Returns whether a block is in the best chain, and its successor. */
export async function blockStatus(context: ChainContext, id: string): Promise<BlockStatus> {
  const status = await withIndex(context, async (view): Promise<BlockStatus> => {
    const found = await view.blockByHash(hashFromDisplay(id));
    if (found === undefined || found.stale) return { in_best_chain: false, height: null, next_best: null };
    const [next] = await view.headersAt([found.row.height + 1]);
    const nextBest = next === undefined ? null : displayHash(next.hash);
    return { in_best_chain: true, height: found.row.height, next_best: nextBest };
  });
  return status ?? { in_best_chain: false, height: null, next_best: null };
}

/** Returns the header of a block in hex. */
export async function blockHeader(context: ChainContext, id: string): Promise<string> {
  return toHex((await knownBlock(context, id, 'block.not-found')).row.header.bytes);
}

/** Ids of all transactions of a block, internal order, from the index if stored. */
async function blockIds(context: ChainContext, id: string): Promise<Uint8Array[]> {
  const ids = await withChain(context, async (chain) => {
    const known = await chain.view.blockByHash(hashFromDisplay(id));
    if (known === undefined) return undefined;
    if (!known.stale) return chain.idsOfBlock(known.row);
    const body = await bodyOfBlock(context.bodies, chain.view, known.row, true);
    return Array.from({ length: body.txCount }, (_, position) => body.tx(position).txid);
  });
  if (ids === undefined) throw refuse('block.not-found', id);
  return ids;
}

/** Returns the display txids of a block. */
export async function blockTxids(context: ChainContext, id: string): Promise<string[]> {
  return (await blockIds(context, id)).map(displayHash);
}

/** Returns the txid at an index of a block. */
export async function blockTxid(context: ChainContext, id: string, index: number): Promise<string> {
  const txid = (await blockIds(context, id))[index];
  if (txid === undefined) throw refuse('block.index-out-of-range', index);
  return displayHash(txid);
}

/** Transactions per page of a block. */
export const blockPageSize = 25;

/** Returns all transactions of a block. */
export async function allBlockTxs(context: NetworkInfo & ChainContext, id: string): Promise<Tx[]> {
  const known = await blockBody(context, id);
  const txAt = txReader(known);
  const positions = Array.from({ length: known.body.txCount }, (_, i) => i);
  return mapInSlices(positions, (position) => {
    const { tx, prevouts, status } = txAt(position);
    return presentTx(tx, prevouts, status, context.network);
  });
}

/**
 * Returns one page of a block's transactions.
 * @throws {CodedError} block.start-not-multiple, block.start-out-of-range
 */
export async function blockTxs(context: ChainContext, id: string, start: number): Promise<FoundTx[]> {
  const isPage = start % blockPageSize === 0;
  const own = isPage ? await withChain(context, (chain) => ownBlockTxs(chain, id, start)) : undefined;
  if (own !== undefined) return own;
  const known = await blockBody(context, id);
  // Esplora checks the range first
  if (start >= known.body.txCount) throw refuse('block.start-out-of-range', start);
  if (!isPage) throw refuse('block.start-not-multiple', start);
  return txsInRange(known, start, start + blockPageSize);
}

/** A page of an active block from the index; undefined when it stores no transactions. */
async function ownBlockTxs(chain: ChainReader, id: string, start: number): Promise<FoundTx[] | undefined> {
  const { view } = chain;
  const known = await view.blockByHash(hashFromDisplay(id));
  if (known === undefined || known.stale || start >= known.row.txCount) return undefined;
  const { height, txCount } = known.row;
  const length = Math.min(blockPageSize, txCount - start);
  const numbers = Array.from({ length }, (_, i) => ({ height, position: start + i }));
  const [first] = await view.bodies(numbers.slice(0, 1));
  if (first === undefined) return undefined;
  const txs = await chain.many(numbers);
  return txs.map(({ tx, prevouts, row }): FoundTx => ({ tx, prevouts, status: statusIn(row) }));
}

/** Returns the transactions of a block from `start` up to `end`, which may exceed the block. */
function txsInRange(block: BlockWithBody, start: number, end: number): FoundTx[] {
  const txAt = txReader(block);
  return Array.from({ length: Math.min(end, block.body.txCount) - start }, (_, i) => txAt(start + i));
}

/** Returns a function that reads a transaction of a block; all of them share one status. */
function txReader({ row, stale, body }: BlockWithBody): (position: number) => FoundTx {
  const status = stale ? unconfirmed : statusIn(row);
  return (position) => ({ tx: body.tx(position), prevouts: body.prevouts(position), status });
}
