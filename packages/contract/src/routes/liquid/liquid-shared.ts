import { type TSchema, Type } from 'typebox';
import type { Endpoint } from '../../endpoint.ts';
import type { ErrorCode } from '../../errors.ts';
import { LiquidBlock } from '../../shapes/liquid/liquid-block-shapes.ts';
import { LiquidFate, LiquidTx } from '../../shapes/liquid/liquid-tx-shapes.ts';
import { audits } from '../audits.ts';
import { blocks } from '../blocks.ts';
import { mempool } from '../mempool.ts';
import { prices } from '../prices.ts';
import { nodeErrors } from '../shared/parts.ts';
import { v1Aliases } from '../shared/v1-aliases.ts';
import { transactions } from '../transactions.ts';

/** Returns a route of Bitcoin networks with another answer. */
export const answering = <E extends Endpoint, A extends TSchema>(
  { example: _, ...base }: E,
  answer: A,
  more: { example?: unknown; errors?: readonly ErrorCode[] } = {},
) => ({ ...base, ...more, answer }) as unknown as Omit<E, 'answer' | 'example'> & { readonly answer: A };

/** Returns a route with further errors. */
const failing = <E extends Endpoint>(base: E, errors: readonly ErrorCode[]): E => ({
  ...base,
  errors: [...new Set([...base.errors, ...errors])],
});

/** Routes of the mempool over time, replacements, summaries and prices: those of Bitcoin networks. */
export const recorded = {
  v1Statistics: mempool.v1Statistics,
  mempoolAt: mempool.mempoolAt,
  mempoolTxidsPage: failing(mempool.mempoolTxidsPage, nodeErrors),
  mempoolTxidsPageFrom: failing(mempool.mempoolTxidsPageFrom, nodeErrors),
  v1BlockSummary: {
    ...blocks.v1BlockSummary,
    summary: 'All transactions of a block in block order, sizes and effective fee rates with discount.',
  },
  v1BlockTxSummary: blocks.v1BlockTxSummary,
  /** Liquid blocks have no audits: the mempool predicts little about them. */
  v1BlockAudit: audits.v1BlockAudit,
  v1TxAudit: audits.v1TxAudit,
  dayBlocks: {
    ...answering(blocks.dayBlocks, Type.Array(LiquidBlock)),
    summary: 'Blocks with a timestamp on a UTC day, ascending.',
  },
  v1BlockAtTime: blocks.v1BlockAtTime,
  v1TxRbf: transactions.v1TxRbf,
  v1TxCached: answering(transactions.v1TxCached, LiquidTx),
  fate: answering(transactions.fate, LiquidFate),
  v1Replacements: transactions.v1Replacements,
  v1ReplacementsAfter: transactions.v1ReplacementsAfter,
  v1FullRbfReplacements: transactions.v1FullRbfReplacements,
  v1FullRbfReplacementsAfter: transactions.v1FullRbfReplacementsAfter,
  txsPackage: transactions.txsPackage,
  v1TxsPackage: transactions.v1TxsPackage,
  v1CpfpPreview: failing(transactions.v1CpfpPreview, nodeErrors),
  txsTest: transactions.txsTest,
  v1TxsTest: transactions.v1TxsTest,
  v1TxPush: transactions.v1TxPush,
  v1PostTx: transactions.v1PostTx,
  prices: prices.prices,
  historicalPrice: prices.historicalPrice,
};

const Txs = Type.Array(LiquidTx);

/** Esplora routes below `/api/v1/`, with the answers of Liquid's own. @param own answers of addresses and outputs */
export const liquidAliases = <Address extends TSchema, Scripthash extends TSchema, Utxos extends TSchema>(own: {
  address: Address;
  scripthash: Scripthash;
  utxos: Utxos;
  recent: TSchema;
}) => ({
  v1AddressPrefix: failing(v1Aliases.v1AddressPrefix, nodeErrors),
  v1Mempool: failing(v1Aliases.v1Mempool, nodeErrors),
  v1MempoolTxids: failing(v1Aliases.v1MempoolTxids, nodeErrors),
  v1MempoolRecent: failing(
    answering({ ...v1Aliases.v1MempoolRecent, summary: mempool.mempoolRecent.summary }, own.recent),
    nodeErrors,
  ),
  v1Tx: answering(v1Aliases.v1Tx, LiquidTx),
  v1TxHex: v1Aliases.v1TxHex,
  v1TxStatus: v1Aliases.v1TxStatus,
  v1TxOutspends: v1Aliases.v1TxOutspends,
  v1TxMerkleProof: v1Aliases.v1TxMerkleProof,
  v1TxsOutspends: v1Aliases.v1TxsOutspends,
  v1BlockHeader: {
    ...failing(v1Aliases.v1BlockHeader, nodeErrors),
    summary: 'The header as hex, with signatures and federation parameters.',
  },
  v1BlockRaw: v1Aliases.v1BlockRaw,
  v1BlockTxids: v1Aliases.v1BlockTxids,
  v1BlockTxs: answering(v1Aliases.v1BlockTxs, Txs),
  v1BlockTxsFrom: answering(v1Aliases.v1BlockTxsFrom, Txs),
  v1BlockHeight: v1Aliases.v1BlockHeight,
  v1TipHash: v1Aliases.v1TipHash,
  v1Address: answering(v1Aliases.v1Address, own.address),
  v1AddressTxs: answering(v1Aliases.v1AddressTxs, Txs),
  v1AddressUtxo: answering(v1Aliases.v1AddressUtxo, own.utxos),
  v1Scripthash: answering(v1Aliases.v1Scripthash, own.scripthash),
  v1ScripthashTxs: answering(v1Aliases.v1ScripthashTxs, Txs),
  v1ScripthashUtxo: answering(v1Aliases.v1ScripthashUtxo, own.utxos),
});
