/**
 * Every URL of the app. Page paths are below the router's base name; API paths are below the base path. `prefix` is
 * empty for the root network and `/{name}` for the others.
 */

/** Path prefix of a network. */
export const prefixOf = (network: string, rootNetwork: string): string =>
  network === rootNetwork ? '' : `/${network}`;

const part = encodeURIComponent;

/** Pages, for links. */
export const page = {
  home: (prefix: string) => prefix || '/',
  block: (prefix: string, id: string | number, pageNumber = 1) =>
    `${prefix}/block/${part(id)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  blocks: (prefix: string, pageNumber = 1) => `${prefix}/blocks/${pageNumber}`,
  staleBlocks: (prefix: string, below?: number) =>
    `${prefix}/blocks/stale${below === undefined ? '' : `?below=${below}`}`,
  mempoolBlock: (prefix: string, index: number) => `${prefix}/mempool-block/${index}`,
  tx: (prefix: string, txid: string) => `${prefix}/tx/${part(txid)}`,
  output: (prefix: string, txid: string, vout: number) => `${prefix}/tx/${part(txid)}#vout=${vout}`,
  input: (prefix: string, txid: string, vin: number) => `${prefix}/tx/${part(txid)}#vin=${vin}`,
  fate: (prefix: string, txid: string) => `${prefix}/tx/${part(txid)}/fate`,
  push: (prefix: string, hex?: string) => `${prefix}/tx/push${hex === undefined ? '' : `#tx=${hex}`}`,
  testTxs: (prefix: string) => `${prefix}/tx/test`,
  preview: (prefix: string, hex?: string) => `${prefix}/tx/preview${hex === undefined ? '' : `#tx=${hex}`}`,
  rbf: (prefix: string, fullOnly = false, after?: string) => {
    const query = [...(fullOnly ? ['full=true'] : []), ...(after === undefined ? [] : [`after=${part(after)}`])];
    return `${prefix}/rbf${query.length === 0 ? '' : `?${query.join('&')}`}`;
  },
  txs: (prefix: string) => `${prefix}/txs`,
  address: (prefix: string, address: string, afterTxid?: string) =>
    `${prefix}/address/${part(address)}${afterTxid === undefined ? '' : `?after=${part(afterTxid)}`}`,
  fees: (prefix: string, window?: string) => `${prefix}/fees${window === undefined ? '' : `?window=${part(window)}`}`,
  mempoolGraph: (prefix: string, window?: string, at?: number) => {
    const query = new URLSearchParams();
    if (window !== undefined) query.set('window', window);
    if (at !== undefined) query.set('at', String(at));
    return `${prefix}/graphs/mempool${query.size === 0 ? '' : `?${query.toString()}`}`;
  },
  docs: (prefix: string, tab: 'rest' | 'websocket') => `${prefix}/docs/api/${tab}`,
  about: (prefix: string) => `${prefix}/about`,
  terms: (prefix: string) => `${prefix}/terms-of-service`,
  privacy: (prefix: string) => `${prefix}/privacy-policy`,
  status: (prefix: string) => `${prefix}/status`,
  search: (prefix: string, query?: string) => `${prefix}/search${query === undefined ? '' : `?q=${part(query)}`}`,
} as const;

