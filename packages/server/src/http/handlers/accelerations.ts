import { CodedError } from '@glassblock/primitives';
import type { AccelerationQuery } from '../../accelerations/acceleration-source.ts';
import { miningPoolOfSlug } from '../../mining/mining-pool-answers.ts';
import { accelerationsOf, accelerationTotal, listInterval, minedAccelerations } from '../../query/accelerations.ts';
import { type Handler, plain } from '../call.ts';

const active = plain((context) => accelerationsOf(context).list());
const recent = plain((context, { params }) =>
  minedAccelerations(context, { timeframe: listInterval(params['interval']) }),
);

export const accelerationHandlers = {
  accelerations: active,
  serviceAccelerations: active,
  accelerationsOfPool: plain((context, { params }) => {
    accelerationsOf(context);
    const miningPool = miningPoolOfSlug(context.miningPools, params['slug']);
    return minedAccelerations(context, { timeframe: '1m', minedByPoolUniqueId: String(miningPool.id) });
  }),
  accelerationsOfBlock: plain((context, { params }) => {
    accelerationsOf(context);
    const blockHeight = params['height'] ?? '';
    if (!/^\d{1,8}$/.test(blockHeight)) throw new CodedError('v1.accelerations-active', 'not a block height');
    return minedAccelerations(context, { blockHeight, timeframe: 'all' });
  }),
  accelerationsRecent: recent,
  accelerationsInterval: recent,
  accelerationsOfInterval: recent,
  accelerationsTotal: plain((context, { query }) =>
    accelerationTotal(context, { miningPool: query['pool'], interval: query['interval'] }),
  ),
  accelerationRequest: async (context, { params }) => {
    const accelerations = accelerationsOf(context);
    if (!/^[0-9a-fA-F]{64}$/.test(params['txid'] ?? '')) throw new CodedError('v1.txid', 'not a transaction id');
    await accelerations.ask();
    return { value: '' };
  },
  serviceAccelerationHistory: async (context, { query }) => {
    const { source } = accelerationsOf(context);
    return source.history(query as AccelerationQuery);
  },
  serviceAccelerationSums: async (context, { query }) => {
    const { source } = accelerationsOf(context);
    return source.sums(query as AccelerationQuery);
  },
  serviceAccelerationStats: plain((context, { query }) =>
    accelerationsOf(context).source.stats(query as AccelerationQuery),
  ),
} satisfies Record<string, Handler>;
