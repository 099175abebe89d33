/**
 * All URLs of the app. Page paths are below the router's base name; API paths are below the base path. `prefix` is
 * empty for the root network and `/{name}` for the others.
 */

/** Returns the path prefix of a network. */
export const prefixOf = (network: string, rootNetwork: string): string =>
  network === rootNetwork ? '' : `/${network}`;

const part = encodeURIComponent;

/** URLs of pages; those of boards and watched wallets are in `data/watched/watched-url.ts`. */
export const page = {
  home: (prefix: string) => prefix || '/',
  block: (prefix: string, id: string | number, pageNumber = 1) =>
    `${prefix}/block/${part(id)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  blocks: (prefix: string, pageNumber = 1) => `${prefix}/blocks/${pageNumber}`,
  staleBlocks: (prefix: string, below?: number) =>
    `${prefix}/blocks/stale${below === undefined ? '' : `?below=${below}`}`,
  mempoolBlock: (prefix: string, index: number, at?: number) =>
    `${prefix}/mempool-block/${index}${at === undefined ? '' : `?at=${at}`}`,
  tx: (prefix: string, txid: string) => `${prefix}/tx/${part(txid)}`,
  output: (prefix: string, txid: string, vout: number) => `${prefix}/tx/${part(txid)}#vout=${vout}`,
  input: (prefix: string, txid: string, vin: number) => `${prefix}/tx/${part(txid)}#vin=${vin}`,
  /** Quote and payment of an acceleration. */
  accelerate: (prefix: string, txid: string) => `${prefix}/tx/${part(txid)}/accelerate`,
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
  /**
   * A group of addresses.
   * @param addresses comma-separated; undefined: an input form
   */
  wallet: (prefix: string, addresses?: string, pageNumber = 1) =>
    `${prefix}/wallet${addresses === undefined ? '' : `?addresses=${part(addresses)}`}${pageNumber > 1 ? `&page=${pageNumber}` : ''}`,
  walletDesk: (prefix: string) => `${prefix}/wallet/desk`,
  fees: (prefix: string, window?: string) => `${prefix}/fees${window === undefined ? '' : `?window=${part(window)}`}`,
  graphs: (prefix: string) => `${prefix}/graphs`,
  mempoolGraph: (prefix: string, window?: string, at?: number) => {
    const query = new URLSearchParams();
    if (window !== undefined) query.set('window', window);
    if (at !== undefined) query.set('at', String(at));
    return `${prefix}/graphs/mempool${query.size === 0 ? '' : `?${query.toString()}`}`;
  },
  mining: (prefix: string) => `${prefix}/mining`,
  /** @param below only blocks below this height */
  miningPool: (prefix: string, slug: string, below?: number) =>
    `${prefix}/mining/pool/${part(slug)}${below === undefined ? '' : `?below=${below}`}`,
  /** @param chart its path segment: `block-fees` and so on */
  miningGraph: (prefix: string, chart: string, window?: string) =>
    `${prefix}/graphs/mining/${part(chart)}${window === undefined ? '' : `?window=${part(window)}`}`,
  /** The others of the Lightning pages are in `features/lightning/lightning-url.ts`. */
  lightning: (prefix: string) => `${prefix}/lightning`,
  acceleration: (prefix: string, window?: string) =>
    `${prefix}/acceleration${window === undefined ? '' : `?window=${part(window)}`}`,
  accelerations: (prefix: string, pageNumber = 1) => `${prefix}/acceleration/list/${pageNumber}`,
  accelerationFees: (prefix: string, window?: string) =>
    `${prefix}/graphs/acceleration/fees${window === undefined ? '' : `?window=${part(window)}`}`,
  priceGraph: (prefix: string, window?: string) =>
    `${prefix}/graphs/price${window === undefined ? '' : `?window=${part(window)}`}`,
  docs: (prefix: string, tab: 'faq' | 'rest' | 'websocket') => `${prefix}/docs/${tab === 'faq' ? tab : `api/${tab}`}`,
  /** @param group id of a group of REST routes */
  docsGroup: (prefix: string, group: string) => `${prefix}/docs/api/rest/${part(group)}`,
  /** @param id fragment of a FAQ entry */
  question: (prefix: string, id: string) => `${prefix}/docs/faq#${id}`,
  clock: (prefix: string, mode: 'mempool' | 'mined', index = 0) => `${prefix}/clock/${mode}/${index}`,
  viewBlock: (prefix: string, id: string) => `${prefix}/view/block/${part(id)}`,
  calculator: (prefix: string) => `${prefix}/tools/calculator`,
  about: (prefix: string) => `${prefix}/about`,
  terms: (prefix: string) => `${prefix}/terms-of-service`,
  privacy: (prefix: string) => `${prefix}/privacy-policy`,
  trademark: (prefix: string) => `${prefix}/trademark-policy`,
  /**
   * Licences of the client code, generated by the build.
   * @param basePath with both slashes
   */
  licences: (basePath: string) => `${basePath}third-party-licenses.txt`,
  status: (prefix: string) => `${prefix}/status`,
  faucet: (prefix: string) => `${prefix}/faucet`,
  login: (prefix: string) => `${prefix}/login`,
  account: (prefix: string) => `${prefix}/account`,
  settings: (prefix: string) => `${prefix}/settings`,
  search: (prefix: string, query?: string) => `${prefix}/search${query === undefined ? '' : `?q=${part(query)}`}`,
} as const;

