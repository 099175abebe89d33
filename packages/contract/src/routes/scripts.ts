import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/shapes.ts';
import { Tx } from '../shapes/tx-shapes.ts';
import * as example from './shared/examples.ts';
import { exampleAddress, exampleScripthash, exampleTxid, lastParam, nodeErrors, Text } from './shared/parts.ts';

const chainErrors = [
  ...nodeErrors,
  'index.behind',
  'index.lacks-blocks',
  'index.scanning',
] as const satisfies ErrorCode[];
const historyErrors = ['history.after-not-found', ...chainErrors] as const satisfies ErrorCode[];
const groupErrors = [
  'body.json',
  'body.too-long',
  'body.too-large',
  'body.too-slow',
  ...historyErrors,
] as const satisfies ErrorCode[];

const maxTxs = { max_txs: field.count({ description: 'number of rows, at most 50', maximum: 50 }) };
const chainRows = {
  max_txs: field.count({ description: 'number of rows, at most 50', maximum: 50, defaultValue: 25 }),
};
const summaryRows = { max_txs: field.count({ description: 'number of rows, at most 5,000', maximum: 5_000 }) };
const after = { after_txid: lastParam.last };
const addressParam = { id: field.text({ description: 'address of this network', example: exampleAddress }) };
const scripthashParam = {
  id: field.scripthash({ description: 'SHA-256 of the script as hex, not byte-reversed', example: exampleScripthash }),
};
const shortNote = 'Without stored txids, a page has at most 500 rows.';
const summaryText = 'Net sats of each confirmed transaction, newest first, 5,000 per page.';

