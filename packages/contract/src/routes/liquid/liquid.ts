import { Type } from 'typebox';
import { endpoint, tagged } from '../../endpoint.ts';
import type { ErrorCode } from '../../errors.ts';
import * as field from '../../fields.ts';
import { AssetMatch, IssuedAsset, LiquidAddressValidation, NativeAsset } from '../../shapes/liquid/asset-shapes.ts';
import { LiquidBlock, LiquidBlockWithExt } from '../../shapes/liquid/liquid-block-shapes.ts';
import * as example from '../../shapes/liquid/liquid-examples.ts';
import { LiquidDifficulty, LiquidInitData, LiquidNetworkState } from '../../shapes/liquid/liquid-start-shapes.ts';
import {
  LiquidAddressInfo,
  LiquidPrevout,
  LiquidRecentTx,
  LiquidScripthashInfo,
  LiquidTx,
  LiquidUtxo,
} from '../../shapes/liquid/liquid-tx-shapes.ts';
import { blocks } from '../blocks.ts';
import { general } from '../general.ts';
import { mempool } from '../mempool.ts';
import { scripts } from '../scripts.ts';
import { lastParam, nodeErrors, Text } from '../shared/parts.ts';
import { transactions } from '../transactions.ts';
import { assetFiles } from './liquid-asset-files.ts';
import { pegs, reserves } from './liquid-federation.ts';
import { answering, liquidAliases, recorded } from './liquid-shared.ts';

const exampleAsset = example.issuedAsset.asset_id;
const assetParam = { id: field.hash({ description: 'asset id, 64 hex digits', example: exampleAsset }, 'param.hex') };
const chainErrors = [...nodeErrors, 'index.behind'] as const satisfies ErrorCode[];
const assetErrors = ['param.hex', ...chainErrors] as const satisfies ErrorCode[];
const historyErrors = [...assetErrors, 'history.after-not-found'] as const satisfies ErrorCode[];
const after = { after_txid: lastParam.last };
const supplyErrors = ['param.hex', 'asset.not-found', 'asset.blinded', 'index.behind'] as const satisfies ErrorCode[];
const Txs = Type.Array(LiquidTx);
const Utxos = Type.Array(LiquidUtxo);

const assets = tagged('Assets', {
  asset: endpoint({
    id: 'asset',
    path: '/api/asset/:id',
    summary: 'Issuance and totals of an asset; of the pegged asset its pegs and burns.',
    params: assetParam,
    answer: Type.Union([IssuedAsset, NativeAsset]),
    example: example.issuedAsset,
    errors: ['param.hex', 'asset.not-found', ...chainErrors],
    cache: 'short',
  }),
  assetTxs: endpoint({
    id: 'assetTxs',
    path: '/api/asset/:id/txs',
    summary: 'Transactions that issue, burn or peg an asset: 50 unconfirmed, then 25 confirmed, newest first.',
    params: assetParam,
    query: after,
    answer: Txs,
    example: [example.tx],
    errors: historyErrors,
    cache: 'short',
  }),
  assetTxsMempool: endpoint({
    id: 'assetTxsMempool',
    path: '/api/asset/:id/txs/mempool',
    summary: 'Up to 50 unconfirmed ones.',
    params: assetParam,
    answer: Txs,
    example: [],
    errors: ['param.hex', ...nodeErrors],
    cache: 'short',
  }),
  assetTxsChain: endpoint({
    id: 'assetTxsChain',
    path: '/api/asset/:id/txs/chain',
    summary: '25 confirmed ones, newest first.',
    params: assetParam,
    query: after,
    answer: Txs,
    errors: historyErrors,
    cache: 'short',
  }),
  assetTxsChainFrom: endpoint({
    id: 'assetTxsChainFrom',
    path: '/api/asset/:id/txs/chain/:last',
    summary: '25 confirmed ones after a cursor; an unknown cursor starts at the newest.',
    params: { ...assetParam, ...lastParam },
    answer: Txs,
    errors: assetErrors,
    cache: 'short',
  }),
  assetSupply: endpoint({
    id: 'assetSupply',
    path: '/api/asset/:id/supply',
    summary: 'Circulating amount of an asset in its smallest unit, with the mempool.',
    params: assetParam,
    kind: 'text',
    answer: Text,
    example: '124300000000',
    errors: supplyErrors,
    cache: 'short',
  }),
  assetSupplyDecimal: endpoint({
    id: 'assetSupplyDecimal',
    path: '/api/asset/:id/supply/decimal',
    summary: 'The same as a decimal number: 8 decimals for the pegged asset, those of the registry for others.',
    params: assetParam,
    kind: 'text',
    answer: Text,
    example: '124300000000',
    errors: supplyErrors,
    cache: 'short',
  }),
});

