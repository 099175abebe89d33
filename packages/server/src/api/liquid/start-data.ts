import type { MempoolBlock, RecommendedFees, TxStripped } from '@glassblock/contract';
import type { LiquidDifficulty, LiquidInitData, LiquidNetworkState } from '@glassblock/contract/liquid';
import { recommendedFees } from '@glassblock/mempool';
import { fieldsOf } from '@glassblock/node';
import { CodedError, isCoded } from '@glassblock/primitives';
import { indexPercent, isFarBehind } from '../../network/chain/index/index-progress.ts';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { explicitSum } from '../../network/liquid/liquid-mempool.ts';
import { projectionOf } from '../../network/liquid/liquid-projection.ts';
import { mempoolInfoOf } from '../../threads/node-sources.ts';
import { estimatesOf, nodeEstimates } from '../mempool/mempool.ts';
import { newestLiquidBlocks } from './block-handlers.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';

/** Blocks of the start object, and sent after a reorg. */
export const newestCount = 8;
const newestTxs = 6;

/** Returns the projected blocks. @throws {CodedError} v1.mempool-blocks */
export async function projectedLiquidBlocks({ mempool }: LiquidContext): Promise<readonly MempoolBlock[]> {
  try {
    return projectionOf(await mempool.current()).blocks;
  } catch (cause) {
    if (isCoded(cause)) throw new CodedError('v1.mempool-blocks', 'the mempool is not available', { cause });
    throw cause;
  }
}

/** Returns recommended fee rates, in steps of 0.1 sat/vB. @throws {CodedError} v1.fees */
export async function recommendedLiquidFees({ client, mempool }: LiquidContext): Promise<RecommendedFees> {
  try {
    const { mempoolminfee } = fieldsOf(await client.rpc('getmempoolinfo'), 'getmempoolinfo');
    const { blocks } = projectionOf(await mempool.current());
    return recommendedFees(blocks, Math.round(Number(mempoolminfee) * 1e8), 'tenths');
  } catch (cause) {
    if (isCoded(cause)) throw new CodedError('v1.fees', 'the mempool is not available', { cause });
    throw cause;
  }
}

/** Returns the newest unconfirmed transactions in list form. @throws {CodedError} of index and node */
export async function newestLiquidTxs({ mempool }: LiquidContext, count: number): Promise<TxStripped[]> {
  const state = await mempool.current();
  const { rates } = projectionOf(state);
  return [...state.txs.values()].slice(0, count).map((entry) => ({
    txid: entry.txid,
    fee: entry.fee,
    vsize: entry.discountVsize,
    value: explicitSum(entry.tx),
    rate: rates.get(entry.txid)!,
  }));
}

/** Runs work for a part of an answer, which stays absent while the index or the node cannot answer. */
export async function ifKnown<T extends object>(work: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await work();
  } catch (error) {
    if (isCoded(error)) return {};
    throw error;
  }
}

/** Returns figures of the mempool. @throws {CodedError} of index and node */
export const liquidStats = async (
  context: LiquidContext,
): Promise<Required<Pick<LiquidInitData, 'mempoolInfo' | 'vBytesPerSecond' | 'fees'>>> => {
  const info = fieldsOf(await context.client.rpc('getmempoolinfo'), 'getmempoolinfo');
  const vBytesPerSecond = context.records.vBytesPerSecond();
  return { mempoolInfo: mempoolInfoOf(info), vBytesPerSecond, fees: await recommendedLiquidFees(context) };
};

/** Returns the newest blocks, oldest first. @throws {CodedError} of the index */
export const newestBlocksOf = (context: LiquidContext): Promise<Required<Pick<LiquidInitData, 'blocks'>>> =>
  withLiquidIndex(context, async (view) => ({ blocks: (await newestLiquidBlocks(view, newestCount)).reverse() }));

