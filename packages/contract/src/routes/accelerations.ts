import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/acceleration-shapes.ts';
import { accelerationRecord } from './shared/examples.ts';
import { exampleBlock, intervals, slugParam, txidParam } from './shared/parts.ts';

const off = 'v1.accelerations-off' as const satisfies ErrorCode;
const list = Type.Array(shape.MinedAcceleration);
const relayed = '/api/v1/services/accelerator/accelerations';
const timeframes = [...intervals, 'all'] as const;
const timeframe = {
  timeframe: field.lenientWord(timeframes, { description: 'time span that ends now', example: '1m' }),
};
/** Intervals of the list routes. */
const intervalParam = {
  interval: field.wordOr('1m', ['24h', '3d', '1w', '1m'], {
    description: '24h, 3d, 1w or 1m; any other word means 1m',
    example: '1w',
  }),
};
const number = (description: string, example: number, maximum: number, minimum = 0) =>
  field.lenientInteger({ description, example, maximum, minimum });
const maxPool = 99_999;
const maxHeight = 99_999_999;

const blockHash = {
  blockHash: field.lenientText({
    description: 'filter by block',
    example: exampleBlock,
    pattern: '^[0-9a-f]{64}$',
  }),
};
const maxTime = 99_999_999_999;
const times = {
  from: number('Unix seconds; overrides the timeframe', 1_700_000_000, maxTime),
  to: number('Unix seconds', 1_800_000_000, maxTime),
};