const registryErrors = ['registry.none', ...chainErrors] as const satisfies ErrorCode[];

const registry = tagged('Asset registry', {
  registryAssets: endpoint({
    id: 'registryAssets',
    path: '/api/assets/registry',
    summary: 'Assets of the chain that are in the registry. The header `X-Total-Results` has the size of the registry.',
    query: {
      start_index: field.offset({ description: 'number of assets to skip' }),
      limit: field.count({ description: 'number of assets, at most 100', maximum: 100, defaultValue: 25 }),
      sort_field: field.optional(
        field.word(['name', 'domain', 'ticker'], { description: 'ticker by default' }, 'registry.sort-field'),
      ),
      sort_dir: field.optional(
        field.word(['asc', 'desc'], { description: 'ascending by default' }, 'registry.sort-direction'),
      ),
    },
    answer: Type.Array(IssuedAsset),
    example: [example.issuedAsset],
    errors: ['registry.sort-field', 'registry.sort-direction', ...registryErrors],
    cache: 'never',
  }),
  registrySearch: endpoint({
    id: 'registrySearch',
    path: '/api/assets/registry/search',
    summary: 'Assets of the registry whose id, ticker, name or domain matches a text, best first.',
    query: {
      q: field.optional(
        field.text(
          {
            description: 'at most 64 characters; nothing matches an empty or missing text',
            pattern: '^[^]{0,64}$',
            example: 'gold',
          },
          'registry.query',
        ),
      ),
      limit: field.count({ description: 'number of assets, at most 100', maximum: 100, defaultValue: 15 }),
    },
    answer: Type.Array(AssetMatch),
    example: [example.match],
    errors: ['registry.query', 'registry.none'],
    cache: 'never',
  }),
  registryAsset: endpoint({
    id: 'registryAsset',
    path: '/api/assets/registry/:id',
    summary: 'An asset of the chain that is in the registry.',
    params: assetParam,
    answer: IssuedAsset,
    example: example.issuedAsset,
    errors: ['param.hex', 'registry.not-found', ...registryErrors],
    cache: 'short',
  }),
});

/** Routes that only Bitcoin networks have: clients expect their own text. */
const bitcoinOnly = (id: string, path: string) =>
  endpoint({
    id,
    path,
    summary: 'Not available on Liquid networks.',
    answer: Type.Never(),
    errors: ['v1.bitcoin-only'],
  });

/**
 * Every REST route of Liquid networks, by id, below their prefix: those of Bitcoin networks with Liquid's shapes, assets
 * and pegs.
 */
