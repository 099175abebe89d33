import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import * as shape from './shapes.ts';

const Text = Type.String();
const Bytes = Type.Unknown();
const txidParam = { txid: 'transaction id, 64 hex digits' };
const hashParam = { hash: 'block hash, 64 hex digits' };
const heightParam = { height: 'block height' };
const blockErrors = ['param.hex', 'block.not-found'] as const satisfies ErrorCode[];
const bodyErrors = [...blockErrors, 'node.unavailable', 'node.no-data'] as const satisfies ErrorCode[];
const txErrors = ['param.hex', 'tx.not-found', 'node.unavailable', 'node.no-data'] as const satisfies ErrorCode[];

const blocks = {
  v1Blocks: endpoint({
    id: 'v1Blocks',
    path: '/api/v1/blocks',
    summary: 'The 15 newest blocks with their extras, newest first.',
    answer: Type.Array(shape.BlockExt),
    cache: 'expires-60',
  }),
  v1BlocksFrom: endpoint({
    id: 'v1BlocksFrom',
    path: '/api/v1/blocks/:height',
    summary: '15 blocks with their extras downwards from a height.',
    params: heightParam,
    answer: Type.Array(shape.BlockExt),
    errors: ['param.number'],
    cache: 'expires-60',
  }),
  v1TipHeight: endpoint({
    id: 'v1TipHeight',
    path: '/api/v1/blocks/tip/height',
    summary: 'Height of the tip.',
    kind: 'text',
    answer: Text,
    errors: ['v1.difficulty'],
  }),
  v1Block: endpoint({
    id: 'v1Block',
    path: '/api/v1/block/:hash',
    summary: 'One block with its extras.',
    params: hashParam,
    answer: shape.BlockExt,
    errors: ['v1.block-hash', 'v1.block'],
    cache: 'expires-600',
  }),
  blocks: endpoint({
    id: 'blocks',
    path: '/api/blocks',
    summary: 'The 10 newest blocks, newest first.',
    answer: Type.Array(shape.Block),
    cache: 'short',
  }),
  blocksFrom: endpoint({
    id: 'blocksFrom',
    path: '/api/blocks/:height',
    summary: 'Up to 10 blocks downwards from a height.',
    params: heightParam,
    answer: Type.Array(shape.Block),
    errors: ['block.not-found'],
    cache: 'short',
  }),
  tipHeight: endpoint({
    id: 'tipHeight',
    path: '/api/blocks/tip/height',
    summary: 'Height of the tip.',
    kind: 'text',
    answer: Text,
    errors: ['block.not-found'],
    cache: 'short',
  }),
  tipHash: endpoint({
    id: 'tipHash',
    path: '/api/blocks/tip/hash',
    summary: 'Hash of the tip.',
    kind: 'text',
    answer: Text,
    errors: ['block.not-found'],
    cache: 'short',
  }),
  blockHeight: endpoint({
    id: 'blockHeight',
    path: '/api/block-height/:height',
    summary: 'Hash of the block at a height.',
    params: heightParam,
    kind: 'text',
    answer: Text,
    errors: ['block.not-found', 'param.number'],
    cache: 'depth',
  }),
  block: endpoint({
    id: 'block',
    path: '/api/block/:hash',
    summary: 'One block.',
    params: hashParam,
    answer: shape.Block,
    errors: blockErrors,
    cache: 'long',
  }),
  blockStatus: endpoint({
    id: 'blockStatus',
    path: '/api/block/:hash/status',
    summary: 'Whether a block is in the best chain, and what follows it.',
    params: hashParam,
    answer: shape.BlockStatus,
    errors: ['param.hex'],
    cache: 'depth',
  }),
  blockHeader: endpoint({
    id: 'blockHeader',
    path: '/api/block/:hash/header',
    summary: 'The 80-byte header as hex.',
    params: hashParam,
    kind: 'text',
    answer: Text,
    errors: blockErrors,
    cache: 'long',
  }),
  blockRaw: endpoint({
    id: 'blockRaw',
    path: '/api/block/:hash/raw',
    summary: 'The serialised block.',
    params: hashParam,
    kind: 'bytes',
    answer: Bytes,
    errors: bodyErrors,
    cache: 'long',
  }),
  blockTxids: endpoint({
    id: 'blockTxids',
    path: '/api/block/:hash/txids',
    summary: 'Transaction ids in block order.',
    params: hashParam,
    answer: Type.Array(shape.HashHex),
    errors: bodyErrors,
    cache: 'long',
  }),
  blockTxid: endpoint({
    id: 'blockTxid',
    path: '/api/block/:hash/txid/:index',
    summary: 'The transaction id at a position of the block.',
    params: { ...hashParam, index: 'position from 0' },
    kind: 'text',
    answer: Text,
    errors: [...bodyErrors, 'block.index-out-of-range', 'param.number'],
    cache: 'long',
  }),
  blockTxs: endpoint({
    id: 'blockTxs',
    path: '/api/block/:hash/txs',
    summary: 'The first 25 transactions of a block.',
    params: hashParam,
    answer: Type.Array(shape.Tx),
    errors: bodyErrors,
    cache: 'depth',
  }),
  blockTxsFrom: endpoint({
    id: 'blockTxsFrom',
    path: '/api/block/:hash/txs/:start',
    summary: '25 transactions of a block from a position.',
    params: { ...hashParam, start: 'multiple of 25; anything that is no number means 0' },
    answer: Type.Array(shape.Tx),
    errors: [...bodyErrors, 'block.start-out-of-range', 'block.start-not-multiple'],
    cache: 'depth',
  }),
};

