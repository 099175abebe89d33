import type { LiquidSite } from '../../data/site/site.ts';

const part = encodeURIComponent;

/** Tabs of the assets page. */
export type AssetsTab = 'featured' | 'all';
/** Tabs of the federation's wallet. */
export type WalletTab = 'utxos' | 'expired' | 'addresses';

/** URLs of the pages that only Liquid networks have, below the router's base name. */
export const liquidPage = {
  assets: (tab: AssetsTab = 'featured', pageNumber = 1) =>
    `/assets/${tab}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  asset: (id: string, after?: string) =>
    `/assets/asset/${part(id)}${after === undefined ? '' : `?after=${part(after)}`}`,
  group: (id: string) => `/assets/group/${part(id)}`,
  graph: (window: string) => `/graphs/mempool?window=${part(window)}`,
  pegs: (pageNumber = 1) => `/audit/pegs/${pageNumber}`,
  /** Proof of reserves. */
  proof: (pageNumber = 1) => `/audit/reserves${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  /** The time lock has its own path, so that its list is complete without JavaScript. */
  wallet: (tab: WalletTab = 'utxos', pageNumber = 1) =>
    `/audit/wallet/${tab}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
} as const;

/** URLs of the REST routes that only Liquid networks have. @param prefix of the REST routes */
export const liquidApi = {
  asset: (prefix: string, id: string) => `${prefix}/api/asset/${part(id)}`,
  assetTxs: (prefix: string, id: string) => `${prefix}/api/asset/${part(id)}/txs`,
  assetTxsAfter: (prefix: string, id: string, after: string) =>
    `${prefix}/api/asset/${part(id)}/txs/chain/${part(after)}`,
  registryAsset: (prefix: string, id: string) => `${prefix}/api/assets/registry/${part(id)}`,
  registry: (prefix: string, start: number, limit: number) =>
    `${prefix}/api/assets/registry?start_index=${start}&limit=${limit}&sort_field=name`,
  registrySearch: (prefix: string, typed: string) => `${prefix}/api/assets/registry/search?q=${part(typed)}`,
  pegs: (prefix: string) => `${prefix}/api/v1/liquid/pegs`,
  pegsMonth: (prefix: string) => `${prefix}/api/v1/liquid/pegs/month`,
  pegsVolume: (prefix: string) => `${prefix}/api/v1/liquid/pegs/volume`,
  pegsCount: (prefix: string) => `${prefix}/api/v1/liquid/pegs/count`,
  /** @param start number of pegs to skip */
  pegsList: (prefix: string, start: number) => `${prefix}/api/v1/liquid/pegs/list/${start}`,
  /** A route of the reserves: `month`, `status`, `addresses`, `utxos/expired` and so on; empty: the current ones. */
  reserves: (prefix: string, name = '') => `${prefix}/api/v1/liquid/reserves${name === '' ? '' : `/${name}`}`,
  /** State of the audit of both chains. */
  audit: (prefix: string) => `${prefix}/api/glass/v1/liquid/audit`,
  unmatchedPegOuts: (prefix: string) => `${prefix}/api/glass/v1/liquid/peg-outs/unmatched`,
  unmatchedPegIns: (prefix: string) => `${prefix}/api/glass/v1/liquid/peg-ins/unmatched`,
  /** Ids of assets with an icon. */
  icons: (prefix: string) => `${prefix}/api/v1/assets/icons`,
  icon: (prefix: string, id: string) => `${prefix}/api/v1/asset/${part(id)}/icon`,
  /** Outputs of the federation with the facts that justify them. @param page rows of one page; undefined: all as CSV */
  outputs: (prefix: string, state: 'unspent' | 'held' | 'emergency-spent', page?: { start: number; limit: number }) =>
    `${prefix}/api/glass/v1/liquid/federation/outputs?state=${state}${
      page === undefined ? '&limit=10000&format=csv' : `&start=${page.start}&limit=${page.limit}`
    }`,
  /** Periods in which the reserves were below the supply. */
  deficits: (prefix: string) => `${prefix}/api/glass/v1/liquid/reserves/deficits`,
  featured: (prefix: string) => `${prefix}/api/v1/assets/featured`,
  group: (prefix: string, id: string) => `${prefix}/api/v1/assets/group/${part(id)}`,
  addressTxs: (prefix: string, address: string) => `${prefix}/api/address/${part(address)}/txs`,
  addressTxsAfter: (prefix: string, address: string, after: string) =>
    `${prefix}/api/address/${part(address)}/txs/chain/${part(after)}`,
  mempool: (prefix: string) => `${prefix}/api/mempool`,
  recent: (prefix: string) => `${prefix}/api/mempool/recent`,
  fees: (prefix: string) => `${prefix}/api/v1/fees/recommended`,
  projected: (prefix: string) => `${prefix}/api/v1/fees/mempool-blocks`,
  blocks: (prefix: string, from?: number) => `${prefix}/api/v1/blocks${from === undefined ? '' : `/${from}`}`,
  /** A block with its signatures. */
  block: (prefix: string, hash: string) => `${prefix}/api/block/${part(hash)}`,
} as const;

/** URLs of pages of the parent chain; undefined where no site with them is known. */
export const parentPage = {
  tx: ({ parent }: LiquidSite, txid: string) => at(parent, `/tx/${part(txid)}`),
  output: ({ parent }: LiquidSite, txid: string, vout: number) => at(parent, `/tx/${part(txid)}#vout=${vout}`),
  block: ({ parent }: LiquidSite, block: string | number) => at(parent, `/block/${block}`),
  address: ({ parent }: LiquidSite, address: string) => at(parent, `/address/${part(address)}`),
} as const;

const at = (base: string | undefined, path: string) => (base === undefined ? undefined : base + path);
