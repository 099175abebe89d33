import { CodedError, toHex } from '@glassblock/primitives';
import { cpfpOf } from '../../query/cpfp.ts';
import { fateOf } from '../../query/fate.ts';
import * as mempool from '../../query/mempool.ts';
import { presentMempoolTxExt } from '../../query/present-tx.ts';
import * as transactions from '../../query/transactions.ts';
import { type Handler, heightOf, plain } from '../call.ts';
import { hash, hashParam, outputIndex } from '../params.ts';

const v1Txid = hashParam('v1.txid');
const maxOutspends = 50;
const maxTimes = 100;

const refuse = (code: string, datum?: unknown) => new CodedError(code, 'bad input', { datum });

/** The list `a,b,c` of the query. @throws {CodedError} txids.none, txids.too-many */
function idList(text: string | undefined): string[] {
  if (text === undefined || text === '') throw refuse('txids.none');
  const ids = text.split(',');
  if (ids.length > maxOutspends) throw refuse('txids.too-many', ids.length);
  return ids;
}

export const transactionHandlers = {
  tx: async (context, { params }) => {
    const tx = await transactions.transaction(context, hash(params['txid']));
    return { value: tx, ...heightOf(tx.status) };
  },
  txStatus: async (context, { params }) => {
    const status = await transactions.transactionStatus(context, hash(params['txid']));
    return { value: status, ...heightOf(status) };
  },
  v1TxStatus: async (context, { params }) => {
    const status = await transactions.knownStatus(context, hash(params['txid']));
    return { value: status, ...heightOf(status) };
  },
  txHex: async (context, { params }) => {
    const { raw, status } = await transactions.rawTransaction(context, hash(params['txid']));
    return { value: toHex(raw), ...heightOf(status) };
  },
  txRaw: async (context, { params }) => {
    const { raw, status } = await transactions.rawTransaction(context, hash(params['txid']));
    return { value: raw, ...heightOf(status) };
  },
  txMerkleProof: async (context, { params }) => {
    const { proof, height } = await transactions.merkleProof(context, hash(params['txid']));
    return { value: proof, height };
  },
  txMerkleBlock: async (context, { params }) => {
    const { proof, height } = await transactions.merkleBlockProof(context, hash(params['txid']));
    return { value: proof, height };
  },
  txOutspend: async (context, { params }) => {
    const outpoint = { txid: hash(params['txid']), vout: outputIndex(params['vout']) };
    const [outspend] = await transactions.outspendsAt(context, [outpoint]);
    return { value: outspend, ...heightOf(outspend?.status) };
  },
  txOutspends: plain((context, { params }) => transactions.allOutspends(context, hash(params['txid']))),
  txsOutspends: plain((context, { query }) => transactions.outspendsOfMany(context, idList(query['txids']))),
  v1TxsOutspends: plain((context, { query }) => {
    const ids = idList(query['txids']);
    if (!ids.every(transactions.isTxid)) throw refuse('v1.txids');
    return transactions.outspendsOfMany(context, ids);
  }),
  v1Cpfp: plain((context, { params }) => cpfpOf(context, v1Txid(params['txid']))),
  v1TxRbf: plain(async (context, { params }) => {
    const { tree, replaces } = await context.mempool.replacement(v1Txid(params['txid']));
    return { replacements: tree ?? null, replaces: replaces ?? null };
  }),
  v1TxCached: async (context, { params }) => {
    const entry = await context.mempool.replacedTx(v1Txid(params['txid']));
    if (entry === undefined) return { value: undefined, isEmpty: true };
    return { value: presentMempoolTxExt(context, entry) };
  },
  fate: plain((context, { params }) => fateOf(context, hash(params['txid']))),
  v1Replacements: plain((context) => context.mempool.replacements({ fullOnly: false })),
  v1ReplacementsAfter: plain((context, { params }) =>
    context.mempool.replacements({ after: v1Txid(params['after']), fullOnly: false }),
  ),
  v1FullRbfReplacements: plain((context) => context.mempool.replacements({ fullOnly: true })),
  v1FullRbfReplacementsAfter: plain((context, { params }) =>
    context.mempool.replacements({ after: v1Txid(params['after']), fullOnly: true }),
  ),
  v1TransactionTimes: plain((context, { lists }) => {
    const given = lists?.['txId'];
    if (given === undefined) throw refuse('v1.tx-times');
    if (given.length > maxTimes) throw refuse('txids.too-many', given.length);
    return mempool.firstSeen(
      context,
      given.filter(transactions.isTxid).map((id) => id.toLowerCase()),
    );
  }),
} satisfies Record<string, Handler>;