/** URLs of REST routes. */
export const api = {
  init: (prefix: string) => `${prefix}/api/v1/init-data`,
  state: (prefix: string) => `${prefix}/api/glass/v1/state`,
  blocks: (prefix: string, fromHeight?: number) =>
    `${prefix}/api/v1/blocks${fromHeight === undefined ? '' : `/${fromHeight}`}`,
  tipHeight: (prefix: string) => `${prefix}/api/blocks/tip/height`,
  staleTips: (prefix: string, below?: number) => `${prefix}/api/v1/stale-tips${below === undefined ? '' : `/${below}`}`,
  chainTips: (prefix: string) => `${prefix}/api/v1/chain-tips`,
  block: (prefix: string, hash: string) => `${prefix}/api/v1/block/${part(hash)}`,
  blockAudit: (prefix: string, hash: string) => `${prefix}/api/v1/block/${part(hash)}/audit-summary`,
  txAudit: (prefix: string, hash: string, txid: string) =>
    `${prefix}/api/v1/block/${part(hash)}/tx/${part(txid)}/audit`,
  blockSummary: (prefix: string, hash: string) => `${prefix}/api/v1/block/${part(hash)}/summary`,
  blockStatus: (prefix: string, hash: string) => `${prefix}/api/block/${part(hash)}/status`,
  blockTxs: (prefix: string, hash: string, start: number) => `${prefix}/api/block/${part(hash)}/txs/${start}`,
  blockAtTime: (prefix: string, time: number) => `${prefix}/api/v1/mining/blocks/timestamp/${time}`,
  hashAt: (prefix: string, height: string) => `${prefix}/api/block-height/${part(height)}`,
  calibration: (prefix: string) => `${prefix}/api/glass/v1/fees/calibration`,
  /** Blocks of a UTC day; the day is in the query. */
  dayBlocks: (prefix: string) => `${prefix}/api/glass/v1/blocks/day`,
  /** Price at a time in all currencies, or history in one of them. */
  historicalPrice: (prefix: string, of: { timestamp: number } | { currency: string }) =>
    `${prefix}/api/v1/historical-price?${'currency' in of ? `currency=${part(of.currency)}` : `timestamp=${of.timestamp}`}`,
  statistics: (prefix: string, window: string) => `${prefix}/api/v1/statistics/${part(window)}`,
  miningPools: (prefix: string) => `${prefix}/api/v1/mining/pools`,
  miningPoolsRanking: (prefix: string, window: string) => `${prefix}/api/v1/mining/pools/${part(window)}`,
  miningPool: (prefix: string, slug: string) => `${prefix}/api/v1/mining/pool/${part(slug)}`,
  miningPoolHashrate: (prefix: string, slug: string) => `${prefix}/api/v1/mining/pool/${part(slug)}/hashrate`,
  miningPoolBlocks: (prefix: string, slug: string, below?: number) =>
    `${prefix}/api/v1/mining/pool/${part(slug)}/blocks${below === undefined ? '' : `/${below}`}`,
  /** A series over a window: `hashrate`, `hashrate/pools`, `difficulty-adjustments`, `blocks/fees` and so on. */
  miningSeries: (prefix: string, series: string, window: string) => `${prefix}/api/v1/mining/${series}/${part(window)}`,
  feesBetween: (prefix: string, from: number, to: number) =>
    `${prefix}/api/v1/mining/blocks/fees?from=${from}&to=${to}`,
  rewardStats: (prefix: string, blocks: number) => `${prefix}/api/v1/mining/reward-stats/${blocks}`,
  /** Active accelerations. */
  accelerations: (prefix: string) => `${prefix}/api/v1/services/accelerator/accelerations`,
  /** Acceleration requests, newest first, without undecided ones. */
  accelerationHistory: (
    prefix: string,
    of: { statuses: readonly string[]; page: number; length: number; height?: number },
  ) =>
    `${prefix}/api/v1/services/accelerator/accelerations/history?status=${of.statuses.map(part).join(',')}&timeframe=all&page=${of.page}&pageLength=${of.length}${of.height === undefined ? '' : `&blockHeight=${of.height}`}`,
  accelerationStats: (prefix: string, window: string) =>
    `${prefix}/api/v1/services/accelerator/accelerations/stats?timeframe=${part(window)}`,
  /** Total bid boost of a window. */
  accelerationTotal: (prefix: string, miningPool: string, interval: string) =>
    `${prefix}/api/v1/accelerations/total?pool=${part(miningPool)}&interval=${part(interval)}`,
  accelerationSums: (prefix: string, window: string) =>
    `${prefix}/api/v1/services/accelerator/accelerations/history/aggregated?timeframe=${part(window)}`,
  mempoolAt: (prefix: string, time: number) => `${prefix}/api/glass/v1/mempool/at/${time}`,
  mempoolBlocks: (prefix: string) => `${prefix}/api/v1/fees/mempool-blocks`,
  tx: (prefix: string, txid: string) => `${prefix}/api/tx/${part(txid)}`,
  txHex: (prefix: string, txid: string) => `${prefix}/api/tx/${part(txid)}/hex`,
  outspends: (prefix: string, txid: string) => `${prefix}/api/tx/${part(txid)}/outspends`,
  /** Of several transactions, at most 50. */
  outspendsOf: (prefix: string, txids: readonly string[]) =>
    `${prefix}/api/txs/outspends?txids=${txids.map(part).join(',')}`,
  cpfp: (prefix: string, txid: string) => `${prefix}/api/v1/cpfp/${part(txid)}`,
  rbfOf: (prefix: string, txid: string) => `${prefix}/api/v1/tx/${part(txid)}/rbf`,
  cachedTx: (prefix: string, txid: string) => `${prefix}/api/v1/tx/${part(txid)}/cached`,
  txTimes: (prefix: string, txids: readonly string[]) =>
    `${prefix}/api/v1/transaction-times?${txids.map((txid) => `txId%5B%5D=${part(txid)}`).join('&')}`,
  fate: (prefix: string, txid: string) => `${prefix}/api/glass/v1/tx/${part(txid)}/fate`,
  forecast: (prefix: string) => `${prefix}/api/glass/v1/fees/forecast`,
  replacements: (prefix: string, fullOnly: boolean, after?: string) =>
    `${prefix}/api/v1/${fullOnly ? 'fullrbf/' : ''}replacements${after === undefined ? '' : `/${part(after)}`}`,
  recentTxs: (prefix: string) => `${prefix}/api/v1/mempool/recent`,
  postTx: (prefix: string) => `${prefix}/api/tx`,
  /** For a form without JavaScript, with a field `tx`; the POST routes accept no form. */
  broadcastForm: (prefix: string) => `${prefix}/api/broadcast`,
  testTxs: (prefix: string, maxFeeRate?: string) =>
    `${prefix}/api/txs/test${maxFeeRate === undefined ? '' : `?maxfeerate=${part(maxFeeRate)}`}`,
  submitPackage: (prefix: string, limits: { maxfeerate: string; maxburnamount: string }) =>
    `${prefix}/api/txs/package?${new URLSearchParams(limits).toString()}`,
  cpfpPreview: (prefix: string) => `${prefix}/api/v1/cpfp`,
  prevouts: (prefix: string) => `${prefix}/api/v1/prevouts`,
  validateAddress: (prefix: string, address: string) => `${prefix}/api/v1/validate-address/${part(address)}`,
  /** Addresses with a prefix. */
  addressPrefix: (prefix: string, typedPrefix: string) => `${prefix}/api/v1/address-prefix/${part(typedPrefix)}`,
  script: (prefix: string, script: ScriptRef) => `${prefix}/api/${script.kind}/${part(script.id)}`,
  scriptSummary: (prefix: string, { kind, id }: ScriptRef, after?: string) =>
    `${prefix}/api/${kind}/${part(id)}/txs/summary${after === undefined ? '' : `/${after}`}`,
  scriptUtxos: (prefix: string, { kind, id }: ScriptRef) => `${prefix}/api/${kind}/${part(id)}/utxo`,
  scriptMempoolTxs: (prefix: string, { kind, id }: ScriptRef, max: number) =>
    `${prefix}/api/${kind}/${part(id)}/txs/mempool?max_txs=${max}`,
  /**
   * A page of a history, newest first.
   * @param max at most 50
   */
  scriptTxs: (prefix: string, { kind, id }: ScriptRef, max: number, afterTxid?: string) =>
    `${prefix}/api/${kind}/${part(id)}/txs?max_txs=${max}${afterTxid === undefined ? '' : `&after_txid=${part(afterTxid)}`}`,
} as const;

/** Subject of the history routes: an address, or a script by its hash. */
export interface ScriptRef {
  kind: 'address' | 'scripthash';
  id: string;
}

/**
 * Returns the live socket URL of a network with the page's scheme and host.
 * @param basePath with both slashes
 */
export function socketUrl(location: { protocol: string; host: string }, basePath: string, prefix: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${basePath.slice(0, -1)}${prefix}/api/v1/ws`;
}

/** Parameters that select another page of a list, and so another document. */
const paging = ['page', 'after', 'below'];

/**
 * Returns a page's canonical path with its paging only.
 * @param path below the router's base name
 * @param search with its question mark
 */
export function canonicalPath(path: string, search: string): string {
  const query = new URLSearchParams(search);
  const stored = new URLSearchParams(
    paging.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
  );
  return path + (stored.size === 0 ? '' : `?${stored.toString()}`);
}
