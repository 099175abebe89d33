import type { Block, BlockExt, BlockStatus, Tx } from '@glassblock/contract';
import type { BlockRow, IndexView } from '@glassblock/index';
import { CodedError, displayHash, hashFromDisplay, type Transaction, toHex } from '@glassblock/primitives';
import type { Body } from '../bodies.ts';
import { type NetworkContext, withIndex } from '../network-context.ts';
import { statusIn } from './chain-reader.ts';
import { type ChainTips, tipsAtHand } from './chain-tips.ts';
import { presentBlock, presentBlockExt } from './present-block.ts';
import { presentTx } from './present-tx.ts';

export const refuse = (code: string, datum?: unknown) => new CodedError(code, code, { datum });

/** Rows downwards from a height, at most `count`; from the tip when no height is given. */
async function rowsDown(view: IndexView, from: number | undefined, count: number): Promise<BlockRow[]> {
  const tip = view.tip?.height ?? -1;
  const start = from ?? tip;
  const heights = Array.from({ length: count }, (_, i) => start - i).filter((height) => height >= 0 && height <= tip);
  return (await view.blocksAt(heights)).filter((row) => row !== undefined);
}

/** Plain blocks downwards. @throws {CodedError} block.not-found above the tip */
export async function plainBlocks(context: NetworkContext, from: number | undefined): Promise<Block[]> {
  const blocks = await withIndex(context, async (view) => {
    if (from !== undefined && (view.tip === undefined || from > view.tip.height)) throw refuse('block.not-found', from);
    return (await rowsDown(view, from, 10)).map(presentBlock);
  });
  return blocks ?? [];
}

/** Blocks with extras downwards, newest first; of a window above the tip only what exists. */
export async function extendedBlocks(
  context: NetworkContext,
  from: number | undefined,
  count: number,
): Promise<BlockExt[]> {
  const blocks = await withIndex(context, async (view) => {
    const [rows, tips] = await Promise.all([rowsDown(view, from, count), tipsAtHand(context)]);
    return rows.map((row) => extended(context, row, tips));
  });
  return blocks ?? [];
}

/** Blocks between two heights, ascending, as far as they exist. */
export async function extendedRange(context: NetworkContext, from: number, to: number): Promise<BlockExt[]> {
  return (await extendedBlocks(context, to, to - from + 1)).reverse();
}

/** A block with its extras. @param canonical  of a stale block: the active chain's block at its height, when there is one */
export function extended(
  context: NetworkContext,
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
      pools: context.pools,
    }),
    ...(stale?.canonical === undefined ? {} : { canonical: displayHash(stale.canonical.header.hash) }),
  };
}

/** @throws {CodedError} `missing` when the block is not known */
async function knownBlock(context: NetworkContext, id: string, missing: string) {
  const found = await withIndex(context, (view) => view.blockByHash(hashFromDisplay(id)));
  if (found === undefined) throw refuse(missing, id);
  return found;
}

export async function plainBlock(context: NetworkContext, id: string): Promise<Block> {
  return presentBlock((await knownBlock(context, id, 'block.not-found')).row);
}

export async function extendedBlock(context: NetworkContext, id: string): Promise<BlockExt> {
  const found = await withIndex(context, async (view) => {
    const [known, tips] = await Promise.all([view.blockByHash(hashFromDisplay(id)), tipsAtHand(context)]);
    if (known === undefined) return undefined;
    if (!known.stale) return extended(context, known.row, tips);
    const [canonical] = await view.blocksAt([known.row.height]);
    return extended(context, known.row, tips, { canonical });
  });
  if (found === undefined) throw refuse('v1.block', id);
  return found;
}

export async function tipOf(context: NetworkContext, missing: string): Promise<{ height: number; id: string }> {
  const tip = await withIndex(context, async (view) => view.tip);
  if (tip === undefined) throw refuse(missing);
  return { height: tip.height, id: displayHash(tip.hash) };
}

export async function hashAtHeight(context: NetworkContext, height: number): Promise<string> {
  const row = await withIndex(context, async (view) => (await view.blocksAt([height]))[0]);
  if (row === undefined) throw refuse('block.not-found', height);
  return displayHash(row.header.hash);
}

export async function blockStatus(context: NetworkContext, id: string): Promise<BlockStatus> {
  const status = await withIndex(context, async (view): Promise<BlockStatus> => {
    const found = await view.blockByHash(hashFromDisplay(id));
    if (found === undefined || found.stale) return { in_best_chain: false, height: null, next_best: null };
    const [next] = await view.blocksAt([found.row.height + 1]);
    const nextBest = next === undefined ? null : displayHash(next.header.hash);
    return { in_best_chain: true, height: found.row.height, next_best: nextBest };
  });
  return status ?? { in_best_chain: false, height: null, next_best: null };
}

export async function blockHeader(context: NetworkContext, id: string): Promise<string> {
  return toHex((await knownBlock(context, id, 'block.not-found')).row.header.bytes);
}

/** The body of a known block, active or stale. */
export async function blockBody(
  context: NetworkContext,
  id: string,
): Promise<{ row: BlockRow; stale: boolean; body: Body }> {
  const { row, stale } = await knownBlock(context, id, 'block.not-found');
  return { row, stale, body: await context.bodies.body(row.header.hash) };
}

export async function blockTxids(context: NetworkContext, id: string): Promise<string[]> {
  const { body } = await blockBody(context, id);
  return body.block.txs.map(({ txid }) => displayHash(txid));
}

export async function blockTxid(context: NetworkContext, id: string, index: number): Promise<string> {
  const { body } = await blockBody(context, id);
  const tx: Transaction | undefined = body.block.txs[index];
  if (tx === undefined) throw refuse('block.index-out-of-range', index);
  return displayHash(tx.txid);
}

export const blockPageSize = 25;

/** All transactions of a block. */
export async function allBlockTxs(context: NetworkContext, id: string): Promise<Tx[]> {
  const { row, stale, body } = await blockBody(context, id);
  return presentRange(context, { row, stale, body }, 0, body.block.txs.length);
}

/** One page of a block's transactions. @throws {CodedError} block.start-not-multiple, block.start-out-of-range */
export async function blockTxs(context: NetworkContext, id: string, start: number): Promise<Tx[]> {
  if (start % blockPageSize !== 0) throw refuse('block.start-not-multiple', start);
  const known = await blockBody(context, id);
  if (start >= known.body.block.txs.length) throw refuse('block.start-out-of-range', start);
  return presentRange(context, known, start, start + blockPageSize);
}

function presentRange(
  context: NetworkContext,
  { row, stale, body }: { row: BlockRow; stale: boolean; body: Body },
  start: number,
  end: number,
): Tx[] {
  const status = stale ? { confirmed: false } : statusIn(row);
  return body.block.txs.slice(start, end).map((tx, i) => {
    const prevouts = row.height === 0 ? [] : body.spent.of(start + i);
    return presentTx(tx, prevouts, status, context.network);
  });
}
