import type { LiquidScriptStats, LiquidTx, LiquidUtxo } from '@glassblock/contract/liquid';
import type { TxNumber } from '@glassblock/index';
import type { ElementsView } from '@glassblock/index/elements';
import { CodedError, displayHash, fromHex, hashFromDisplay, isCoded, scriptHashHex } from '@glassblock/primitives';
import { type ElementsOutput, parseElementsAddress } from '@glassblock/primitives/elements';
import { statusIn } from '../../network/chain/chain-reader.ts';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import type { LiquidMempoolState, LiquidMempoolTx } from '../../network/liquid/liquid-mempool.ts';
import { groupOf } from '../address/script-groups.ts';
import { scripthash } from '../address/script-hashes.ts';
import { isInHistory, mergedHistory } from '../address/script-history.ts';
import type { Answer } from '../call.ts';
import type { CallInput } from '../input.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';
import { confirmedTxs, mempoolTxsOf, mempoolTxsOfGroup, stillUnconfirmed, unconfirmedTxs } from './liquid-lists.ts';
import { presentLiquidUtxo } from './present-liquid.ts';

const chainPage = 25;
const mempoolPage = 50;
/** Outputs of a page: confidential ones have 4 kB of proofs each. */
const maxUtxos = 500;

/** Returns the script hash (hex) of an address, confidential or not. @throws {CodedError} address.invalid, .wrong-network */
export function liquidAddressHash({ network }: LiquidContext, text: string): string {
  try {
    return scriptHashHex(parseElementsAddress(text, network).script);
  } catch (cause) {
    if (isCoded(cause, 'primitives.wrong-network')) {
      throw new CodedError('address.wrong-network', 'of another network', { datum: text, cause });
    }
    if (isCoded(cause)) throw new CodedError('address.invalid', 'not an address', { cause });
    throw cause;
  }
}

interface ScriptTotals {
  readonly chain_stats: LiquidScriptStats;
  readonly mempool_stats: LiquidScriptStats;
}

const totals = (context: LiquidContext, hash: string): Promise<ScriptTotals> =>
  withLiquidIndex(context, async (view) => {
    const chain = await view.totals(fromHex(hash));
    const entries = await stillUnconfirmed(view, mempoolTxsOf(await context.mempool.current(), hash));
    const isOwn = (output: ElementsOutput | undefined) =>
      output !== undefined && !output.isFee && scriptHashHex(output.script) === hash;
    const count = (outputsOf: (entry: LiquidMempoolTx) => readonly (ElementsOutput | undefined)[]) =>
      entries.reduce((sum, entry) => sum + outputsOf(entry).filter(isOwn).length, 0);
    return {
      chain_stats: {
        tx_count: chain.txCount,
        funded_txo_count: chain.fundedCount,
        spent_txo_count: chain.spentCount,
      },
      mempool_stats: {
        tx_count: entries.length,
        funded_txo_count: count(({ tx }) => tx.outputs()),
        spent_txo_count: count(({ prevouts }) => prevouts),
      },
    };
  });

/** Returns the place of a cursor in the history of one of the scripts; undefined when it is not there. */
async function placeInHistory(
  view: ElementsView,
  hashes: readonly string[],
  txid: string,
): Promise<TxNumber | undefined> {
  const [number] = await view.locate(hashFromDisplay(txid));
  return number !== undefined && (await isInHistory(view, hashes, number)) ? number : undefined;
}

async function chainTxs(
  context: LiquidContext,
  view: ElementsView,
  hashes: readonly string[],
  { before, limit }: { before: TxNumber | undefined; limit: number },
): Promise<LiquidTx[]> {
  const options = before === undefined ? { limit } : { before, limit };
  const history = await mergedHistory(view, hashes, options);
  return confirmedTxs(
    context,
    view,
    history.map(({ number }) => number),
  );
}

const afterNotFound = (txid: string) =>
  new CodedError('history.after-not-found', 'not in the history', { datum: txid });

/** Unconfirmed transactions of one script or of a group, then confirmed ones, after a cursor. */
const allTxs = (
  context: LiquidContext,
  hashes: readonly string[],
  after: string | undefined,
  limit: number | undefined,
) =>
  withLiquidIndex(context, async (view) => {
    const entries = await stillUnconfirmed(view, mempoolTxsOfGroup(await context.mempool.current(), hashes));
    const at = after === undefined ? -1 : entries.findIndex(({ txid }) => txid === after);
    const before = after === undefined || at >= 0 ? undefined : await placeInHistory(view, hashes, after);
    if (after !== undefined && at < 0 && before === undefined) throw afterNotFound(after);
    const pending =
      before === undefined ? entries.slice(at + 1, at + 1 + Math.min(limit ?? mempoolPage, mempoolPage)) : [];
    const rest = limit === undefined ? chainPage : Math.min(limit - pending.length, mempoolPage);
    const chain = await chainTxs(context, view, hashes, { before, limit: rest });
    return [...unconfirmedTxs(context, pending), ...chain];
  });

/** As Esplora, a cursor in the path that is not in the history starts at the newest transaction. */
const confirmedPage = (
  context: LiquidContext,
  hash: string,
  after: string | undefined,
  limit: number,
  isLenient: boolean,
) =>
  withLiquidIndex(context, async (view) => {
    const before = after === undefined ? undefined : await placeInHistory(view, [hash], after);
    if (after !== undefined && before === undefined && !isLenient) throw afterNotFound(after);
    return chainTxs(context, view, [hash], { before, limit });
  });