const scriptRoutes = <P extends 'address' | 'scripthash'>(kind: P) => {
  const params = kind === 'address' ? addressParam : scripthashParam;
  const own: ErrorCode[] =
    kind === 'address' ? ['address.invalid', 'address.wrong-network'] : ['param.scripthash', 'param.hex'];
  const base = `/api/${kind}/:id`;
  return {
    txs: endpoint({
      id: `${kind}Txs`,
      path: `${base}/txs`,
      summary: 'History, unconfirmed first, newest first, 50 in all.',
      params,
      query: { ...after, ...maxTxs },
      answer: Type.Array(Tx),
      example: [example.tx],
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    chain: endpoint({
      id: `${kind}TxsChain`,
      path: `${base}/txs/chain`,
      summary: '25 confirmed transactions, newest first.',
      params,
      query: { ...after, ...chainRows },
      answer: Type.Array(Tx),
      example: [example.tx],
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    chainFrom: endpoint({
      id: `${kind}TxsChainFrom`,
      path: `${base}/txs/chain/:last`,
      summary: '25 confirmed transactions after a cursor; an unconfirmed cursor starts at the newest.',
      params: { ...params, ...lastParam },
      query: chainRows,
      answer: Type.Array(Tx),
      example: [example.tx],
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    mempool: endpoint({
      id: `${kind}TxsMempool`,
      path: `${base}/txs/mempool`,
      summary: 'Up to 50 unconfirmed transactions, newest first.',
      params,
      query: { ...after, ...maxTxs },
      answer: Type.Array(Tx),
      example: [],
      errors: [...own, 'history.after-not-found'],
      cache: 'short',
    }),
    summary: endpoint({
      id: `${kind}Summary`,
      path: `${base}/txs/summary`,
      summary: `${summaryText} ${shortNote}`,
      params,
      query: { ...after, ...summaryRows },
      answer: Type.Array(shape.SummaryEntry),
      example: [example.summaryEntry],
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    summaryFrom: endpoint({
      id: `${kind}SummaryFrom`,
      path: `${base}/txs/summary/:last`,
      summary: 'The page after a cursor.',
      params: { ...params, ...lastParam },
      query: summaryRows,
      answer: Type.Array(shape.SummaryEntry),
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
    utxo: endpoint({
      id: `${kind}Utxo`,
      path: `${base}/utxo`,
      summary:
        'Unspent outputs: unconfirmed first, then newest first, 5,000 per page. If there are more, the header ' +
        `\`Link: <?after=txid:vout>; rel="next"\` points to the next page. ${shortNote}`,
      params,
      query: {
        after: field.outpointCursor({
          description: '`txid:vout` of the last output received; a malformed one is ignored',
          example: `${exampleTxid}:0`,
        }),
        limit: field.count({ description: 'number of rows, at most 5,000', maximum: 5_000 }),
      },
      answer: Type.Array(shape.Utxo),
      example: [example.utxo],
      errors: [...own, ...historyErrors],
      cache: 'short',
    }),
  };
};

const groupRoutes = <P extends 'addresses' | 'scripthashes'>(kind: P) => {
  const what = kind === 'addresses' ? 'addresses' : 'script hashes';
  const post = {
    method: 'POST' as const,
    body: `at most 300 ${what}, 21,600 bytes in total; malformed ones are skipped`,
    bodySchema: Type.Array(Text),
    cache: 'short' as const,
    errors: groupErrors,
  };
  return {
    txs: endpoint({
      ...post,
      id: `${kind}Txs`,
      path: `/api/${kind}/txs`,
      summary: `Combined history of several ${what}, with at most 1,000 unconfirmed transactions.`,
      query: { ...after, ...maxTxs },
      answer: Type.Array(Tx),
      example: [example.tx],
    }),
    summary: endpoint({
      ...post,
      id: `${kind}Summary`,
      path: `/api/${kind}/txs/summary`,
      summary: `Net sats of each confirmed transaction over several ${what}, one entry per transaction. ${shortNote}`,
      query: { ...after, ...summaryRows },
      answer: Type.Array(shape.SummaryEntry),
      example: [example.summaryEntry],
    }),
    summaryFrom: endpoint({
      ...post,
      id: `${kind}SummaryFrom`,
      path: `/api/${kind}/txs/summary/:last`,
      summary: 'The page after a cursor.',
      params: lastParam,
      query: summaryRows,
      answer: Type.Array(shape.SummaryEntry),
      example: [example.summaryEntry],
    }),
  };
};

const address = scriptRoutes('address');
const scripthash = scriptRoutes('scripthash');
const addresses = groupRoutes('addresses');
const scripthashes = groupRoutes('scripthashes');

/** Addresses and script hashes, single or in groups: totals, histories, summaries, UTXOs. */
export const scripts = tagged('Addresses and scripts', {
  address: endpoint({
    id: 'address',
    path: '/api/address/:id',
    summary: 'Totals of an address.',
    params: addressParam,
    answer: shape.AddressInfo,
    example: {
      address: exampleAddress,
      chain_stats: example.scriptStats,
      mempool_stats: example.emptyStats,
    },
    errors: ['address.invalid', 'address.wrong-network', 'index.behind', 'index.lacks-blocks', 'index.scanning'],
    cache: 'short',
  }),
  addressTxs: address.txs,
  addressTxsChain: address.chain,
  addressTxsChainFrom: address.chainFrom,
  addressTxsMempool: address.mempool,
  addressSummary: address.summary,
  addressSummaryFrom: address.summaryFrom,
  addressUtxo: address.utxo,
  scripthash: endpoint({
    id: 'scripthash',
    path: '/api/scripthash/:id',
    summary: 'Totals of a script.',
    params: scripthashParam,
    answer: shape.ScripthashInfo,
    example: {
      scripthash: exampleScripthash,
      chain_stats: example.scriptStats,
      mempool_stats: example.emptyStats,
    },
    errors: ['param.scripthash', 'param.hex', 'index.behind', 'index.lacks-blocks', 'index.scanning'],
    cache: 'short',
  }),
  scripthashTxs: scripthash.txs,
  scripthashTxsChain: scripthash.chain,
  scripthashTxsChainFrom: scripthash.chainFrom,
  scripthashTxsMempool: scripthash.mempool,
  scripthashSummary: scripthash.summary,
  scripthashSummaryFrom: scripthash.summaryFrom,
  scripthashUtxo: scripthash.utxo,
  addressesTxs: addresses.txs,
  addressesSummary: addresses.summary,
  addressesSummaryFrom: addresses.summaryFrom,
  scripthashesTxs: scripthashes.txs,
  scripthashesSummary: scripthashes.summary,
  scripthashesSummaryFrom: scripthashes.summaryFrom,
  addressPrefix: endpoint({
    id: 'addressPrefix',
    path: '/api/address-prefix/:prefix',
    summary:
      'Up to 10 addresses in the chain and the mempool with a prefix; an error if the operator has disabled the address index.',
    params: { prefix: field.text({ description: 'prefix of an address', example: '1A1zP1' }) },
    answer: Type.Array(Text),
    example: [exampleAddress],
    errors: ['address.search-off'],
    cache: 'short',
  }),
});
