import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import { Outspend, Tx } from '../shapes/tx-shapes.ts';
import { hashParam, height, lastParam, nodeErrors, Text, txidParam } from './shared/parts.ts';

const ids = {
  method: 'POST' as const,
  body: 'at most 1,000 txids; malformed ones are skipped',
  bodySchema: Type.Array(Text),
};
const idsErrors = [
  'body.json',
  'internal.too-many',
  'body.too-large',
  'body.too-slow',
  ...nodeErrors,
] as const satisfies ErrorCode[];
const mempoolRows = { max_txs: field.count({ description: 'number of rows, at most 1,000', maximum: 1_000 }) };
const core = '/api/v1/internal/bitcoin-core';
const verbose = { verbose: field.flag({ description: 'true or false' }, 'core.verbose') };
const Result = Type.Unknown();
const coreErrors = ['core.rejected', 'node.unavailable'] as const satisfies ErrorCode[];

/** Bulk routes for other programs of the operator. */
export const internal = tagged('Internal', {
  internalTxs: endpoint({
    ...ids,
    id: 'internalTxs',
    path: '/internal/txs',
    summary: 'Confirmed or unconfirmed transactions; unknown ones are omitted.',
    answer: Type.Array(Tx),
    errors: idsErrors,
    cache: 'none',
  }),
  internalBlockTxs: endpoint({
    id: 'internalBlockTxs',
    path: '/internal/block/:hash/txs',
    summary: 'All transactions of a block.',
    params: hashParam(),
    answer: Type.Array(Tx),
    errors: ['param.hex', 'block.not-found', ...nodeErrors],
    cache: 'depth',
  }),
  internalMempoolTxsAll: endpoint({
    id: 'internalMempoolTxsAll',
    path: '/internal/mempool/txs/all',
    summary: 'Transactions of the mempool in key order, up to 5,000 or 2 MB; a `Link` header points to the next page.',
    answer: Type.Array(Tx),
    cache: 'short',
  }),
  internalMempoolTxs: endpoint({
    id: 'internalMempoolTxs',
    path: '/internal/mempool/txs',
    summary: 'The first 1,000 transactions of the mempool in key order, or fewer if they exceed 2 MB.',
    query: mempoolRows,
    answer: Type.Array(Tx),
    cache: 'short',
  }),
  internalMempoolTxsFrom: endpoint({
    id: 'internalMempoolTxsFrom',
    path: '/internal/mempool/txs/:last',
    summary: 'The page after a txid, which need not be in the mempool.',
    params: lastParam,
    query: mempoolRows,
    answer: Type.Array(Tx),
    cache: 'short',
  }),
  internalMempoolTxsById: endpoint({
    ...ids,
    id: 'internalMempoolTxsById',
    path: '/internal/mempool/txs',
    summary: 'The given transactions that are in the mempool.',
    answer: Type.Array(Tx),
    errors: ['body.json', 'internal.too-many', 'body.too-large', 'body.too-slow'],
    cache: 'none',
  }),
  internalOutspendsByTxid: endpoint({
    ...ids,
    id: 'internalOutspendsByTxid',
    path: '/internal/txs/outspends/by-txid',
    summary: 'The spending transaction of each output of several transactions; empty for an unknown or malformed txid.',
    answer: Type.Array(Type.Array(Outspend)),
    errors: idsErrors,
    cache: 'short',
  }),
  internalOutspendsByOutpoint: endpoint({
    ...ids,
    id: 'internalOutspendsByOutpoint',
    path: '/internal/txs/outspends/by-outpoint',
    summary: 'The spending transaction of several outputs; an unknown or malformed outpoint counts as unspent.',
    body: 'at most 1,000 outpoints `txid:vout`',
    answer: Type.Array(Outspend),
    errors: idsErrors,
    cache: 'short',
  }),
  coreMempoolEntry: endpoint({
    id: 'coreMempoolEntry',
    path: `${core}/get-mempool-entry`,
    summary: "The node's `getmempoolentry`.",
    query: txidParam('core.txid'),
    answer: Result,
    errors: ['core.txid', 'core.no-entry', ...coreErrors],
    cache: 'never',
  }),
  coreDecodeTx: endpoint({
    id: 'coreDecodeTx',
    method: 'POST',
    path: `${core}/decode-raw-transaction`,
    summary: "The node's `decoderawtransaction`.",
    body: 'the transaction as hex',
    bodySchema: Type.Object({ rawTx: Text }),
    answer: Result,
    errors: ['core.raw-tx', 'body.too-large', 'body.too-slow', ...coreErrors],
    cache: 'never',
  }),
  coreRawTx: endpoint({
    id: 'coreRawTx',
    path: `${core}/get-raw-transaction`,
    summary: "The node's `getrawtransaction`; the block of a confirmed transaction comes from the index.",
    query: { ...txidParam('core.txid'), ...verbose },
    answer: Result,
    errors: ['core.txid', 'core.verbose', ...coreErrors],
    cache: 'never',
  }),
  coreSendTx: endpoint({
    id: 'coreSendTx',
    method: 'POST',
    path: `${core}/send-raw-transaction`,
    summary: "The node's `sendrawtransaction`.",
    body: 'the transaction as hex',
    bodySchema: Type.Object({ rawTx: Text }),
    answer: Result,
    errors: ['core.raw-tx', 'body.too-large', 'body.too-slow', ...coreErrors],
    cache: 'never',
  }),
  coreTestTxs: endpoint({
    id: 'coreTestTxs',
    method: 'POST',
    path: `${core}/test-mempool-accept`,
    summary: "The node's `testmempoolaccept`.",
    body: 'at most 25 transactions as hex',
    bodySchema: Type.Object({ rawTxs: Type.Array(Text) }),
    answer: Result,
    errors: ['core.raw-txs', 'body.too-large', 'body.too-slow', ...coreErrors],
    cache: 'never',
  }),
  coreMempoolAncestors: endpoint({
    id: 'coreMempoolAncestors',
    path: `${core}/get-mempool-ancestors`,
    summary: "The node's `getmempoolancestors`.",
    query: { ...txidParam('core.txid'), ...verbose },
    answer: Result,
    errors: ['core.txid', 'core.verbose', ...coreErrors],
    cache: 'never',
  }),
  coreBlock: endpoint({
    id: 'coreBlock',
    path: `${core}/get-block`,
    summary: "The node's `getblock`.",
    query: {
      ...hashParam('core.hash'),
      verbosity: field.integerWithDefault(1, { description: '0 to 3', maximum: 3 }, 'core.verbosity'),
    },
    answer: Result,
    errors: ['core.hash', 'core.verbosity', ...coreErrors],
    cache: 'never',
  }),
  coreBlockHash: endpoint({
    id: 'coreBlockHash',
    path: `${core}/get-block-hash`,
    summary: "The node's `getblockhash`.",
    query: { height: height('core.height') },
    answer: Result,
    errors: ['core.height', ...coreErrors],
    cache: 'never',
  }),
  coreBlockCount: endpoint({
    id: 'coreBlockCount',
    path: `${core}/get-block-count`,
    summary: "The node's `getblockcount`.",
    answer: Result,
    errors: coreErrors,
    cache: 'never',
  }),
});