/** Transaction accelerations from the configured source; the routes are disabled without one. */
export const accelerations = tagged('Accelerations', {
  accelerations: endpoint({
    id: 'accelerations',
    path: '/api/v1/accelerations',
    summary: 'Pending accelerations.',
    answer: Type.Array(shape.Acceleration),
    errors: [off, 'v1.accelerations-active'],
    cache: 'public-60',
  }),
  accelerationsOfPool: endpoint({
    id: 'accelerationsOfPool',
    path: '/api/v1/accelerations/pool/:slug',
    summary: 'Accelerations mined by a mining pool in the last month, newest first.',
    params: slugParam,
    answer: list,
    errors: [off, 'v1.accelerations-pool'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-pool', 'v1.pool': 'v1.accelerations-pool' },
    cache: 'public-60',
  }),
  accelerationsOfBlock: endpoint({
    id: 'accelerationsOfBlock',
    path: '/api/v1/accelerations/block/:height',
    summary: 'Accelerations mined in a block.',
    params: {
      height: field.integer(
        { description: 'block height', example: 900_000, maximum: maxHeight },
        'v1.accelerations-block',
      ),
    },
    answer: list,
    errors: [off, 'v1.accelerations-block'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-block' },
    cache: 'public-60',
  }),
  accelerationsRecent: endpoint({
    id: 'accelerationsRecent',
    path: '/api/v1/accelerations/recent/:interval',
    summary: 'Recently mined accelerations, newest first.',
    params: intervalParam,
    answer: list,
    errors: [off, 'v1.accelerations-recent'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-recent' },
    cache: 'public-60',
  }),
  accelerationsInterval: endpoint({
    id: 'accelerationsInterval',
    path: '/api/v1/accelerations/interval',
    summary: 'Accelerations mined in the last month, newest first.',
    answer: list,
    errors: [off, 'v1.accelerations-recent'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-recent' },
    cache: 'public-60',
  }),
  accelerationsOfInterval: endpoint({
    id: 'accelerationsOfInterval',
    path: '/api/v1/accelerations/interval/:interval',
    summary: 'Alias of `/api/v1/accelerations/recent/:interval`.',
    params: intervalParam,
    answer: list,
    errors: [off, 'v1.accelerations-recent'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-recent' },
    cache: 'public-60',
  }),
  accelerationsTotal: endpoint({
    id: 'accelerationsTotal',
    path: '/api/v1/accelerations/total',
    summary: 'Total sats added to fees by accelerations, and the number of transactions.',
    query: {
      pool: field.optional(field.text({ description: 'slug of a mining pool', example: 'antpool' })),
      interval: field.lenientWord(timeframes, { description: '24h, 3d, 1w, 1m or all', example: '1w' }, 'all'),
    },
    answer: shape.AccelerationTotal,
    errors: [off, 'v1.accelerations-total'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-total', 'v1.pool': 'v1.accelerations-total' },
    cache: 'public-60',
  }),
  accelerationQuote: endpoint({
    id: 'accelerationQuote',
    path: '/api/v1/accelerations/quote/:txid',
    summary: 'Quote for accelerating an unconfirmed transaction on this server.',
    params: txidParam('v1.acceleration-txid'),
    answer: shape.AccelerationQuote,
    errors: [off, 'v1.acceleration-txid'],
    cache: 'never',
  }),
  accelerationRequest: endpoint({
    id: 'accelerationRequest',
    method: 'POST',
    path: '/api/v1/acceleration/request/:txid',
    summary: 'Requests an immediate refresh from the acceleration source; the answer is empty.',
    params: txidParam('v1.txid'),
    body: 'nothing',
    kind: 'text',
    answer: Type.String(),
    errors: [off, 'v1.txid', 'v1.accelerations-request'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-request' },
    cache: 'never',
  }),
  serviceAccelerations: endpoint({
    id: 'serviceAccelerations',
    path: relayed,
    summary: 'Pending accelerations, under the path of the mempool.space services API.',
    answer: Type.Array(shape.Acceleration),
    errors: [off, 'v1.accelerations-active'],
    cache: 'public-60',
  }),
  serviceAccelerationHistory: endpoint({
    id: 'serviceAccelerationHistory',
    path: `${relayed}/history`,
    summary: 'Acceleration requests as reported by the source, newest first; `X-Total-Count` has their number.',
    query: {
      ...timeframe,
      status: field.lenientText({
        description: 'comma-separated: requested, accelerating, completed, failed ..',
        example: 'completed',
        pattern: '^[a-z_]{1,30}(,[a-z_]{1,30}){0,9}$',
      }),
      blockHeight: number('filter by block', 900_000, maxHeight),
      minedByPoolUniqueId: number('filter by mining pool', 44, maxPool),
      ...blockHash,
      ...times,
      page: number('from 1', 1, 999_999),
      pageLength: number('1 to 50', 50, 50, 1),
    },
    answer: Type.Array(shape.AccelerationRecord),
    errors: [off, 'v1.accelerations-recent'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-recent' },
    cache: 'public-60',
  }),
  serviceAcceleration: endpoint({
    id: 'serviceAcceleration',
    path: `${relayed}/:txid`,
    summary: 'The newest acceleration of a transaction.',
    params: txidParam('v1.acceleration-txid'),
    answer: shape.AccelerationRecord,
    example: accelerationRecord,
    errors: [off, 'v1.acceleration-txid', 'v1.acceleration-unknown', 'v1.accelerations-recent'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-recent' },
    cache: 'public-60',
  }),
  serviceAccelerationSums: endpoint({
    id: 'serviceAccelerationSums',
    path: `${relayed}/history/aggregated`,
    summary: 'Sats added to fees per interval; `x-oldest-accel` has the time of the first acceleration.',
    query: timeframe,
    answer: shape.AccelerationSums,
    errors: [off, 'v1.accelerations-total'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-total' },
    cache: 'public-60',
  }),
  serviceAccelerationStats: endpoint({
    id: 'serviceAccelerationStats',
    path: `${relayed}/stats`,
    summary: 'Acceleration requests, sats added to fees, and vsize in a timeframe.',
    query: {
      ...timeframe,
      poolUniqueId: number('filter by mining pool', 44, maxPool),
      blockHeight: number('filter by block', 900_000, maxHeight),
      ...blockHash,
      ...times,
    },
    answer: shape.AccelerationStats,
    errors: [off, 'v1.accelerations-total'],
    instead: { 'v1.accelerations-active': 'v1.accelerations-total' },
    cache: 'public-60',
  }),
});
