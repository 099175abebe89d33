import type { AddressContext } from '../../network/addresses/address-context.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { type Handler, type Handlers, nextPage, plain } from '../call.ts';
import { EncodedJson } from '../encoded-json.ts';
import type { CallInput } from '../input.ts';
import { txListJson } from '../presenters/tx-list.ts';
import { addressesWithPrefix, chainAddressesWithPrefix } from './address-search.ts';
import { groupOf } from './script-groups.ts';
import { addressHash, scripthash } from './script-hashes.ts';
import * as scripts from './scripts.ts';
import { type UnspentQuery, unspentOutputs } from './unspent.ts';

const unspentPageSize = 5_000;

/** Input of a paged list; the cursor is in the path or in the query. */
type PageInput<P> = CallInput<P & { last?: string }, { after_txid?: string; max_txs: number }>;

function pageOf({ params, query }: PageInput<unknown>): scripts.PageOptions {
  const after = params.last ?? query.after_txid;
  return { limit: query.max_txs, ...(after === undefined ? {} : { after }) };
}

/**
 * Returns the handlers of the lists of one script.
 * @param hashOf returns the script hash as hex
 */
function listHandlers(hashOf: (text: string, context: NetworkInfo & AddressContext) => string) {
  type List = (context: NetworkContext, hash: string, page: scripts.PageOptions) => Promise<unknown>;
  const list = (run: List) =>
    plain((context, input: PageInput<{ id: string }>) => run(context, hashOf(input.params.id, context), pageOf(input)));
  const utxo: Handler<CallInput<{ id: string }, UnspentQuery>> = async (context, { params, query }) => {
    const { body, next } = await unspentOutputs(context, hashOf(params.id, context), query);
    const { limit } = query;
    const asked = limit === unspentPageSize ? '' : `&limit=${limit}`;
    return { value: new EncodedJson(body), ...(next === undefined ? {} : nextPage(`?after=${next}${asked}`)) };
  };
  return {
    txs: list((context, hash, page) => scripts.mixedTxs(context, [hash], page)),
    chain: list(scripts.chainTxs),
    mempool: list(async (context, hash, page) =>
      txListJson(await scripts.mempoolTxs(context, hash, page), context.network),
    ),
    summary: list((context, hash, page) => scripts.summary(context, [hash], page)),
    utxo,
  };
}

function groupHandlers(hashOf: (text: string, context: NetworkInfo & AddressContext) => string) {
  type Run = (context: NetworkContext, hashes: string[], page: scripts.PageOptions) => Promise<unknown>;
  const group = (run: Run) =>
    plain(async (context, input: PageInput<unknown>) => {
      const hashes = groupOf(input, (text) => hashOf(text, context));
      return hashes.length === 0 ? [] : run(context, hashes, pageOf(input));
    });
  return { txs: group(scripts.mixedTxs), summary: group(scripts.summary) };
}

const byAddress = listHandlers(addressHash);
const byScripthash = listHandlers((hash) => hash);
const addresses = groupHandlers(addressHash);
const scripthashes = groupHandlers(scripthash);

const address = plain((context, { params: { id } }: CallInput<{ id: string }>) =>
  scripts.addressInfo(context, id, addressHash(id, context)),
);

/** Handlers of the address and script hash routes. */
export const scriptHandlers = {
  address,
  addressTxs: byAddress.txs,
  addressTxsChain: byAddress.chain,
  addressTxsChainFrom: byAddress.chain,
  addressTxsMempool: byAddress.mempool,
  addressSummary: byAddress.summary,
  addressSummaryFrom: byAddress.summary,
  addressUtxo: byAddress.utxo,
  scripthash: plain((context, { params }) => scripts.scripthashInfo(context, params.id)),
  scripthashTxs: byScripthash.txs,
  scripthashTxsChain: byScripthash.chain,
  scripthashTxsChainFrom: byScripthash.chain,
  scripthashTxsMempool: byScripthash.mempool,
  scripthashSummary: byScripthash.summary,
  scripthashSummaryFrom: byScripthash.summary,
  scripthashUtxo: byScripthash.utxo,
  addressesTxs: addresses.txs,
  addressesSummary: addresses.summary,
  addressesSummaryFrom: addresses.summary,
  scripthashesTxs: scripthashes.txs,
  scripthashesSummary: scripthashes.summary,
  scripthashesSummaryFrom: scripthashes.summary,
  addressPrefix: plain((context, { params }) => chainAddressesWithPrefix(context, params.prefix)),
  v1AddressPrefix: plain((context, { params }) => addressesWithPrefix(context, params.prefix)),
  v1Address: address,
  v1AddressTxs: byAddress.txs,
  v1AddressSummary: byAddress.summary,
  v1AddressSummaryFrom: byAddress.summary,
  v1AddressUtxo: byAddress.utxo,
} satisfies Partial<Handlers>;
