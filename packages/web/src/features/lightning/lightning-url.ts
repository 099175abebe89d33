/** URLs of the Lightning pages and routes; apart from url.ts, which every page loads. */

const part = encodeURIComponent;

/** URLs of pages. */
export const lightningPage = {
  /** @param list channels to show first: open ones unless given */
  node: (prefix: string, publicKey: string, list?: 'closed', pageNumber = 1) => {
    const query = [
      ...(list === undefined ? [] : [`channels=${list}`]),
      ...(pageNumber > 1 ? [`page=${pageNumber}`] : []),
    ];
    return `${prefix}/lightning/node/${part(publicKey)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  },
  channel: (prefix: string, shortId: string) => `${prefix}/lightning/channel/${part(shortId)}`,
  /** @param pageNumber of the list of events */
  lifetime: (prefix: string, shortId: string, pageNumber = 1) =>
    `${prefix}/lightning/channel/${part(shortId)}/lifetime${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  fees: (prefix: string, publicKey: string) => `${prefix}/lightning/node/${part(publicKey)}/fees`,
  pair: (prefix: string, publicKey: string, peer: string) =>
    `${prefix}/lightning/node/${part(publicKey)}/peer/${part(peer)}`,
  rankings: (prefix: string) => `${prefix}/lightning/nodes/rankings`,
  ranking: (prefix: string, by: 'liquidity' | 'connectivity' | 'oldest') =>
    by === 'oldest' ? `${prefix}/lightning/nodes/oldest` : `${prefix}/lightning/nodes/rankings/${by}`,
  penalties: (prefix: string, pageNumber = 1) =>
    `${prefix}/lightning/penalties${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  /** @param pageNumber of the list of nodes */
  country: (prefix: string, isoCode: string, pageNumber = 1) =>
    `${prefix}/lightning/nodes/country/${part(isoCode)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  /** @param asNumbers comma separated */
  isp: (prefix: string, asNumbers: string, pageNumber = 1) =>
    `${prefix}/lightning/nodes/isp/${asNumbers.split(',').map(part).join(',')}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`,
  /** @param address kind of the addresses in the list; the first one unless given */
  group: (prefix: string, slug: string, address?: string) =>
    `${prefix}/lightning/group/${part(slug)}${address === undefined ? '' : `?address=${part(address)}`}`,
  countries: (prefix: string) => `${prefix}/graphs/lightning/nodes-per-country`,
  isps: (prefix: string, isByNodes = false) =>
    `${prefix}/graphs/lightning/nodes-per-isp${isByNodes ? '?sort=nodes' : ''}`,
  map: (prefix: string, map: 'nodes-map' | 'nodes-channels-map') => `${prefix}/graphs/lightning/${map}`,
  /** @param window time window; the whole history unless given */
  chart: (prefix: string, chart: 'nodes-networks' | 'capacity', window?: string) =>
    `${prefix}/graphs/lightning/${chart}${window === undefined ? '' : `?window=${part(window)}`}`,
} as const;

/** URLs of REST routes. */
export const lightningApi = {
  sources: (prefix: string) => `${prefix}/api/glass/v1/lightning/sources`,
  lookups: (prefix: string) => `${prefix}/api/glass/v1/lightning/lookups`,
  latest: (prefix: string) => `${prefix}/api/v1/lightning/statistics/latest`,
  days: (prefix: string, window: string) => `${prefix}/api/v1/lightning/statistics/${part(window)}`,
  rankings: (prefix: string) => `${prefix}/api/v1/lightning/nodes/rankings`,
  ranking: (prefix: string, by: 'liquidity' | 'connectivity' | 'age') =>
    `${prefix}/api/v1/lightning/nodes/rankings/${by}`,
  node: (prefix: string, publicKey: string) => `${prefix}/api/v1/lightning/nodes/${part(publicKey)}`,
  nodeDays: (prefix: string, publicKey: string) => `${prefix}/api/v1/lightning/nodes/${part(publicKey)}/statistics`,
  nodeFees: (prefix: string, publicKey: string) => `${prefix}/api/v1/lightning/nodes/${part(publicKey)}/fees/histogram`,
  nodeChannels: (prefix: string, publicKey: string, status: 'open' | 'closed', index: number) =>
    `${prefix}/api/v1/lightning/channels?public_key=${part(publicKey)}&status=${status}&index=${index}`,
  channel: (prefix: string, id: string) => `${prefix}/api/v1/lightning/channels/${part(id)}`,
  splices: (prefix: string, id: string) => `${prefix}/api/glass/v1/lightning/channels/${part(id)}/splices`,
  /** Active channels of a node in the reduced form, largest first. */
  activeChannels: (prefix: string, publicKey: string) =>
    `${prefix}/api/v1/lightning/channels?public_key=${part(publicKey)}&status=active&index=-1`,
  lifetime: (prefix: string, id: string) => `${prefix}/api/glass/v1/lightning/channels/${part(id)}/lifetime`,
  uptime: (prefix: string, publicKey: string) => `${prefix}/api/glass/v1/lightning/nodes/${part(publicKey)}/uptime`,
  nodePolicies: (prefix: string, publicKey: string) =>
    `${prefix}/api/glass/v1/lightning/nodes/${part(publicKey)}/policies`,
  pair: (prefix: string, publicKey: string, peer: string) =>
    `${prefix}/api/glass/v1/lightning/nodes/${part(publicKey)}/peers/${part(peer)}/policies`,
  closing: (prefix: string, id: string) => `${prefix}/api/glass/v1/lightning/channels/${part(id)}/closing`,
  penalties: (prefix: string) => `${prefix}/api/v1/lightning/penalties`,
  world: (prefix: string) => `${prefix}/api/v1/lightning/nodes/world`,
  lines: (prefix: string) => `${prefix}/api/v1/lightning/channels-geo?style=widget`,
  nodeLines: (prefix: string, publicKey: string) =>
    `${prefix}/api/v1/lightning/channels-geo/${part(publicKey)}?style=nodepage`,
  countries: (prefix: string) => `${prefix}/api/v1/lightning/nodes/countries`,
  country: (prefix: string, isoCode: string) => `${prefix}/api/v1/lightning/nodes/country/${part(isoCode)}`,
  isps: (prefix: string) => `${prefix}/api/v1/lightning/nodes/isp-ranking`,
  isp: (prefix: string, asNumbers: string) =>
    `${prefix}/api/v1/lightning/nodes/isp/${asNumbers.split(',').map(part).join(',')}`,
  group: (prefix: string, slug: string) => `${prefix}/api/v1/lightning/nodes/group/${part(slug)}`,
  groups: (prefix: string) => `${prefix}/api/glass/v1/lightning/groups`,
  geography: (prefix: string) => `${prefix}/api/glass/v1/lightning/geography`,
  nodePlaces: (prefix: string, publicKey: string) => `${prefix}/api/glass/v1/lightning/nodes/${part(publicKey)}/places`,
  search: (prefix: string, text: string) => `${prefix}/api/v1/lightning/search?searchText=${part(text)}`,
  txChannels: (prefix: string, txid: string) => `${prefix}/api/v1/lightning/channels/txids?txId[]=${part(txid)}`,
} as const;

/**
 * Returns the id of a channel as an integer.
 * @param text an integer, or `HEIGHTxPOSITIONxVOUT`
 * @returns undefined for anything else
 */
export function channelIdOf(text: string): string | undefined {
  if (/^\d{1,20}$/.test(text)) return text;
  const match = /^(\d{1,8})x(\d{1,8})x(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const [height = 0, position = 0, vout = 0] = match.slice(1).map(Number);
  if (height > 0xffffff || position > 0xffffff || vout > 0xffff) return undefined;
  return String((BigInt(height) << 40n) | (BigInt(position) << 16n) | BigInt(vout));
}
