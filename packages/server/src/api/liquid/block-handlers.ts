import type { LiquidBlock, LiquidBlockWithExt, LiquidTx } from '@glassblock/contract/liquid';
import type { BlockRow } from '@glassblock/index';
import type { ElementsView } from '@glassblock/index/elements';
import { CodedError, displayHash, hashFromDisplay, toHex } from '@glassblock/primitives';
import { type ElementsBlock, plainHeaderExt, readElementsBlock } from '@glassblock/primitives/elements';
import { statusIn } from '../../network/chain/chain-reader.ts';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { prevoutsOf } from '../../network/liquid/liquid-txs.ts';
import { heightOf } from '../call.ts';
import { presentCommonBlock } from '../presenters/present-block.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';
import { presentLiquidTx } from './present-liquid.ts';

const plainPage = 10;
const v1Page = 15;
const txsPage = 25;

const notFound = (datum: unknown) => new CodedError('block.not-found', 'no such block', { datum });

/** @throws {CodedError} block.not-found without blocks, or the given code */
function tipOf(view: ElementsView, code = 'block.not-found') {
  if (view.tip === undefined) throw new CodedError(code, 'no block is known');
  return view.tip;
}

async function pageBelow(view: ElementsView, start: number | undefined, count: number): Promise<LiquidBlock[]> {
  const tip = tipOf(view);
  const highest = Math.min(start ?? tip.height, tip.height);
  const heights = Array.from({ length: count }, (_, i) => highest - i).filter((height) => height >= 0);
  const rows = await view.blocksAt(heights);
  return rows.flatMap((row) => (row === undefined ? [] : [presentCommonBlock(row)]));
}

/** Returns the newest blocks, newest first. */
export const newestLiquidBlocks = (view: ElementsView, count: number): Promise<LiquidBlock[]> =>
  pageBelow(view, undefined, count);

/** Esplora answers 404 for a start above the tip. */
const plainBlocks = (context: LiquidContext, start: number | undefined) =>
  withLiquidIndex(context, async (view) => {
    if (start !== undefined && start > tipOf(view).height) throw notFound(start);
    return pageBelow(view, start, plainPage);
  });

interface Found {
  readonly row: BlockRow;
  readonly stale: boolean;
}

async function blockOf(view: ElementsView, id: string, code = 'block.not-found'): Promise<Found> {
  const found = await view.blockByHash(hashFromDisplay(id));
  if (found === undefined) throw new CodedError(code, 'no such block', { datum: id });
  return found;
}

/** Returns a block with its transactions. @throws {CodedError} of the node */
export async function bodyOf(
  { node }: LiquidContext,
  view: ElementsView,
  { row, stale }: Found,
): Promise<ElementsBlock> {
  const { hash } = row.header;
  const stored = stale ? await view.staleBody(hash) : undefined;
  return stored === undefined ? node.block(hash) : readElementsBlock(stored.block);
}

const block = (context: LiquidContext, id: string): Promise<LiquidBlockWithExt> =>
  withLiquidIndex(context, async (view) => {
    const { row } = await blockOf(view, id);
    const header = await context.node.header(row.header.hash);
    return { ...presentCommonBlock(row), ext: plainHeaderExt(header) };
  });

const blockStatus = (context: LiquidContext, id: string) =>
  withLiquidIndex(context, async (view) => {
    const found = await view.blockByHash(hashFromDisplay(id));
    if (found === undefined || found.stale) return { in_best_chain: false, height: null, next_best: null };
    const { height } = found.row;
    const [next] = await view.blocksAt([height + 1]);
    return { in_best_chain: true, height, next_best: next === undefined ? null : displayHash(next.header.hash) };
  });

const txidsOf = (context: LiquidContext, id: string): Promise<string[]> =>
  withLiquidIndex(context, async (view) => {
    const found = await blockOf(view, id);
    if (found.stale) return (await bodyOf(context, view, found)).txs.map(({ txid }) => displayHash(txid));
    const { height, txCount } = found.row;
    const txids = await view.txids(Array.from({ length: txCount }, (_, position) => ({ height, position })));
    return txids.map((txid) => displayHash(txid!));
  });