const pendingPage = (context: LiquidContext, hash: string) =>
  withLiquidIndex(context, async (view) => {
    const entries = await stillUnconfirmed(view, mempoolTxsOf(await context.mempool.current(), hash));
    return unconfirmedTxs(context, entries.slice(0, mempoolPage));
  });

interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

function pendingUtxos(hash: string, state: LiquidMempoolState, entries: readonly LiquidMempoolTx[]): LiquidUtxo[] {
  return entries.flatMap(({ txid, tx }) =>
    tx.outputs().flatMap((output, vout) => {
      if (output.isFee || state.spends.has(`${txid}:${vout}`)) return [];
      if (scriptHashHex(output.script) !== hash) return [];
      return [presentLiquidUtxo(output, txid, vout, unconfirmed)];
    }),
  );
}

/** Unspent outputs: unconfirmed ones on the first page, then newest first. */
const utxos = (context: LiquidContext, hash: string, after: Outpoint | undefined, limit: number): Promise<Answer> =>
  withLiquidIndex(context, async (view) => {
    const state = await context.mempool.current();
    const entries = await stillUnconfirmed(view, mempoolTxsOf(state, hash));
    const place = after === undefined ? undefined : await placeInHistory(view, [hash], after.txid);
    const pending = place === undefined ? pendingUtxos(hash, state, entries) : [];
    const page = await view.unspentPage(fromHex(hash), {
      limit,
      ...(place === undefined ? {} : { after: { number: place, vout: after!.vout } }),
    });
    const numbers = page.map(({ number }) => number);
    const [txs, rows] = await Promise.all([
      context.node.confirmed(view, numbers),
      view.blocksAt(numbers.map(({ height }) => height)),
    ]);
    const confirmed = page.map(({ vout }, i) => {
      const tx = txs[i]!;
      return presentLiquidUtxo(tx.output(vout), displayHash(tx.txid), vout, statusIn(rows[i]!));
    });
    const last = confirmed.at(-1);
    const next =
      confirmed.length < limit || last === undefined
        ? {}
        : { headers: { link: `<?after=${last.txid}:${last.vout}>; rel="next"` } };
    const unspent = confirmed.filter(({ txid, vout }) => !state.spends.has(`${txid}:${vout}`));
    return { value: [...pending, ...unspent], ...next };
  });

type PageInput = CallInput<{ id: string; last?: string }, { after_txid?: string; max_txs?: number }>;
type HashOf = (context: LiquidContext, id: string) => string;

/** The routes of a script, by address or by hash. */
const historyHandlers = (hashOf: HashOf) => ({
  txs: value((context, { params, query }: PageInput) =>
    allTxs(context, [hashOf(context, params.id)], query.after_txid, query.max_txs),
  ),
  chain: value((context, { params, query }: PageInput) =>
    confirmedPage(context, hashOf(context, params.id), query.after_txid, query.max_txs ?? chainPage, false),
  ),
  chainFrom: value((context, { params, query }: PageInput) =>
    confirmedPage(context, hashOf(context, params.id), params.last, query.max_txs ?? chainPage, true),
  ),
  mempool: value((context, { params }: PageInput) => pendingPage(context, hashOf(context, params.id))),
  utxo: (context: LiquidContext, { params, query }: CallInput<{ id: string }, { after?: Outpoint; limit?: number }>) =>
    utxos(context, hashOf(context, params.id), query.after, Math.min(query.limit ?? maxUtxos, maxUtxos)),
});

/** The routes of a group of scripts; malformed items are skipped. */
const groupTxs = (hashOf: HashOf) =>
  value(async (context: LiquidContext, input: CallInput<unknown, PageInput['query']>) => {
    const hashes = groupOf(input, (text) => hashOf(context, text));
    const { after_txid: after, max_txs: limit } = input.query;
    return hashes.length === 0 ? [] : allTxs(context, hashes, after, limit);
  });

const ofAddress = historyHandlers(liquidAddressHash);
const ofHash = historyHandlers((_, id) => id);

/** Handlers of the address and script routes of Liquid networks. */
export const liquidScriptHandlers = {
  address: value(async (context, { params }) => ({
    address: params.id,
    ...(await totals(context, liquidAddressHash(context, params.id))),
  })),
  addressTxs: ofAddress.txs,
  addressTxsChain: ofAddress.chain,
  addressTxsChainFrom: ofAddress.chainFrom,
  addressTxsMempool: ofAddress.mempool,
  addressUtxo: ofAddress.utxo,
  scripthash: value(async (context, { params }) => ({
    scripthash: params.id,
    ...(await totals(context, params.id)),
  })),
  scripthashTxs: ofHash.txs,
  scripthashTxsChain: ofHash.chain,
  scripthashTxsChainFrom: ofHash.chainFrom,
  scripthashTxsMempool: ofHash.mempool,
  scripthashUtxo: ofHash.utxo,
  addressesTxs: groupTxs(liquidAddressHash),
  scripthashesTxs: groupTxs((_, id) => scripthash(id)),
} satisfies Partial<LiquidHandlers>;
