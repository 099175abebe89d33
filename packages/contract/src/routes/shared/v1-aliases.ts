import { type TProperties, type TSchema, Type } from 'typebox';
import { type Endpoint, fieldsSchema, v1Alias } from '../../endpoint.ts';
import type { ErrorCode } from '../../errors.ts';
import * as field from '../../fields.ts';
import { V1RecentTx } from '../../shapes/tx-shapes.ts';
import { blocks } from '../blocks.ts';
import { mempool } from '../mempool.ts';
import { scripts } from '../scripts.ts';
import { transactions } from '../transactions.ts';
import { v1RecentTx } from './examples.ts';
import { exampleAddress, exampleTxid } from './parts.ts';

type Words = Partial<Record<ErrorCode, ErrorCode>>;
const txWords: Words = { 'param.hex': 'v1.txid', 'tx.not-found': 'v1.tx' };
const hashWords: Words = { 'param.hex': 'v1.block-hash' };
const addressWords: Words = { 'address.invalid': 'v1.bitcoin-address', 'address.wrong-network': 'v1.bitcoin-address' };
const scripthashWords: Words = { 'param.hex': 'param.scripthash' };
const pageWords: Words = {
  ...hashWords,
  'block.not-found': 'v1.block-txs',
  'block.start-out-of-range': 'v1.block-txs',
};

const txidsQuery = {
  txids: field.list(
    {
      description: 'at most 50 txids, comma-separated',
      example: exampleTxid,
      maximum: 50,
      items: field.hash({ description: 'txid', example: exampleTxid }, 'v1.txids'),
    },
    { missing: 'txids.none', tooMany: 'txids.too-many' },
  ),
};

/** mempool.space checks the format of an address first. */
const addressParam = {
  id: field.text(
    { description: 'address of this network', example: exampleAddress, pattern: '^[a-zA-Z0-9]{2,120}$' },
    'v1.address',
  ),
};

const addressAlias = <A extends TSchema, P extends TProperties, Q extends TProperties>(
  id: string,
  base: Endpoint<A, P, Q>,
): Endpoint<A, P, Q> => ({
  ...v1Alias(id, base, addressWords, ['v1.address']),
  params: fieldsSchema({ ...base.params.properties, ...addressParam }),
});

/** Esplora routes that mempool.space also serves below `/api/v1/` when it has no Esplora backend. */
export const v1Aliases = {
  v1Mempool: v1Alias('v1Mempool', mempool.mempool, {}),
  v1MempoolTxids: v1Alias('v1MempoolTxids', mempool.mempoolTxids, {}),
  v1MempoolRecent: {
    ...v1Alias('v1MempoolRecent', mempool.mempoolRecent, {}),
    summary: 'The 10 newest transactions of the mempool, with vsize as a quarter of the weight.',
    answer: Type.Array(V1RecentTx),
    example: [v1RecentTx],
  },
  v1Tx: v1Alias('v1Tx', transactions.tx, txWords),
  v1TxHex: v1Alias('v1TxHex', transactions.txHex, txWords),
  v1TxStatus: v1Alias('v1TxStatus', transactions.txStatus, txWords, ['v1.tx']),
  v1TxOutspends: v1Alias('v1TxOutspends', transactions.txOutspends, {
    ...txWords,
    'tx.not-found': 'v1.tx-outspends',
  }),
  v1TxMerkleProof: v1Alias('v1TxMerkleProof', transactions.txMerkleProof, {
    ...txWords,
    'tx.unconfirmed': 'v1.merkle-proof',
  }),
  v1TxsOutspends: {
    ...v1Alias('v1TxsOutspends', transactions.txsOutspends, { 'txids.none': 'v1.txids' }),
    query: fieldsSchema<typeof txidsQuery>(txidsQuery),
  },
  v1BlockHeader: v1Alias('v1BlockHeader', blocks.blockHeader, {
    ...hashWords,
    'block.not-found': 'v1.block-header',
  }),
  v1BlockRaw: v1Alias('v1BlockRaw', blocks.blockRaw, { ...hashWords, 'block.not-found': 'v1.block-raw' }),
  v1BlockTxids: v1Alias('v1BlockTxids', blocks.blockTxids, { ...hashWords, 'block.not-found': 'v1.block-txids' }),
  v1BlockTxs: v1Alias('v1BlockTxs', blocks.blockTxs, pageWords),
  v1BlockTxsFrom: v1Alias('v1BlockTxsFrom', blocks.blockTxsFrom, pageWords),
  v1BlockHeight: v1Alias('v1BlockHeight', blocks.blockHeight, {
    'block.not-found': 'v1.block-height',
    'param.number': 'v1.block-height',
  }),
  v1TipHash: v1Alias('v1TipHash', blocks.tipHash, { 'block.not-found': 'v1.tip-hash' }),
  v1Address: addressAlias('v1Address', scripts.address),
  v1AddressTxs: addressAlias('v1AddressTxs', scripts.addressTxs),
  v1AddressSummary: addressAlias('v1AddressSummary', scripts.addressSummary),
  v1AddressSummaryFrom: addressAlias('v1AddressSummaryFrom', scripts.addressSummaryFrom),
  v1AddressUtxo: addressAlias('v1AddressUtxo', scripts.addressUtxo),
  v1Scripthash: v1Alias('v1Scripthash', scripts.scripthash, scripthashWords),
  v1ScripthashTxs: v1Alias('v1ScripthashTxs', scripts.scripthashTxs, scripthashWords),
  v1ScripthashSummary: v1Alias('v1ScripthashSummary', scripts.scripthashSummary, scripthashWords),
  v1ScripthashSummaryFrom: v1Alias('v1ScripthashSummaryFrom', scripts.scripthashSummaryFrom, scripthashWords),
  v1ScripthashUtxo: v1Alias('v1ScripthashUtxo', scripts.scripthashUtxo, scripthashWords),
  v1AddressPrefix: {
    ...v1Alias('v1AddressPrefix', scripts.addressPrefix, {}),
    summary:
      'Up to 10 addresses with a prefix that occur in mempool transactions, and in the chain if the operator has enabled the address index.',
    errors: [],
  },
};
