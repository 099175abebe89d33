import { toHex } from '@glassblock/primitives';
import { type Handlers, heightOf, plain } from '../call.ts';
import * as mempool from '../mempool/mempool.ts';
import { presentMempoolTxExt } from '../presenters/present-tx.ts';
import { cpfpOf } from './cpfp.ts';
import { fateOf } from './fate.ts';
import * as transactions from './transactions.ts';
import { allOutspends } from './tx-outspends.ts';

/** Handlers of the transaction routes. */
export const transactionHandlers = {
  tx: async (context, { params }) => {
    const tx = await transactions.transaction(context, params.txid);
    return { value: tx, ...heightOf(tx.status) };
  },
  txStatus: async (context, { params }) => {
    const status = await transactions.transactionStatus(context, params.txid);
    return { value: status, ...heightOf(status) };
  },
  v1TxStatus: async (context, { params }) => {
    const status = await transactions.knownStatus(context, params.txid);
    return { value: status, ...heightOf(status) };
  },
  txHex: async (context, { params }) => {
    const { raw, status } = await transactions.rawTransaction(context, params.txid);
    return { value: toHex(raw), ...heightOf(status) };
  },
  txRaw: async (context, { params }) => {
    const { raw, status } = await transactions.rawTransaction(context, params.txid);
    return { value: raw, ...heightOf(status) };
  },
  txMerkleProof: async (context, { params }) => {
    const { proof, height } = await transactions.merkleProof(context, params.txid);
    return { value: proof, height };
  },
  txMerkleBlock: async (context, { params }) => {
    const { proof, height } = await transactions.merkleBlockProof(context, params.txid);
    return { value: proof, height };
  },
  txOutspend: async (context, { params }) => {
    const outpoint = { txid: params.txid, vout: params.vout };
    const [outspend] = await transactions.outspendsAt(context, [outpoint]);
    return { value: outspend, ...heightOf(outspend?.status) };
  },
  txOutspends: plain((context, { params }) => allOutspends(context, params.txid)),
  txsOutspends: plain((context, { query }) => transactions.outspendsOfMany(context, query.txids)),
  v1TxsOutspends: plain((context, { query }) => transactions.outspendsOfMany(context, query.txids)),
  v1Cpfp: plain((context, { params }) => cpfpOf(context, params.txid)),
  v1TxRbf: plain(async (context, { params }) => {
    const { tree, replaces } = await context.mempool.replacement(params.txid);
    return { replacements: tree ?? null, replaces: replaces ?? null };
  }),
  v1TxCached: async (context, { params }) => {
    const entry = await context.mempool.replacedTx(params.txid);
    if (entry === undefined) return { value: undefined, isEmpty: true };
    return { value: presentMempoolTxExt(context, entry) };
  },
  fate: plain((context, { params }) => fateOf(context, params.txid)),
  v1Replacements: plain((context) => context.mempool.replacements({ fullOnly: false })),
  v1ReplacementsAfter: plain((context, { params }) =>
    context.mempool.replacements({ after: params.after, fullOnly: false }),
  ),
  v1FullRbfReplacements: plain((context) => context.mempool.replacements({ fullOnly: true })),
  v1FullRbfReplacementsAfter: plain((context, { params }) =>
    context.mempool.replacements({ after: params.after, fullOnly: true }),
  ),
  v1TransactionTimes: plain((context, { query }) => mempool.firstSeen(context, query['txId[]'])),
} satisfies Partial<Handlers>;