const transactions = {
  tx: endpoint({
    id: 'tx',
    path: '/api/tx/:txid',
    summary: 'One transaction, of the chain or of the pool.',
    params: txidParam,
    answer: shape.Tx,
    errors: txErrors,
    cache: 'depth',
  }),
  txStatus: endpoint({
    id: 'txStatus',
    path: '/api/tx/:txid/status',
    summary: 'Confirmation of a transaction; an unknown one is simply not confirmed.',
    params: txidParam,
    answer: shape.Status,
    errors: ['param.hex'],
    cache: 'depth',
  }),
  txHex: endpoint({
    id: 'txHex',
    path: '/api/tx/:txid/hex',
    summary: 'The serialised transaction as hex.',
    params: txidParam,
    kind: 'text',
    answer: Text,
    errors: txErrors,
    cache: 'depth',
  }),
  txRaw: endpoint({
    id: 'txRaw',
    path: '/api/tx/:txid/raw',
    summary: 'The serialised transaction.',
    params: txidParam,
    kind: 'bytes',
    answer: Bytes,
    errors: txErrors,
    cache: 'depth',
  }),
  txOutspend: endpoint({
    id: 'txOutspend',
    path: '/api/tx/:txid/outspend/:vout',
    summary: 'Who spends one output; an unknown one is not spent.',
    params: { ...txidParam, vout: 'output index' },
    answer: shape.Outspend,
    errors: ['param.hex', 'param.number', 'node.unavailable', 'node.no-data'],
    cache: 'short',
  }),
  txOutspends: endpoint({
    id: 'txOutspends',
    path: '/api/tx/:txid/outspends',
    summary: 'Who spends each output.',
    params: txidParam,
    answer: Type.Array(shape.Outspend),
    errors: txErrors,
    cache: 'short',
  }),
  postTx: endpoint({
    id: 'postTx',
    method: 'POST',
    path: '/api/tx',
    summary: 'Sends a raw transaction to the node.',
    body: 'raw transaction as hex text',
    kind: 'text',
    answer: Text,
    errors: ['broadcast.rejected', 'broadcast.not-hex', 'body.too-large', 'node.unavailable'],
    cache: 'none',
  }),
};

