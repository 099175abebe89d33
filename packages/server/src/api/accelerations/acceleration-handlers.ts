import { CodedError } from '@glassblock/primitives';
import { type Handlers, plain, requiring } from '../call.ts';
import { miningPoolOfSlug } from '../mining/mining-pool-answers.ts';
import { accelerationsOf, accelerationTotal, minedAccelerations } from './accelerations.ts';

const active = plain((context) => accelerationsOf(context).list());
const recent = plain((context, { params }: { params: { interval?: string } }) =>
  minedAccelerations(context, { timeframe: params.interval ?? '1m' }),
);

/** Handlers of the acceleration routes. */
export const accelerationHandlers = {
  accelerations: active,
  serviceAccelerations: active,
  accelerationsOfPool: requiring(
    accelerationsOf,
    plain((context, { params }) => {
      const miningPool = miningPoolOfSlug(context.miningPools, params.slug);
      return minedAccelerations(context, { timeframe: '1m', minedByPoolUniqueId: miningPool.id });
    }),
  ),
  accelerationsOfBlock: requiring(
    accelerationsOf,
    plain((context, { params }) => minedAccelerations(context, { blockHeight: params.height, timeframe: 'all' })),
  ),
  accelerationsRecent: recent,
  accelerationsInterval: recent,
  accelerationsOfInterval: recent,
  accelerationsTotal: plain((context, { query }) =>
    accelerationTotal(context, { slug: query.pool, interval: query.interval }),
  ),
  accelerationQuote: plain(async (context, { params: { txid } }) => {
    const { source } = accelerationsOf(context);
    return (await source.quote?.(txid)) ?? { txid, reason: 'not_available', hasInvoices: false, isSimulated: false };
  }),
  accelerationRequest: requiring(accelerationsOf, async (context) => {
    await accelerationsOf(context).ask();
    return { value: '' };
  }),
  serviceAccelerationHistory: async (context, { query }) => accelerationsOf(context).source.history(query),
  serviceAcceleration: plain(async (context, { params: { txid } }) => {
    const record = await accelerationsOf(context).source.find(txid);
    if (record === undefined) throw new CodedError('v1.acceleration-unknown', 'never accelerated', { datum: txid });
    return record;
  }),
  serviceAccelerationSums: async (context, { query }) => accelerationsOf(context).source.sums(query),
  serviceAccelerationStats: plain((context, { query }) => accelerationsOf(context).source.stats(query)),
} satisfies Partial<Handlers>;
