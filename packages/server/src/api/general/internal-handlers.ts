import { CodedError, displayHash, hashFromDisplay, isCoded } from '@glassblock/primitives';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import { withChain } from '../../network/chain/chain-reader.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NodeContext } from '../../network/node-context.ts';
import { allBlockTxs } from '../block/blocks.ts';
import { type Handlers, heightOf, nextPage, plain } from '../call.ts';
import { type CallInput, readOutpoint } from '../input.ts';
import { json, textList } from '../json-body.ts';
import * as mempool from '../mempool/mempool.ts';
import * as transactions from '../tx/transactions.ts';

const refuse = (code: string, datum?: unknown) => new CodedError(code, 'bad input', { datum });
const maxIds = 1_000;
const allMempool = 5_000;

/**
 * Returns the strings of the body.
 * @throws {CodedError} body.json, internal.too-many
 */
function texts({ body }: CallInput): string[] {
  const list = textList(body);
  if (list.length > maxIds) throw refuse('internal.too-many');
  return list;
}

/** Returns the txids of the body; malformed ones are skipped. */
const ids = (input: CallInput) =>
  texts(input)
    .filter(transactions.isTxid)
    .map((id) => id.toLowerCase());

const mempoolTxs = plain(
  async (context, { params, query }: CallInput<{ last?: string }, { max_txs: number }>) =>
    (await mempool.mempoolTxsPage(context, params.last, query.max_txs)).txs,
);

/** Returns the outspend of each `txid:vout`; malformed ones count as unspent. */
async function outspendsAt(context: ChainContext & MempoolContext, input: CallInput) {
  const outpoints = texts(input).map(readOutpoint);
  const spends = await transactions.outspendsAt(
    context,
    outpoints.filter((outpoint) => outpoint !== undefined),
  );
  let next = 0;
  return outpoints.map((outpoint) => (outpoint === undefined ? { spent: false } : spends[next++]!));
}

// ---- relayed RPC calls of the node

/** @throws {CodedError} core.rejected with the node's code */
async function ask({ client }: NodeContext, method: string, ...params: unknown[]): Promise<unknown> {
  try {
    return await client.rpc(method, ...params);
  } catch (error) {
    if (!isCoded(error, 'node.rpc')) throw error;
    throw new CodedError('core.rejected', 'rejected by the node', { datum: codeOf(error), cause: error });
  }
}

const codeOf = (error: CodedError) => (error.datum as { code: number }).code;
const noSuchThing = -5;

/** Returns a field of a JSON body; undefined if absent. */
function field(body: string, name: string, code: string): unknown {
  const value = json(body, code);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function rawTx({ body }: CallInput): string {
  const value = field(body, 'rawTx', 'core.raw-tx');
  if (typeof value !== 'string') throw refuse('core.raw-tx');
  return value;
}

const maxTested = 25;

function rawTxs({ body }: CallInput): string[] {
  const list = field(body, 'rawTxs', 'core.raw-txs');
  if (!Array.isArray(list) || list.length > maxTested || !list.every((item) => typeof item === 'string')) {
    throw refuse('core.raw-txs');
  }
  return list;
}

/** Returns the block of a confirmed transaction: without txindex, the node finds it only in a given block. */
async function blockOf(context: ChainContext, txid: string): Promise<string | undefined> {
  return withChain(context, async (chain) => {
    const number = await chain.numberOf(hashFromDisplay(txid));
    if (number === undefined) return undefined;
    return displayHash((await chain.rowsAt([number.height])).get(number.height)!.header.hash);
  });
}

/** Handlers of the internal routes. */
export const internalHandlers = {
  internalTxs: plain((context, input) => transactions.knownTransactions(context, ids(input))),
  internalBlockTxs: async (context, { params }) => {
    const txs = await allBlockTxs(context, params.hash);
    return { value: txs, ...heightOf(txs[0]?.status) };
  },
  internalMempoolTxsAll: async (context) => {
    const { txs, next } = await mempool.mempoolTxsPage(context, undefined, allMempool);
    return { value: txs, ...(next === undefined ? {} : nextPage(next)) };
  },
  internalMempoolTxs: mempoolTxs,
  internalMempoolTxsFrom: mempoolTxs,
  internalMempoolTxsById: plain((context, input) => transactions.mempoolTransactions(context, ids(input))),
  internalOutspendsByTxid: plain((context, input) => transactions.outspendsOfMany(context, texts(input))),
  internalOutspendsByOutpoint: plain(outspendsAt),
  coreMempoolEntry: plain(async (context, { query }) => {
    const { txid } = query;
    try {
      return await ask(context, 'getmempoolentry', txid);
    } catch (error) {
      if (isCoded(error, 'core.rejected') && error.datum === noSuchThing) throw refuse('core.no-entry', txid);
      throw error;
    }
  }),
  coreDecodeTx: plain((context, input) => ask(context, 'decoderawtransaction', rawTx(input))),
  coreRawTx: plain(async (context, { query }) => {
    const { txid, verbose } = query;
    const block = await blockOf(context, txid);
    return ask(context, 'getrawtransaction', txid, verbose, ...(block === undefined ? [] : [block]));
  }),
  coreSendTx: plain((context, input) => ask(context, 'sendrawtransaction', rawTx(input))),
  coreTestTxs: plain((context, input) => ask(context, 'testmempoolaccept', rawTxs(input))),
  coreMempoolAncestors: plain((context, { query }) => ask(context, 'getmempoolancestors', query.txid, query.verbose)),
  coreBlock: plain((context, { query }) => ask(context, 'getblock', query.hash, query.verbosity)),
  coreBlockHash: plain((context, { query }) => ask(context, 'getblockhash', query.height)),
  coreBlockCount: plain((context) => ask(context, 'getblockcount')),
} satisfies Partial<Handlers>;
