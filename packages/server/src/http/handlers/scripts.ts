import { CodedError, isCoded } from '@glassblock/primitives';
import type { NetworkContext } from '../../network-context.ts';
import { addressesWithPrefix, chainAddressesWithPrefix } from '../../query/address-search.ts';
import * as scripts from '../../query/scripts.ts';
import { unspentOutputs, unspentPageSize } from '../../query/unspent.ts';
import { type CallInput, type Handler, nextPage, plain } from '../call.ts';
import { addressHash, jsonList, scripthash } from '../params.ts';

/** Cursor of the path, else of the query, and rows wanted. */
function pageOf({ params, query }: CallInput): scripts.PageOptions {
  const after = params['last'] ?? query['after_txid'];
  const maxTxs = query['max_txs'];
  return { ...(after === undefined ? {} : { after }), ...(maxTxs === undefined ? {} : { maxTxs }) };
}

/** Lists of one script. @param hashOf  script hash as hex */
function listHandlers(hashOf: (text: string | undefined, context: NetworkContext) => string) {
  type List = (context: NetworkContext, hash: string, page: scripts.PageOptions) => Promise<unknown[]>;
  const list = (run: List) =>
    plain((context, input) => run(context, hashOf(input.params['id'], context), pageOf(input)));
  const utxo: Handler = async (context, { params, query }) => {
    const limit = scripts.rowsWanted(query['limit'], unspentPageSize, unspentPageSize);
    const hash = hashOf(params['id'], context);
    const { utxos, next } = await unspentOutputs(context, hash, { after: query['after'], limit });
    const asked = limit === unspentPageSize ? '' : `&limit=${limit}`;
    return { value: utxos, ...(next === undefined ? {} : nextPage(`?after=${next}${asked}`)) };
  };
  return {
    txs: list((context, hash, page) => scripts.mixedTxs(context, [hash], page)),
    chain: list(scripts.chainTxs),
    mempool: list(scripts.mempoolTxs),
    summary: list((context, hash, page) => scripts.summary(context, [hash], page)),
    utxo,
  };
}

const maxItems = 300;
const maxBodyBytes = 21_600;

/** Script hashes of a group, each once; what is no address or hash is skipped. @throws {CodedError} body.too-long, body.json */
function groupOf({ body }: CallInput, hashOf: (text: string) => string): string[] {
  if (Buffer.byteLength(body) > maxBodyBytes) throw new CodedError('body.too-long', 'too many bytes');
  const items = jsonList(body);
  if (items.length > maxItems) throw new CodedError('body.too-long', 'too many items', { datum: items.length });
  const hashes = items.flatMap((item) => {
    if (typeof item !== 'string') return [];
    try {
      return [hashOf(item)];
    } catch (error) {
      if (isCoded(error)) return [];
      throw error;
    }
  });
  return [...new Set(hashes)];
}

function groupHandlers(hashOf: (text: string | undefined, context: NetworkContext) => string) {
  const group = (run: (context: NetworkContext, hashes: string[], page: scripts.PageOptions) => Promise<unknown[]>) =>
    plain(async (context, input) => {
      const hashes = groupOf(input, (text) => hashOf(text, context));
      return hashes.length === 0 ? [] : run(context, hashes, pageOf(input));
    });
  return { txs: group(scripts.mixedTxs), summary: group(scripts.summary) };
}

const byAddress = listHandlers(addressHash);
const byScripthash = listHandlers(scripthash);
const addresses = groupHandlers(addressHash);
const scripthashes = groupHandlers(scripthash);

const address: Handler = plain((context, { params }) => {
  const text = params['id'] ?? '';
  return scripts.addressInfo(context, text, addressHash(text, context));
});

/** The v1 server looks at the form of an address first. */
function ofForm(handler: Handler): Handler {
  return async (context, input) => {
    const text = input.params['id'] ?? '';
    if (!/^[a-zA-Z0-9]{2,120}$/.test(text)) throw new CodedError('v1.address', 'bad address', { datum: text });
    return handler(context, input);
  };
}

export const scriptHandlers = {
  address,
  addressTxs: byAddress.txs,
  addressTxsChain: byAddress.chain,
  addressTxsChainFrom: byAddress.chain,
  addressTxsMempool: byAddress.mempool,
  addressSummary: byAddress.summary,
  addressSummaryFrom: byAddress.summary,
  addressUtxo: byAddress.utxo,
  scripthash: plain((context, { params }) => scripts.scripthashInfo(context, scripthash(params['id']))),
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
  addressPrefix: plain((context, { params }) => chainAddressesWithPrefix(context, params['prefix'] ?? '')),
  v1AddressPrefix: plain((context, { params }) => addressesWithPrefix(context, params['prefix'] ?? '')),
  v1Address: ofForm(address),
  v1AddressTxs: ofForm(byAddress.txs),
  v1AddressSummary: ofForm(byAddress.summary),
  v1AddressSummaryFrom: ofForm(byAddress.summary),
  v1AddressUtxo: ofForm(byAddress.utxo),
} satisfies Record<string, Handler>;