/** REST routes, for loaders. */
export const api = {
  init: (prefix: string) => `${prefix}/api/v1/init-data`,
  state: (prefix: string) => `${prefix}/api/glass/v1/state`,
  blocks: (prefix: string, fromHeight?: number) =>
    `${prefix}/api/v1/blocks${fromHeight === undefined ? '' : `/${fromHeight}`}`,
  staleTips: (prefix: string, below?: number) => `${prefix}/api/v1/stale-tips${below === undefined ? '' : `/${below}`}`,
  chainTips: (prefix: string) => `${prefix}/api/v1/chain-tips`,
  block: (prefix: string, hash: string) => `${prefix}/api/v1/block/${part(hash)}`,
  blockStatus: (prefix: string, hash: string) => `${prefix}/api/block/${part(hash)}/status`,
  blockTxs: (prefix: string, hash: string, start: number) => `${prefix}/api/block/${part(hash)}/txs/${start}`,
  hashAt: (prefix: string, height: string) => `${prefix}/api/block-height/${part(height)}`,
  calibration: (prefix: string) => `${prefix}/api/glass/v1/fees/calibration`,
  statistics: (prefix: string, window: string) => `${prefix}/api/v1/statistics/${part(window)}`,
  mempoolAt: (prefix: string, time: number) => `${prefix}/api/glass/v1/mempool/at/${time}`,
  mempoolBlocks: (prefix: string) => `${prefix}/api/v1/fees/mempool-blocks`,
  tx: (prefix: string, txid: string) => `${prefix}/api/tx/${part(txid)}`,
  txHex: (prefix: string, txid: string) => `${prefix}/api/tx/${part(txid)}/hex`,
  outspends: (prefix: string, txid: string) => `${prefix}/api/tx/${part(txid)}/outspends`,
  cpfp: (prefix: string, txid: string) => `${prefix}/api/v1/cpfp/${part(txid)}`,
  rbfOf: (prefix: string, txid: string) => `${prefix}/api/v1/tx/${part(txid)}/rbf`,
  cachedTx: (prefix: string, txid: string) => `${prefix}/api/v1/tx/${part(txid)}/cached`,
  txTimes: (prefix: string, txid: string) => `${prefix}/api/v1/transaction-times?txId%5B%5D=${part(txid)}`,
  fate: (prefix: string, txid: string) => `${prefix}/api/glass/v1/tx/${part(txid)}/fate`,
  forecast: (prefix: string) => `${prefix}/api/glass/v1/fees/forecast`,
  replacements: (prefix: string, fullOnly: boolean, after?: string) =>
    `${prefix}/api/v1/${fullOnly ? 'fullrbf/' : ''}replacements${after === undefined ? '' : `/${part(after)}`}`,
  recentTxs: (prefix: string) => `${prefix}/api/mempool/recent`,
  postTx: (prefix: string) => `${prefix}/api/tx`,
  /** For a form without JavaScript, with a field called `tx`; the routes that are posted to take no form. */
  broadcastForm: (prefix: string) => `${prefix}/api/broadcast`,
  testTxs: (prefix: string, maxFeeRate?: string) =>
    `${prefix}/api/txs/test${maxFeeRate === undefined ? '' : `?maxfeerate=${part(maxFeeRate)}`}`,
  submitPackage: (prefix: string, limits: { maxfeerate: string; maxburnamount: string }) =>
    `${prefix}/api/txs/package?${new URLSearchParams(limits).toString()}`,
  prevouts: (prefix: string) => `${prefix}/api/v1/prevouts`,
  validateAddress: (prefix: string, address: string) => `${prefix}/api/v1/validate-address/${part(address)}`,
  script: (prefix: string, script: ScriptRef) => `${prefix}/api/${script.kind}/${part(script.id)}`,
  scriptSummary: (prefix: string, { kind, id }: ScriptRef, after?: string) =>
    `${prefix}/api/${kind}/${part(id)}/txs/summary${after === undefined ? '' : `/${after}`}`,
  scriptUtxos: (prefix: string, { kind, id }: ScriptRef) => `${prefix}/api/${kind}/${part(id)}/utxo`,
  scriptTxs: (prefix: string, script: ScriptRef, afterTxid?: string) =>
    `${prefix}/api/${script.kind}/${part(script.id)}/txs${afterTxid === undefined ? '' : `?after_txid=${part(afterTxid)}`}`,
} as const;

/** What the history routes look up: an address, or a script by its hash. */
export interface ScriptRef {
  kind: 'address' | 'scripthash';
  id: string;
}

/** The live socket of a network; scheme and host are those of the page. @param basePath  with both slashes */
export function socketUrl(location: { protocol: string; host: string }, basePath: string, prefix: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${basePath.slice(0, -1)}${prefix}/api/v1/ws`;
}
