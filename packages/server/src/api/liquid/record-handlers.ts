import type { LiquidFate } from '@glassblock/contract/liquid';
import { CodedError, fromHex, hashFromDisplay, toHex } from '@glassblock/primitives';
import { readWholeElementsTransaction } from '@glassblock/primitives/elements';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import type { StoredLiquidRecords } from '../../recording/liquid/liquid-records.ts';
import { bandScale } from '../../recording/liquid/liquid-sample.ts';
import type { CallInput } from '../input.ts';
import { mempoolAt } from '../mempool/mempool-at.ts';
import { statistics } from '../mempool/statistics.ts';
import { presentFact } from '../presenters/present-fact.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import { currentPrices, historicalPrice } from '../prices/prices.ts';
import { testTxs } from '../tx/broadcast.ts';
import { checkedHex, checkedList, codeOnly, hexItems, pushedHex } from '../tx/hex-bodies.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';
import { presentLiquidTx } from './present-liquid.ts';
import { liquidTxStatus, sendLiquidTx } from './tx-handlers.ts';

const txidsPage = value(
  async ({ mempool }, { params, query }: CallInput<{ last?: string }, { max_txs: number }>): Promise<string[]> => {
    const ids = [...(await mempool.current()).txs.keys()].map((txid) => toHex(hashFromDisplay(txid))).sort();
    const last = params.last !== undefined && /^[0-9a-fA-F]{64}$/.test(params.last) ? params.last : undefined;
    // pages are in the order of keys, which is not that of displayed ids
    const key = last === undefined ? '' : toHex(hashFromDisplay(last));
    return ids
      .filter((id) => id > key)
      .slice(0, query.max_txs)
      .map((id) => toHex(fromHex(id).reverse()));
  },
);

/** Returns the records of this process; in one without, the follower answers (`follower-routes.ts`). */
function storedOf({ records: { stored } }: LiquidContext): StoredLiquidRecords {
  if (stored === undefined) throw new Error('a route of the follower is answered by a process without records');
  return stored;
}

/** Returns the history of a transaction, as far as the journal goes back. @throws {CodedError} tx.not-found */
async function fateOf(context: LiquidContext, txid: string): Promise<LiquidFate> {
  const { records, mempool } = context;
  const [events, { txs }, status] = await Promise.all([
    records.journal.find(hashFromDisplay(txid)),
    mempool.current(),
    withLiquidIndex(context, (view) => liquidTxStatus(view, txid)),
  ]);
  const entry = txs.get(txid);
  if (events.length === 0 && entry === undefined && !status.confirmed) {
    throw new CodedError('tx.not-found', 'unknown transaction', { datum: txid });
  }
  const now = status.confirmed ? 'chain' : entry === undefined ? 'gone' : 'pool';
  const raw = now === 'chain' ? undefined : (entry ?? storedOf(context).replacedTx(txid))?.tx.raw;
  return {
    txid,
    now,
    status,
    ...(raw === undefined ? {} : { raw: toHex(raw) }),
    events: events.map(({ id, fact }) => ({ id, ...presentFact(fact) }) as LiquidFate['events'][number]),
  };
}

/** The pegged asset has the price of the parent chain's currency. @throws {CodedError} v1.no-prices */
function requireValue({ network }: LiquidContext): void {
  if (network.parent?.hasValue !== true) throw new CodedError('v1.no-prices', 'network without prices');
}

const page = (after: string | undefined, fullOnly: boolean) =>
  after === undefined ? { fullOnly } : { after, fullOnly };

const send = (context: LiquidContext, hex: string | undefined): Promise<string> =>
  codeOnly('v1.push', sendLiquidTx(context, checkedHex(hex, 'v1.push', readWholeElementsTransaction)));

/** Handlers of recordings over time, of prices, and of tests of transactions. */
export const recordHandlers = {
  v1Statistics: async (context, { params }) => {
    const { samples } = storedOf(context);
    const { rows, ttlSeconds } = await statistics({ samples, now: context.now }, params.window);
    return { value: rows, headers: { 'cache-control': `public, max-age=${ttlSeconds}` } };
  },
  mempoolAt: value((context, { params }) =>
    mempoolAt(storedOf(context), params.time, { form: 'tenths', bandDivisor: bandScale }),
  ),
  mempoolTxidsPage: txidsPage,
  mempoolTxidsPageFrom: txidsPage,
  fate: value((context, { params }) => fateOf(context, params.txid)),
  v1TxRbf: value((context, { params: { txid } }) => {
    const { replacements } = storedOf(context);
    return { replacements: replacements.tree(txid) ?? null, replaces: replacements.replaces(txid) ?? null };
  }),
  v1TxCached: async (context, { params }) => {
    const { network } = context;
    const entry = storedOf(context).replacedTx(params.txid);
    if (entry === undefined) return { value: undefined, isEmpty: true };
    return { value: presentLiquidTx({ ...entry, status: unconfirmed }, network) };
  },
  v1Replacements: value((context) => storedOf(context).replacements.list(page(undefined, false))),
  v1ReplacementsAfter: value((context, { params }) => storedOf(context).replacements.list(page(params.after, false))),
  v1FullRbfReplacements: value((context) => storedOf(context).replacements.list(page(undefined, true))),
  v1FullRbfReplacementsAfter: value((context, { params }) =>
    storedOf(context).replacements.list(page(params.after, true)),
  ),
  txsTest: value((context, input) => testTxs(context, hexItems(input), input.query.maxfeerate)),
  v1TxsTest: value((context, input) => {
    const list = checkedList(input, 'v1.test', readWholeElementsTransaction);
    return codeOnly('v1.test', testTxs(context, list, input.query.maxfeerate));
  }),
  v1TxPush: value((context, input) => send(context, pushedHex(input))),
  v1PostTx: value((context, { body }) => send(context, body)),
  prices: value((context) => currentPrices(context)),
  historicalPrice: value((context, { query }) => {
    requireValue(context);
    return historicalPrice(context, query);
  }),
} satisfies Partial<LiquidHandlers>;