async function txidAt(context: LiquidContext, id: string, index: number): Promise<string> {
  const txid = (await txidsOf(context, id))[index];
  if (txid === undefined) throw new CodedError('block.index-out-of-range', 'no such transaction', { datum: index });
  return txid;
}

const txsFrom = (context: LiquidContext, id: string, start: number): Promise<LiquidTx[]> =>
  withLiquidIndex(context, async (view) => {
    const found = await blockOf(view, id);
    const { row, stale } = found;
    if (start % txsPage !== 0) throw new CodedError('block.start-not-multiple', 'not a page', { datum: start });
    if (start >= row.txCount) throw new CodedError('block.start-out-of-range', 'no such page', { datum: start });
    const { txs } = await bodyOf(context, view, found);
    const page = txs.slice(start, start + txsPage);
    const own = new Map(txs.map((tx) => [displayHash(tx.txid), tx]));
    const sources = { view, node: context.node, unconfirmed: (txid: string) => own.get(txid) };
    const heights = page.map(() => row.height);
    const prevouts = await prevoutsOf(sources, page, heights);
    const status = stale ? unconfirmed : statusIn(row);
    return page.map((tx, i) => presentLiquidTx({ tx, prevouts: prevouts[i]!, status }, context.network));
  });

async function txPage(context: LiquidContext, id: string, start: number) {
  const txs = await txsFrom(context, id, start);
  return { value: txs, ...heightOf(txs[0]!.status) };
}

/** Handlers of the block routes of Liquid networks. */
export const liquidBlockHandlers = {
  tipHeight: value((context) => withLiquidIndex(context, async (view) => String(tipOf(view).height))),
  tipHash: value((context) => withLiquidIndex(context, async (view) => displayHash(tipOf(view).hash))),
  v1TipHeight: value((context) =>
    withLiquidIndex(context, async (view) => String(tipOf(view, 'v1.difficulty').height)),
  ),
  blocks: value((context) => plainBlocks(context, undefined)),
  blocksFrom: value((context, { params }) => plainBlocks(context, params.height)),
  v1Blocks: value((context) => withLiquidIndex(context, (view) => pageBelow(view, undefined, v1Page))),
  v1BlocksFrom: value((context, { params }) =>
    withLiquidIndex(context, (view) => pageBelow(view, params.height, v1Page)),
  ),
  blockHeight: async (context, { params: { height } }) => ({
    value: await withLiquidIndex(context, async (view) => {
      const [row] = await view.blocksAt([height]);
      if (row === undefined) throw notFound(height);
      return displayHash(row.header.hash);
    }),
    height,
  }),
  block: value((context, { params }) => block(context, params.hash)),
  v1Block: value((context, { params }) =>
    withLiquidIndex(context, async (view) => {
      const { row, stale } = await blockOf(view, params.hash, 'v1.block');
      return { ...presentCommonBlock(row), bits: null, stale };
    }),
  ),
  blockStatus: async (context, { params }) => {
    const status = await blockStatus(context, params.hash);
    return { value: status, ...(status.height === null ? {} : { height: status.height }) };
  },
  blockHeader: value((context, { params }) =>
    withLiquidIndex(context, async (view) => {
      const { row } = await blockOf(view, params.hash);
      return toHex((await context.node.header(row.header.hash)).bytes);
    }),
  ),
  blockRaw: value((context, { params }) =>
    withLiquidIndex(context, async (view) => {
      const found = await blockOf(view, params.hash);
      return (await bodyOf(context, view, found)).bytes;
    }),
  ),
  blockTxids: value((context, { params }) => txidsOf(context, params.hash)),
  blockTxid: value((context, { params }) => txidAt(context, params.hash, params.index)),
  blockTxs: (context, { params }) => txPage(context, params.hash, 0),
  blockTxsFrom: (context, { params }) => txPage(context, params.hash, params.start),
} satisfies Partial<LiquidHandlers>;
