/** How a node can be reached. */
export type SocketType = 'ipv4' | 'ipv6' | 'torv2' | 'torv3' | 'i2p' | 'dns' | 'websocket';

/** An announced address. */
export interface NodeSocket {
  type: SocketType;
  /** `host:port`; an IPv6 host is in brackets. */
  text: string;
}

const maxHostLength = 255;
const ipv4Form = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const onionForm = /^([a-z2-7]{16}|[a-z2-7]{56})\.onion$/i;
const i2pForm = /^[a-z2-7]{52}\.b32\.i2p$/i;
const nameForm = /^(?=.*[a-z])([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i;

/**
 * Classifies an announced address by its form.
 * @param text `host:port`, `[ipv6]:port` or `ipv6:port`
 * @returns undefined for anything that is not an address with a port from 1 to 65535
 */
export function parseSocket(text: string): NodeSocket | undefined {
  const colon = text.lastIndexOf(':');
  const port = text.slice(colon + 1);
  if (colon <= 0 || !/^\d{1,5}$/.test(port) || Number(port) === 0 || Number(port) > 65535) return undefined;
  return socketOf(text.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), Number(port));
}

/** Classifies a host; undefined for anything that is not a host. */
export function socketOf(host: string, port: number): NodeSocket | undefined {
  const type = typeOfHost(host);
  if (type === undefined) return undefined;
  return { type, text: `${type === 'ipv6' ? `[${host.toLowerCase()}]` : host}:${port}` };
}

function typeOfHost(host: string): SocketType | undefined {
  if (host.length > maxHostLength) return undefined;
  const octets = ipv4Form.exec(host);
  if (octets !== null) return octets.slice(1).every((octet) => Number(octet) <= 255) ? 'ipv4' : undefined;
  const onion = onionForm.exec(host);
  if (onion !== null) return onion[1]!.length === 56 ? 'torv3' : 'torv2';
  if (i2pForm.test(host)) return 'i2p';
  if (host.includes(':')) return isIpv6(host) ? 'ipv6' : undefined;
  return nameForm.test(host) && !/\.(onion|i2p)$/i.test(host) ? 'dns' : undefined;
}

function isIpv6(host: string): boolean {
  const halves = host.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const tail = groups.at(-1) ?? '';
  const hasDotted = tail.includes('.');
  if (hasDotted && typeOfHost(tail) !== 'ipv4') return false;
  const words = hasDotted ? groups.slice(0, -1) : groups;
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return false;
  const count = words.length + (hasDotted ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/** How a node can be reached over all of its addresses. */
export type Reach = 'tor' | 'clearnet' | 'both' | 'unannounced';

const torTypes: ReadonlySet<SocketType> = new Set(['torv2', 'torv3']);
const clearnetTypes: ReadonlySet<SocketType> = new Set(['ipv4', 'ipv6', 'dns', 'websocket']);

/** Returns how a node can be reached; a node with I2P addresses only counts as unannounced. */
export function reachOf(types: Iterable<SocketType>): Reach {
  let hasTor = false;
  let hasClearnet = false;
  for (const type of types) {
    hasTor ||= torTypes.has(type);
    hasClearnet ||= clearnetTypes.has(type);
  }
  if (hasTor && hasClearnet) return 'both';
  return hasTor ? 'tor' : hasClearnet ? 'clearnet' : 'unannounced';
}