export const liquidEndpoints = {
  tipHeight: blocks.tipHeight,
  tipHash: blocks.tipHash,
  blocks: answering(blocks.blocks, Type.Array(LiquidBlock), { example: [example.block] }),
  blocksFrom: answering(blocks.blocksFrom, Type.Array(LiquidBlock), { example: [example.block] }),
  v1Blocks: {
    ...answering(blocks.v1Blocks, Type.Array(LiquidBlock), { example: [example.block] }),
    summary: 'The 15 newest blocks, newest first.',
  },
  v1BlocksFrom: {
    ...answering(blocks.v1BlocksFrom, Type.Array(LiquidBlock), { example: [example.block] }),
    summary: '15 blocks, descending from a height.',
  },
  v1TipHeight: blocks.v1TipHeight,
  blockHeight: blocks.blockHeight,
  block: answering(blocks.block, LiquidBlockWithExt, {
    example: example.blockWithExt,
    errors: [...blocks.block.errors, ...nodeErrors],
  }),
  v1Block: {
    ...answering(blocks.v1Block, Type.Object({ ...LiquidBlock.properties, bits: Type.Null(), stale: Type.Boolean() })),
    summary: 'A block, and whether it is stale.',
  },
  blockStatus: blocks.blockStatus,
  blockHeader: {
    ...blocks.blockHeader,
    summary: 'The header as hex, with signatures and federation parameters.',
    errors: [...blocks.blockHeader.errors, ...nodeErrors],
  },
  blockRaw: blocks.blockRaw,
  blockTxids: blocks.blockTxids,
  blockTxid: blocks.blockTxid,
  blockTxs: answering(blocks.blockTxs, Txs, { example: [example.tx] }),
  blockTxsFrom: answering(blocks.blockTxsFrom, Txs),
  tx: answering(transactions.tx, LiquidTx, { example: example.tx }),
  txStatus: transactions.txStatus,
  txHex: transactions.txHex,
  txRaw: transactions.txRaw,
  txMerkleProof: transactions.txMerkleProof,
  txOutspend: transactions.txOutspend,
  txOutspends: transactions.txOutspends,
  txsOutspends: transactions.txsOutspends,
  postTx: transactions.postTx,
  broadcast: transactions.broadcast,
  v1Cpfp: transactions.v1Cpfp,
  v1Prevouts: answering(transactions.v1Prevouts, Type.Array(Type.Union([LiquidPrevout, Type.Null()])), {
    example: [{ prevout: example.tx.vout[0]!, unconfirmed: false }],
    errors: [...transactions.v1Prevouts.errors, 'node.no-data'],
  }),
  v1TransactionTimes: {
    ...transactions.v1TransactionTimes,
    errors: [...transactions.v1TransactionTimes.errors, ...nodeErrors],
  },
  address: answering(scripts.address, LiquidAddressInfo),
  addressTxs: answering(scripts.addressTxs, Txs),
  addressTxsChain: answering(scripts.addressTxsChain, Txs),
  addressTxsChainFrom: answering(scripts.addressTxsChainFrom, Txs),
  addressTxsMempool: answering(scripts.addressTxsMempool, Txs),
  addressUtxo: answering(scripts.addressUtxo, Utxos, { example: [example.utxo] }),
  scripthash: answering(scripts.scripthash, LiquidScripthashInfo),
  scripthashTxs: answering(scripts.scripthashTxs, Txs),
  scripthashTxsChain: answering(scripts.scripthashTxsChain, Txs),
  scripthashTxsChainFrom: answering(scripts.scripthashTxsChainFrom, Txs),
  scripthashTxsMempool: answering(scripts.scripthashTxsMempool, Txs),
  scripthashUtxo: answering(scripts.scripthashUtxo, Utxos, { example: [example.utxo] }),
  addressesTxs: answering(scripts.addressesTxs, Txs),
  scripthashesTxs: answering(scripts.scripthashesTxs, Txs),
  addressPrefix: {
    ...scripts.addressPrefix,
    summary: `${scripts.addressPrefix.summary} Confidential addresses are not found.`,
    errors: [...scripts.addressPrefix.errors, ...nodeErrors],
  },
  mempool: { ...mempool.mempool, errors: nodeErrors },
  mempoolTxids: { ...mempool.mempoolTxids, errors: nodeErrors },
  mempoolRecent: answering(mempool.mempoolRecent, Type.Array(LiquidRecentTx), { errors: nodeErrors }),
  feesRecommended: { ...mempool.feesRecommended, summary: 'Recommended fee rates in steps of 0.1 sat/vB.' },
  feesPrecise: { ...mempool.feesPrecise, summary: 'The same.' },
  feesMempoolBlocks: { ...mempool.feesMempoolBlocks, errors: ['v1.mempool-blocks'] as const },
  feeEstimates: mempool.feeEstimates,
  v1FeeEstimates: mempool.v1FeeEstimates,
  backendInfo: general.backendInfo,
  initData: answering(general.initData, LiquidInitData),
  difficultyAdjustment: answering(general.difficultyAdjustment, LiquidDifficulty, { example: example.difficulty }),
  state: answering(general.state, LiquidNetworkState, { example: example.networkState }),
  v1BlocksBulk: bitcoinOnly('v1BlocksBulk', '/api/v1/blocks-bulk/*'),
  v1ChainTips: bitcoinOnly('v1ChainTips', '/api/v1/chain-tips'),
  v1StaleTips: bitcoinOnly('v1StaleTips', '/api/v1/stale-tips'),
  v1StaleTipsBelow: bitcoinOnly('v1StaleTipsBelow', '/api/v1/stale-tips/*'),
  validateAddress: endpoint({
    id: 'validateAddress',
    path: '/api/v1/validate-address/:address',
    summary: "The node's validation of an address of this network, confidential or not, or of its parent chain.",
    params: {
      address: field.text(
        {
          description: '2 to 120 letters and digits',
          example: example.validation.address!,
          pattern: '^[a-zA-Z0-9]{2,120}$',
        },
        'v1.liquid-address',
      ),
    },
    answer: LiquidAddressValidation,
    example: example.validation,
    errors: ['v1.liquid-address', 'v1.validation'],
  }),
  ...recorded,
  ...liquidAliases({
    address: LiquidAddressInfo,
    scripthash: LiquidScripthashInfo,
    utxos: Utxos,
    recent: Type.Array(LiquidRecentTx),
  }),
  ...assets,
  ...assetFiles,
  ...registry,
  ...pegs,
  ...reserves,
};
/** Id of a route of Liquid networks. */
export type LiquidEndpointId = keyof typeof liquidEndpoints;
