/** Kind of an address of a node. */
export type SocketType = 'ipv4' | 'ipv6' | 'tor' | 'i2p' | 'dns';

/** Returns the kind of an address `host:port`, by its form. */
export function socketType(socket: string): SocketType {
  const host = socket.slice(0, socket.lastIndexOf(':')).toLowerCase();
  if (host.endsWith('.onion')) return 'tor';
  if (host.endsWith('.i2p')) return 'i2p';
  if (host.startsWith('[')) return 'ipv6';
  return /^[\d.]+$/.test(host) ? 'ipv4' : 'dns';
}

/** Kinds of addresses in the order in which they are offered. */
const socketTypes: readonly SocketType[] = ['ipv4', 'ipv6', 'tor', 'i2p', 'dns'];

/** Splits the addresses of an answer, `host:port` separated by commas. */
export const socketsOf = (sockets: string): string[] => sockets.split(',').filter((socket) => socket !== '');

/** Returns the kinds of addresses that some nodes have. @param nodes addresses of each node */
export function offeredTypes(nodes: readonly (readonly string[])[]): SocketType[] {
  const types = new Set(nodes.flat().map(socketType));
  return socketTypes.filter((type) => types.has(type));
}

/** Returns how a node can be reached over all of its addresses; I2P alone counts as none, as in the statistics. */
export function reachOf(sockets: readonly string[]): 'tor' | 'clearnet' | 'both' | 'none' {
  const types = new Set(sockets.map(socketType));
  const isClearnet = types.has('ipv4') || types.has('ipv6') || types.has('dns');
  if (types.has('tor')) return isClearnet ? 'both' : 'tor';
  return isClearnet ? 'clearnet' : 'none';
}
