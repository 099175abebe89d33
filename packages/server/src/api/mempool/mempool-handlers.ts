import { type Handlers, plain } from '../call.ts';
import type { CallInput } from '../input.ts';
import * as mempool from './mempool.ts';
import { mempoolAt } from './mempool-at.ts';
import { statistics } from './statistics.ts';

const page = plain((context, { params, query }: CallInput<{ last?: string }, { max_txs: number }>) =>
  mempool.txidsPage(context, params.last, query.max_txs),
);

/** Handlers of the mempool and fee routes. */
export const mempoolHandlers = {
  v1Statistics: async (context, { params }) => {
    const { rows, ttlSeconds } = await statistics(context, params.window);
    return { value: rows, headers: { 'cache-control': `public, max-age=${ttlSeconds}` } };
  },
  mempoolAt: plain((context, { params }) => mempoolAt(context, params.time)),
  mempool: plain((context) => mempool.mempoolStats(context)),
  mempoolTxids: plain((context) => mempool.allTxids(context)),
  mempoolTxidsPage: page,
  mempoolTxidsPageFrom: page,
  mempoolRecent: plain((context) => mempool.recentTxs(context)),
  v1MempoolRecent: plain((context) => mempool.v1RecentTxs(context)),
  feeEstimates: plain((context) => mempool.nodeEstimates(context)),
  v1FeeEstimates: async (context) => ({
    value: mempool.estimatesOf(mempool.recommendedFees(context, 'whole')),
    headers: { 'x-warning-from-mempool': 'recommended fees instead of estimates; use /api/v1/fees/recommended' },
  }),
  feesRecommended: plain((context) => mempool.recommendedFees(context, 'whole')),
  feesPrecise: plain((context) => mempool.recommendedFees(context, 'precise')),
  feesMempoolBlocks: plain((context) => context.frame().blocks),
} satisfies Partial<Handlers>;