const historyErrors = ['history.after-not-found', 'node.unavailable', 'node.no-data', 'index.behind'] as const;
const scriptRoutes = <P extends 'address' | 'scripthash'>(kind: P) => {
  const params = { id: kind === 'address' ? 'address of this network' : 'SHA-256 of the script as hex, not reversed' };
  const own: ErrorCode[] = kind === 'address' ? ['address.invalid', 'address.wrong-network'] : ['param.scripthash'];
  const base = `/api/${kind}/:id`;
  const cursor = { after_txid: 'last transaction id received', max_txs: 'rows wanted' };
  return {
    txs: endpoint({
      id: `${kind}Txs`,
      path: `${base}/txs`,
      summary: 'History, unconfirmed first, newest first, 50 in all.',
      params,
      query: cursor,
      answer: Type.Array(shape.Tx),
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    chain: endpoint({
      id: `${kind}TxsChain`,
      path: `${base}/txs/chain`,
      summary: '25 confirmed transactions, newest first.',
      params,
      query: { max_txs: 'rows wanted' },
      answer: Type.Array(shape.Tx),
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    chainFrom: endpoint({
      id: `${kind}TxsChainFrom`,
      path: `${base}/txs/chain/:last`,
      summary: '25 confirmed transactions after a cursor; a malformed cursor is ignored.',
      params: { ...params, last: 'last transaction id received' },
      query: { max_txs: 'rows wanted' },
      answer: Type.Array(shape.Tx),
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    mempool: endpoint({
      id: `${kind}TxsMempool`,
      path: `${base}/txs/mempool`,
      summary: 'Up to 50 unconfirmed transactions, newest first.',
      params,
      query: { max_txs: 'rows wanted' },
      answer: Type.Array(shape.Tx),
      errors: own,
      cache: 'short',
    }),
    utxo: endpoint({
      id: `${kind}Utxo`,
      path: `${base}/utxo`,
      summary: 'Unspent outputs, unconfirmed ones included.',
      params,
      answer: Type.Array(shape.Utxo),
      errors: [...own, 'utxo.too-many', 'node.unavailable', 'node.no-data', 'index.behind'],
      cache: 'short',
    }),
  };
};

const address = scriptRoutes('address');
const scripthash = scriptRoutes('scripthash');

const scripts = {
  address: endpoint({
    id: 'address',
    path: '/api/address/:id',
    summary: 'Totals of an address.',
    params: { id: 'address of this network' },
    answer: shape.AddressInfo,
    errors: ['address.invalid', 'address.wrong-network', 'index.behind'],
    cache: 'short',
  }),
  addressTxs: address.txs,
  addressTxsChain: address.chain,
  addressTxsChainFrom: address.chainFrom,
  addressTxsMempool: address.mempool,
  addressUtxo: address.utxo,
  scripthash: endpoint({
    id: 'scripthash',
    path: '/api/scripthash/:id',
    summary: 'Totals of a script.',
    params: { id: 'SHA-256 of the script as hex, not reversed' },
    answer: shape.ScripthashInfo,
    errors: ['param.scripthash', 'index.behind'],
    cache: 'short',
  }),
  scripthashTxs: scripthash.txs,
  scripthashTxsChain: scripthash.chain,
  scripthashTxsChainFrom: scripthash.chainFrom,
  scripthashTxsMempool: scripthash.mempool,
  scripthashUtxo: scripthash.utxo,
};

const pool = {
  mempool: endpoint({
    id: 'mempool',
    path: '/api/mempool',
    summary: 'Size and fee histogram of the pool.',
    answer: shape.MempoolStats,
    cache: 'short',
  }),
  mempoolTxids: endpoint({
    id: 'mempoolTxids',
    path: '/api/mempool/txids',
    summary: 'All transaction ids of the pool, in key order.',
    answer: Type.Array(shape.HashHex),
    cache: 'short',
  }),
  mempoolRecent: endpoint({
    id: 'mempoolRecent',
    path: '/api/mempool/recent',
    summary: 'The 10 newest transactions of the pool.',
    answer: Type.Array(shape.RecentTx),
    cache: 'recent',
  }),
  feesRecommended: endpoint({
    id: 'feesRecommended',
    path: '/api/v1/fees/recommended',
    summary: 'Recommended fee rates in whole sat/vB.',
    answer: shape.RecommendedFees,
    errors: ['v1.fees'],
  }),
  feesMempoolBlocks: endpoint({
    id: 'feesMempoolBlocks',
    path: '/api/v1/fees/mempool-blocks',
    summary: 'The projected blocks, next one first.',
    answer: Type.Array(shape.MempoolBlock),
  }),
};

const general = {
  difficultyAdjustment: endpoint({
    id: 'difficultyAdjustment',
    path: '/api/v1/difficulty-adjustment',
    summary: 'The running difficulty epoch and its estimate.',
    answer: shape.DifficultyAdjustment,
    errors: ['v1.difficulty'],
  }),
  initData: endpoint({
    id: 'initData',
    path: '/api/v1/init-data',
    summary: 'What a client needs to start; the same object as the live `init` answer.',
    answer: shape.InitData,
  }),
  validateAddress: endpoint({
    id: 'validateAddress',
    path: '/api/v1/validate-address/:address',
    summary: 'Whether a text is an address of this network, and of which kind.',
    params: { address: '2 to 120 letters and digits' },
    answer: shape.AddressValidation,
    errors: ['v1.address'],
  }),
  backendInfo: endpoint({
    id: 'backendInfo',
    path: '/api/v1/backend-info',
    summary: 'Version of this server and of its node.',
    answer: shape.BackendInfo,
  }),
  state: endpoint({
    id: 'state',
    path: '/api/glass/v1/state',
    summary: 'How this network is doing: node, index, pool, each with an honest sentence.',
    answer: shape.NetworkState,
  }),
};

/** Every REST route, by id. Routes, OpenAPI, docs and contract tests are made from it. */
export const endpoints = { ...blocks, ...transactions, ...scripts, ...pool, ...general };
export type EndpointId = keyof typeof endpoints;
