import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import * as field from '../fields.ts';
import { MempoolAt } from '../shapes/history-shapes.ts';
import * as shape from '../shapes/shapes.ts';
import { HashHex } from '../shapes/terms.ts';
import { RecentTx } from '../shapes/tx-shapes.ts';
import * as example from './examples.ts';
import { exampleTime, lastParam } from './parts.ts';

const idRows = { max_txs: field.count({ description: 'rows wanted, at most 10,000', maximum: 10_000 }) };
const windows = ['2h', '24h', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y', 'all'] as const;

/** The mempool and what it says about fees. */
export const mempool = tagged('Mempool', {
  v1Statistics: endpoint({
    id: 'v1Statistics',
    path: '/api/v1/statistics/:window',
    summary:
      'Samples of the mempool, newest first: 2h and 24h by the minute, 1w, 1m, 3m, 6m, 1y, 2y, 3y, 4y and all as averages over longer stretches.',
    params: {
      window: field.word(windows, { description: 'span of time that ends now', example: '24h' }, 'v1.statistics'),
    },
    answer: Type.Array(shape.StatisticsRow),
    errors: ['v1.statistics'],
    cache: 'unset',
  }),
  mempoolAt: endpoint({
    id: 'mempoolAt',
    path: '/api/glass/v1/mempool/at/:time',
    summary:
      'The mempool as it was at a time: projected blocks, figures of the node, fees, weight by fee band; stored every minute, by default for 30 days.',
    params: {
      time: field.integer(
        { description: 'seconds since 1970', example: exampleTime, maximum: 99_999_999_999 },
        'param.time',
      ),
    },
    answer: MempoolAt,
    errors: ['param.time', 'mempool.no-summary'],
  }),
  mempool: endpoint({
    id: 'mempool',
    path: '/api/mempool',
    summary: 'Size and fee histogram of the mempool.',
    answer: shape.MempoolStats,
    example: example.mempoolStats,
    cache: 'short',
  }),
  mempoolTxids: endpoint({
    id: 'mempoolTxids',
    path: '/api/mempool/txids',
    summary: 'All transaction ids of the mempool, in key order.',
    answer: Type.Array(HashHex),
    example: [example.tx.txid],
    cache: 'short',
  }),
  mempoolTxidsPage: endpoint({
    id: 'mempoolTxidsPage',
    path: '/api/mempool/txids/page',
    summary: 'The first 10,000 transaction ids of the mempool, in key order.',
    query: idRows,
    answer: Type.Array(HashHex),
    cache: 'short',
  }),
  mempoolTxidsPageFrom: endpoint({
    id: 'mempoolTxidsPageFrom',
    path: '/api/mempool/txids/page/:last',
    summary: 'The same after an id, which need not be in the mempool any more.',
    params: lastParam,
    query: idRows,
    answer: Type.Array(HashHex),
    cache: 'short',
  }),
  feeEstimates: endpoint({
    id: 'feeEstimates',
    path: '/api/fee-estimates',
    summary: "The node's estimates for 1 to 25, 144, 504 and 1008 blocks; what it cannot estimate is left out.",
    answer: shape.FeeEstimates,
    example: example.feeEstimates,
    errors: ['node.unavailable'],
    cache: 'short',
  }),
  v1FeeEstimates: endpoint({
    id: 'v1FeeEstimates',
    path: '/api/v1/fee-estimates',
    summary: 'The recommended fees in the form of `/api/fee-estimates`, with a header that says so.',
    status: 203,
    answer: shape.FeeEstimates,
    example: example.feeEstimates,
    errors: ['v1.fees'],
  }),
  mempoolRecent: endpoint({
    id: 'mempoolRecent',
    path: '/api/mempool/recent',
    summary: 'The 10 newest transactions of the mempool.',
    answer: Type.Array(RecentTx),
    example: [example.recentTx],
    cache: 'recent',
  }),
  feesRecommended: endpoint({
    id: 'feesRecommended',
    path: '/api/v1/fees/recommended',
    summary: 'Recommended fee rates in whole sat/vB.',
    answer: shape.RecommendedFees,
    example: example.recommendedFees,
    errors: ['v1.fees'],
  }),
  feesPrecise: endpoint({
    id: 'feesPrecise',
    path: '/api/v1/fees/precise',
    summary: 'Recommended fee rates with up to three decimals.',
    answer: shape.RecommendedFees,
    example: { ...example.recommendedFees, fastestFee: 5.023 },
    errors: ['v1.fees'],
  }),
  feesMempoolBlocks: endpoint({
    id: 'feesMempoolBlocks',
    path: '/api/v1/fees/mempool-blocks',
    summary: 'The projected blocks, next one first.',
    answer: Type.Array(shape.MempoolBlock),
    example: [example.mempoolBlock],
  }),
});