/** Returns the initial data of a client; unknown parts are absent. */
export async function liquidInitData(context: LiquidContext): Promise<LiquidInitData> {
  const progress = context.progress();
  const [blocks, stats, projected, transactions, da] = await Promise.all([
    ifKnown(() => newestBlocksOf(context)),
    ifKnown(() => liquidStats(context)),
    ifKnown(async () => ({ 'mempool-blocks': [...(await projectedLiquidBlocks(context))] })),
    ifKnown(async () => ({ transactions: await newestLiquidTxs(context, newestTxs) })),
    ifKnown(async () => ({ da: await difficultyOf(context) })),
  ]);
  return {
    backend: context.backend.backend,
    ...stats,
    ...(blocks.blocks?.length === 0 ? {} : blocks),
    ...projected,
    ...transactions,
    backendInfo: context.backend,
    loadingIndicators: isFarBehind(progress) ? { 'block-indexing': indexPercent(progress) } : {},
    ...da,
  };
}

/** Blocks of an epoch of Bitcoin, and their spacing: the fields of the route mean nothing else. */
const epochLength = 2_016;
const epochSpacing = 600;

/** Returns the epoch of Bitcoin's rules by height; Liquid has no difficulty. @throws {CodedError} v1.difficulty */
async function difficultyOf(context: LiquidContext): Promise<LiquidDifficulty> {
  const { height, first } = await withLiquidIndex(context, async (view) => {
    const { tip } = view;
    if (tip === undefined) throw new CodedError('v1.difficulty', 'there is no block yet');
    const [row] = await view.blocksAt([tip.height - (tip.height % epochLength)]);
    return { height: tip.height, first: row!.header.time };
  });
  const done = height % epochLength;
  const elapsed = Math.max(0, context.now() - first);
  return {
    progressPercent: (done / epochLength) * 100,
    difficultyChange: null,
    estimatedRetargetDate: null,
    remainingBlocks: epochLength - done,
    remainingTime: null,
    previousRetarget: null,
    previousTime: first,
    nextRetargetHeight: height + epochLength - done,
    timeAvg: Math.round((elapsed / (done + 1)) * 1000),
    adjustedTimeAvg: null,
    timeOffset: 0,
    expectedBlocks: elapsed / epochSpacing,
  };
}

function registryState({ assetFiles }: LiquidContext): Pick<LiquidNetworkState, 'assetRegistry'> {
  const { registry, registrySource: source } = assetFiles;
  if (registry === undefined) return {};
  const { content, readAt = null, failure } = registry;
  const failed = failure === undefined ? undefined : `The last update failed: ${failure}.`;
  const sentence = failed ?? (readAt === null ? 'The asset registry is loading.' : 'The asset registry is up to date.');
  return { assetRegistry: { source, assets: content.assets.size, readAt, sentence } };
}

function stateOf(context: LiquidContext): LiquidNetworkState {
  const { name, sentence, facts } = context.nodeState();
  const progress = context.progress();
  const { height, nodeHeight, synced, failure } = progress;
  return {
    network: context.network.name,
    node: {
      state: name,
      sentence: failure ?? sentence,
      ...(facts === undefined ? {} : { version: facts.subversion }),
    },
    index: { height, nodeHeight, percent: indexPercent(progress), synced },
    ...registryState(context),
  };
}

/** Handlers of start data, states, fees and projected blocks of Liquid networks. */
export const startDataHandlers = {
  initData: value((context) => liquidInitData(context)),
  difficultyAdjustment: value(async (context) => {
    try {
      return await difficultyOf(context);
    } catch (cause) {
      if (!isCoded(cause)) throw cause;
      throw new CodedError('v1.difficulty', 'the index has no block', { cause });
    }
  }),
  state: value((context) => stateOf(context)),
  feesRecommended: value((context) => recommendedLiquidFees(context)),
  feesPrecise: value((context) => recommendedLiquidFees(context)),
  feesMempoolBlocks: value((context) => projectedLiquidBlocks(context)),
  feeEstimates: value((context) => nodeEstimates(context)),
  v1FeeEstimates: async (context) => ({
    value: estimatesOf(await recommendedLiquidFees(context)),
    headers: { 'x-warning-from-mempool': 'recommended fees instead of estimates; use /api/v1/fees/recommended' },
  }),
} satisfies Partial<LiquidHandlers>;
