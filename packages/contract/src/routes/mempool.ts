import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import * as field from '../fields.ts';
import { MempoolAt } from '../shapes/history-shapes.ts';
import * as shape from '../shapes/shapes.ts';
import { HashHex } from '../shapes/terms.ts';
import { RecentTx } from '../shapes/tx-shapes.ts';
import * as example from './shared/examples.ts';
import { exampleTime, lastParam } from './shared/parts.ts';

const idRows = { max_txs: field.count({ description: 'number of rows, at most 10,000', maximum: 10_000 }) };
const windows = ['2h', '24h', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y', 'all'] as const;

/** The mempool and fee estimates. */
export const mempool = tagged('Mempool', {
  v1Statistics: endpoint({
    id: 'v1Statistics',
    path: '/api/v1/statistics/:window',
    summary:
      'Mempool samples, newest first: per minute for 2h and 24h, averages over longer intervals for 1w, 1m, 3m, 6m, 1y, 2y, 3y, 4y and all.',
    params: {
      window: field.word(windows, { description: 'time span that ends now', example: '24h' }, 'v1.statistics'),
    },
    answer: Type.Array(shape.StatisticsRow),
    errors: ['v1.statistics'],
    cache: 'unset',
  }),
  mempoolAt: endpoint({
    id: 'mempoolAt',
    path: '/api/glass/v1/mempool/at/:time',
    summary:
      'The mempool at a past time: projected blocks, mempool info, fees, vsize by fee rate band. Snapshots are taken every minute and retained for 30 days by default.',
    params: {
      time: field.integer({ description: 'Unix seconds', example: exampleTime, maximum: 99_999_999_999 }, 'param.time'),
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
    summary: 'All txids of the mempool, in key order.',
    answer: Type.Array(HashHex),
    example: [example.tx.txid],
    cache: 'short',
  }),
  mempoolTxidsPage: endpoint({
    id: 'mempoolTxidsPage',
    path: '/api/mempool/txids/page',
    summary: 'The first 10,000 txids of the mempool, in key order.',
    query: idRows,
    answer: Type.Array(HashHex),
    cache: 'short',
  }),
  mempoolTxidsPageFrom: endpoint({
    id: 'mempoolTxidsPageFrom',
    path: '/api/mempool/txids/page/:last',
    summary: 'The page after a txid, which need not be in the mempool.',
    params: lastParam,
    query: idRows,
    answer: Type.Array(HashHex),
    cache: 'short',
  }),
  feeEstimates: endpoint({
    id: 'feeEstimates',
    path: '/api/fee-estimates',
    summary: "The node's fee estimates for 1 to 25, 144, 504 and 1008 blocks; unavailable estimates are omitted.",
    answer: shape.FeeEstimates,
    example: example.feeEstimates,
    errors: ['node.unavailable'],
    cache: 'short',
  }),
  v1FeeEstimates: endpoint({
    id: 'v1FeeEstimates',
    path: '/api/v1/fee-estimates',
    summary: 'Recommended fees in the format of `/api/fee-estimates`, marked by a header.',
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
    summary: 'The projected blocks, starting with the next block.',
    answer: Type.Array(shape.MempoolBlock),
    example: [example.mempoolBlock],
  }),
});
